import type { IDataObject } from 'n8n-workflow';

import { textOf } from './json';
import { maskNumbers } from './wording';

const tellPayer = 'The payer has to speak to their bank, or agree to charges on a different card';
const tryLater = 'Try again later. If it happens again, ask Stitch support';
const topUp = 'Try again in a few days, or ask the payer to pay in another way';
/** Also used if the node itself finds that a payment consent cannot be charged. */
export const newConsent =
	'To charge the payer again, ask for a new consent with Payment Consent → Create';

/**
 * Why a charge has failed or is pending, and why nobody agreed to it (public reference, which lists
 * some 80 and adds to them). The most frequent ones; the others are shown as Stitch names them.
 */
export const chargeReasons = {
	authenticationError: { what: "The payer's bank could not identify the payer", fix: tellPayer },
	authorizationFailed: { what: "The payer's bank declined the charge", fix: tellPayer },
	downstreamProviderError: { what: "The payer's bank did not process the charge", fix: tryLater },
	downstreamProviderUnavailable: { what: "The payer's bank was not available", fix: tryLater },
	insufficientFunds: { what: 'There was too little money on the card', fix: topUp },
	invalidCardError: {
		what: 'The card is not valid',
		fix: 'The payer has to check whether it has expired, or agree to charges on a different card',
	},
	invalidConsentRequest: { what: 'The payment consent cannot be charged', fix: newConsent },
	restrictedCard: { what: "The payer's bank does not allow this charge", fix: tellPayer },
	secure3dDeclined: {
		what: 'The payer did not confirm the charge with 3-D Secure',
		fix: tellPayer,
	},
	secure3dLookupFailed: {
		what: 'The bank could not check the card with 3-D Secure',
		fix: tryLater,
	},
	secure3dNotCompleted: {
		what: 'The payer did not finish confirming the charge with 3-D Secure',
		fix: 'Ask the payer to be ready to confirm, then charge again',
	},
	waitingFor3dSecure: {
		what: 'The payer has to confirm the charge with 3-D Secure',
		fix: 'Send the payer to the interactionUrl of the charge',
	},
	capitecClientBlockedMerchant: {
		what: 'The payer has blocked you at Capitec',
		fix: 'The payer can lift that in their Capitec app',
	},
	capitecClientDeactivated: {
		what: "The payer's Capitec profile is not active",
		fix: 'The payer has to speak to Capitec, or pay in another way',
	},
	capitecConsentInvalid: { what: 'The payment consent is not valid at Capitec', fix: newConsent },
	capitecConsentRequestDeclined: {
		what: 'The payer declined in their Capitec app',
		fix: 'Ask the payer whether they still want this',
	},
	capitecConsentRequestFraudulent: {
		what: 'The payer reported the request as fraud in their Capitec app',
		fix: 'Speak to the payer before you do anything else',
	},
	capitecConsentRequestTimedOut: {
		what: 'The payer did not answer in their Capitec app in time',
		fix: newConsent,
	},
	capitecConsentRevoked: { what: 'The payer has taken back their consent', fix: newConsent },
	capitecDuplicatePayment: {
		what: 'Capitec took it for a payment that had already been made',
		fix: 'Find out whether the payer has paid you before you charge again',
	},
	capitecInsufficientFunds: { what: "The payer's account had too little money", fix: topUp },
	capitecMaxTransactionLimitExceeded: {
		what: 'The amount is above the maximum that the payer agreed to, or above their limit',
		fix: 'Charge a smaller amount, or ask the payer to agree to a higher maximum',
	},
	capitecPaymentAfterLastPaymentDate: {
		what: 'The last day of the payment consent has passed',
		fix: newConsent,
	},
	capitecPaymentAlreadyPaidForSelectedInterval: {
		what: 'The payer has already paid in this interval, such as this month',
		fix: 'Find out whether the payer has paid you before you charge again',
	},
	capitecPaymentBeforeFirstPaymentDate: {
		what: 'The first day of the payment consent is still to come',
		fix: 'Charge again from that day on',
	},
	capitecTransactionLimitExceeded: {
		what: 'The amount is above a limit of the payer at Capitec',
		fix: 'The payer can raise the limit there, or pay in another way',
	},
	waitingForCapitecConsentRequest: {
		what: 'The payer has not answered in their Capitec app yet',
		fix: 'Wait, or remind the payer',
	},
};

