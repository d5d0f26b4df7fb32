/**
 * What the panel calls the values of a request, by the end of their place in it. The first that fits
 * is taken, so the longer ends stand first.
 */
export const fieldLabels: ReadonlyArray<[end: string, label: string]> = [
	['cashback.amount', 'Cashback Amount'],
	['capture.method', 'Capture Method'],
	['splitSettlements.amount.quantity', 'Split Amount'],
	['splitSettlements.amount', 'Split Amount'],
	['splitSettlements.merchantId', 'Split Merchant ID'],
	['initialCharge.amount.quantity', 'First Charge Amount'],
	['initialCharge.amount', 'First Charge Amount'],
	['initialCharge.externalReference', 'First Charge Reference'],
	['variable.max.quantity', 'Maximum Amount'],
	['variable.max', 'Maximum Amount'],
	['paymentSchedule.frequency', 'Frequency'],
	['paymentSchedule.start', 'Start Date'],
	['amount.quantity', 'Amount'],
	['amount', 'Amount'],
	['beneficiary.name', 'Beneficiary Name'],
	['accountHolder.name', 'Business Name'],
	['accountHolder.type', 'Account Holder Type'],
	['accountHolder.email', 'Email'],
	['bankAccount.number', 'Account Number'],
	['bankAccount.type', 'Account Type'],
	['accountNumber', 'Account Number'],
	['accountHolder.country', 'Country'],
	['accountHolder.identifyingDocument.country', 'Country'],
	['identifyingDocument.country', 'Document Country'],
	['identifyingDocument.number', 'Document Number'],
	['identifyingDocument.type', 'Document Type'],
	// In GraphQL, each kind of document is a field of its own.
	['identityDocument.country', 'Document Country'],
	['identityDocument.number', 'Document Number'],
	['passport.country', 'Document Country'],
	['passport.number', 'Document Number'],
	['temporaryResidenceId.country', 'Document Country'],
	['temporaryResidenceId.number', 'Document Number'],
	['payerInformation.identifyingDocument', 'Document Number'],
	['payerInformation.mobileNumber', 'Payer Mobile Number'],
	['payerInformation.email', 'Payer Email'],
	['payerInformation.fullName', 'Payer Full Name'],
	['payerInformation.payerId', 'Payer ID'],
	['payer.identifier', 'Payer ID'],
	['payer.mobileNumber', 'Payer Mobile Number'],
	['payer.email', 'Payer Email'],
	['payer.fullName', 'Payer Full Name'],
	['payer.accountCreatedDate', 'Payer Since'],
	['bank', 'Bank'],
	['bankId', 'Bank'],
	['beneficiaryAccountId', 'Beneficiary Account ID'],
	['beneficiaryReference', 'Beneficiary Reference'],
	['branchCode', 'Branch Code'],
	['caseReference', 'Case Reference'],
	['charge', 'Charge ID'],
	['consentRequestId', 'Payment Consent ID'],
	['expireAt', 'Expire At'],
	['externalReference', 'External Reference'],
	['familyName', 'Family Name'],
	['initials', 'Initials'],
	['merchantId', 'Merchant ID'],
	['metadata', 'Metadata'],
	['payerReference', 'Payer Reference'],
	['paymentDescription', 'Payment Description'],
	['phone', 'Phone'],
	['reason', 'Reason'],
	['registrationNumber', 'Registration Number'],
	['restrictPayerBank', 'Restrict Payer Bank'],
	['terminal', 'Terminal ID'],
	['terminalSession', 'Terminal Session'],
	// The others of this name stand above: what is left is that of a payout.
	['type', 'Payout Speed'],
];

/** A value's place in a request, a colon, and what is wrong with it. */
const placeAndReason = /^(?<place>[a-z]\w*(?:[.[]\w+\]?)*): (?<why>\S.*)$/is;

/** A value that the service refused, as the panel calls it, and why in the service's own words. */
interface RefusedField {
	label: string;
	why: string;
}

/**
 * The field that a refusal is about, such as `beneficiary.accountNumber: …`.
 * @returns undefined if the refusal does not begin with the place of a value that has a field
 */
export function refusedField(detail: string | undefined): RefusedField | undefined {
	const { place, why } = placeAndReason.exec(detail ?? '')?.groups ?? {};
	if (place === undefined || why === undefined) return undefined;
	// `splitSettlements[0].amount` and `splitSettlements.0.amount` are the same place.
	const path = `.${place.replace(/[.[]\d+\]?/g, '')}`;
	const found = fieldLabels.find(([end]) => path.endsWith(`.${end}`));
	return found && { label: found[1], why: why.replace(/\.$/, '') };
}