/** The meaning of a code of the service: what happened, and what people can do about it. */
interface Meaning {
	/** A sentence without its period. */
	what: string;
	/** A sentence without its period. */
	fix: string;
}

type Reasons = Readonly<Record<string, Meaning>>;

const askForDetails = 'Ask the recipient for the account details';

/** Why a payout or a refund has failed (spec 7), or the bank sent it back (public documentation). */
export const failedPaymentReasons: Reasons = {
	account_verification_failed: {
		what: 'The account could not be verified',
		fix: askForDetails,
	},
	bank_error: { what: 'The bank could not be reached', fix: 'Try again later' },
	bank_processing_error: { what: 'The bank could not process the payment', fix: tryLater },
	beneficiary_bank_processing_error: {
		what: "The recipient's bank did not accept the payment",
		fix: 'Try again without Instant, or ask the recipient for a different account',
	},
	exceeded_limit: {
		what: 'A limit was exceeded',
		fix: 'Have the limit raised, or pay a smaller amount',
	},
	inactive_account: {
		what: 'The account is not active',
		fix: 'Ask the recipient for a different account',
	},
	insufficient_funds: {
		what: 'There was too little money in the float account, and it was not topped up in time',
		fix: 'Top up the float account before you try again',
	},
	invalid_account: {
		what: 'The account does not exist, is closed, or cannot take this payment',
		fix: askForDetails,
	},
	invalid_transaction_details: {
		what: 'The bank refused the account number or the branch',
		fix: 'Fix the account details',
	},
	payment_not_received: {
		what: 'The money of the payment to be refunded has not arrived yet',
		fix: 'Refund it once the money is there',
	},
	restricted_account: {
		what: 'The account is frozen or restricted',
		fix: 'Ask the recipient to speak to their bank, or to name a different account',
	},
	// Both are deprecated.
	internal_error: { what: 'The payment did not go through', fix: 'Ask Stitch support why' },
	invalid_destination: { what: 'The account cannot receive payments', fix: askForDetails },
};

/** Why a payout is on hold (spec 3.2 and public documentation). */
export const heldPaymentReasons: Reasons = {
	insufficient_funds: {
		// First in, first out (spec 3.2).
		what: 'There is too little money in the float account, so later payouts also wait',
		fix: 'Top it up within 7 days: the payment then continues automatically',
	},
	no_satisfactory_source_bank: {
		what: 'No account was ready to pay from',
		fix: 'It continues automatically. If it does not, ask Stitch support',
	},
};

/** Why a bank account could not be verified (spec 7). */
export const verificationReasons: Reasons = {
	technical_error: {
		what: 'The bank could not check the account for technical reasons',
		fix: 'Try again later',
	},
	invalid_account_type: {
		what: 'The bank does not have accounts of this type',
		fix: "Check 'Account Type'",
	},
	invalid_branch_number: {
		what: 'The branch code does not exist',
		fix: "Check 'Branch Code', or leave it empty",
	},
	invalid_account_number: {
		what: 'The account number does not exist at this bank',
		fix: "Check 'Account Number'",
	},
	invalid_account_number_length: {
		what: 'The account number has the wrong number of digits for this bank',
		fix: "Check 'Account Number'",
	},
	instituition_not_supported: {
		what: 'This bank does not offer verification',
		fix: 'Confirm the account with its holder',
	},
	bond_account_not_allowed: {
		what: 'Bond accounts cannot be verified',
		fix: 'Use a different account',
	},
};

const otherMethod = 'The payer can try again, or pay in another way';

/** Why a payer did not pay on the payment page (public documentation, which says that more may come). */
export const payerReasons: Reasons = {
	AccountBlockedByBank: {
		what: "The bank has blocked the payer's account",
		fix: 'The payer has to speak to their bank, or pay in another way',
	},
	BankError: { what: "The payer's bank did not process the payment", fix: otherMethod },
	BankTimeout: {
		what: "The payer's bank did not answer in time",
		fix: 'Ask the payer whether the money has left their account before they try again',
	},
	BankUnavailable: { what: "The payer's bank was not available", fix: otherMethod },
	BeneficiaryMultifactorFailed: {
		what: 'The payer did not approve the new beneficiary at their bank',
		fix: otherMethod,
	},
	BeneficiaryMultifactorTimeout: {
		what: 'The payer did not approve the new beneficiary in time',
		fix: otherMethod,
	},
	CryptoUserDeclaredPaid: {
		what: 'The payer says that they have paid with cryptocurrency',
		fix: 'Wait for Stitch to confirm it before you ask for the money again',
	},
	CryptoWalletBlocked: {
		what: "The payer's cryptocurrency wallet is blocked",
		fix: 'Ask Stitch support whether the money has left it before the payer tries again',
	},
	DuplicatePayment: {
		what: 'The bank took it for a payment that had already been made',
		fix: 'Ask the payer whether the money has left their account before they try again',
	},
	IncorrectLoginCredentials: {
		what: 'The payer could not log in to their bank',
		fix: otherMethod,
	},
	InsufficientFundsForPayment: {
		what: "The payer's account had too little money",
		fix: otherMethod,
	},
	InvalidDestinationAccount: {
		what: 'The account that the money was to go to is not valid',
		fix: 'Check the beneficiary account, then create a new payment request',
	},
	InvalidSourceAccount: {
		what: 'The payer cannot pay from the account that they chose',
		fix: otherMethod,
	},
	LoginMultifactorFailed: {
		what: 'The payer did not approve the login to their bank',
		fix: otherMethod,
	},
	LoginMultifactorTimeout: {
		what: 'The payer did not approve the login in time',
		fix: otherMethod,
	},
	PaymentDeclinedByBank: { what: "The payer's bank declined the payment", fix: otherMethod },
	PaymentLimitsExceeded: {
		what: 'The amount is above a limit of the payer at their bank',
		fix: 'The payer can raise the limit there, or pay in another way',
	},
	PaymentMinimumNotMet: {
		what: 'The amount is below the minimum for this way to pay',
		fix: 'The payer can pay in another way',
	},
	PaymentMultifactorFailed: {
		what: 'The payer did not approve the payment at their bank',
		fix: otherMethod,
	},
	PaymentMultifactorTimeout: {
		what: 'The payer did not approve the payment in time',
		fix: otherMethod,
	},
	PaymentRequestBlocked: { what: 'The payment request is blocked', fix: 'Ask Stitch support why' },
	// Stitch's own spelling.
	UnkownPaymentError: { what: 'The payment did not go through', fix: otherMethod },
};

/** What happened and what to do, as one text: `The account is not active. Ask …`. */
export function meaningInWords(reasons: Reasons, code: string): string | undefined {
	return inWords(meaningIn(reasons, code) ?? {});
}

function inWords({ what, fix }: Partial<Meaning>): string | undefined {
	return fix === undefined ? what : `${what}. ${fix}`;
}

/** The meaning of a code; undefined for an unknown one. */
export function meaningIn(reasons: Reasons, code: string): Meaning | undefined {
	return Object.hasOwn(reasons, code) ? reasons[code] : undefined;
}

/**
 * Why a payer has not paid, in plain words.
 * @param description the service's words, for an event that is not known
 * @param isOver whether nobody can pay any more, so that there is no next step
 */
export function payerReasonText(
	code: string,
	description?: string,
	{ isOver = false } = {},
): string {
	const words = code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
	const known = isOver ? meaningIn(payerReasons, code)?.what : meaningInWords(payerReasons, code);
	return known ?? maskNumbers(description ?? words);
}

/**
 * Why an object has its status, in plain words, or in the service's own for an unknown code; undefined if
 * the service returns no reason. If a person cancelled it, the reason is their own text, which may
 * contain an account number: it is shown without long numbers.
 */
export function reasonInWords(object: IDataObject): string | undefined {
	return inWords(reasonFor(object));
}

/** The same in two parts: why, and what to do if that is known. Both are absent without a reason. */
export function reasonFor(object: IDataObject): Partial<Meaning> {
	const { status } = object;
	const code = textOf(object.statusReason) ?? '';
	const reasons = status === 'paused' ? heldPaymentReasons : failedPaymentReasons;
	// No code of a charge is one of a payout.
	const known = meaningIn(reasons, code) ?? meaningIn(chargeReasons, code);
	if (known !== undefined) return known;
	const written = textOf(object.description) ?? textOf(readable(code));
	return written === undefined ? {} : { what: maskNumbers(written) };
}

/** A code that is not known, as a person would write it: `new_rule` and `newRule` are `New rule`. */
export function readable(code: string): string {
	if (!/^[a-z]+((_[a-z0-9]+)+|([A-Z][a-z0-9]+)+)$/.test(code)) return code;
	const words = code.replace(/_|[A-Z]/g, (mark) => (mark === '_' ? ' ' : ` ${mark.toLowerCase()}`));
	return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
