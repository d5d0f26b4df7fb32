import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { create as createCharge } from '../../../nodes/Stitch/actions/charge/create.operation';
import { create as createConsent } from '../../../nodes/Stitch/actions/paymentConsent/create.operation';
import type { Operation } from '../../../nodes/Stitch/run/operation';
import { Stitch } from '../../../nodes/Stitch/Stitch.node';
import { fieldLabels, refusedField } from '../../../nodes/Stitch/transport/fieldNames';
import { asJsonObject } from '../../../nodes/Stitch/transport/json';
import { listed } from '../actions/charge/answers.mts';
import { grantedNode, readAs } from '../actions/paymentConsent/consents.mts';
import { perform } from '../actions/perform.mts';
import type { SentRequest } from '../builders.mts';

/** What the panel calls its fields, those inside collections too. */
function labelsOf(fields: INodeProperties[]): string[] {
	return fields.flatMap((field) => {
		const inside = (field.options ?? []).flatMap((option) => {
			if ('values' in option) return labelsOf(option.values);
			return 'displayName' in option ? labelsOf([option as INodeProperties]) : [];
		});
		return [field.displayName, ...inside];
	});
}

it('calls no field by a name that the panel does not have', () => {
	const known = labelsOf(new Stitch().description.properties);
	expect([...fieldLabels.values()].filter((label) => !known.includes(label))).toEqual([]);
});

it.each([
	['beneficiary.accountNumber: does not fit', 'Account Number', 'does not fit'],
	['beneficiary.name: too long.', 'Beneficiary Name', 'too long'],
	['paymentMethods.eft.beneficiary.bank: unknown', 'Bank', 'unknown'],
	['amount.quantity: must be more than 0', 'Amount in Rand', 'must be more than 0'],
	['intent.charge.cashback.amount: too much', 'Cashback Amount in Rand', 'too much'],
	['splitSettlements[0].amount.quantity: too much', 'Split Amount in Rand', 'too much'],
	['splitSettlements.0.merchantId: unknown', 'Split Merchant ID', 'unknown'],
	['bankAccount.number: wrong', 'Account Number', 'wrong'],
	['accountHolder.identifyingDocument.number: wrong', 'Document Number', 'wrong'],
	['accountHolder.identifyingDocument.country: wrong', 'Country', 'wrong'],
	['accountHolder.country: wrong', 'Country', 'wrong'],
	['payer.identifyingDocument.country: wrong', 'Document Country', 'wrong'],
	['payer.email: wrong', 'Payer Email', 'wrong'],
	['type: not for this bank', 'Payout Speed', 'not for this bank'],
	['bankAccount.type: unknown', 'Account Type', 'unknown'],
	['accountHolder.email: wrong', 'Email', 'wrong'],
	['input.beneficiaryReference: 30 at most', 'Beneficiary Reference', '30 at most'],
	['input.clearingType: not for this bank', 'Refund Speed', 'not for this bank'],
	['intent.charge.capture.method: unknown', 'Capture Method', 'unknown'],
	['input.metadata: too long', 'Metadata', 'too long'],
	['consentRequestId: unknown', 'Payment Consent ID', 'unknown'],
	['reason: too long', 'Reason', 'too long'],
])('reads which field is refused from "%s"', (detail, label, why) => {
	expect(refusedField(detail)).toEqual({ label, why });
});

it.each([
	undefined,
	'Request Refused',
	'after: not a cursor of this list',
	'Terminal is busy: try again',
	'amount:',
	'https://example.com: not reachable',
])('does not make a field up where there is none: %s', (detail) => {
	expect(refusedField(detail)).toBeUndefined();
});

/** The places of all values in an object. */
function placesOf(object: IDataObject, before = ''): string[] {
	return Object.entries(object).flatMap(([name, value]) => {
		const inside = asJsonObject(value);
		return inside ? placesOf(inside, `${before}${name}.`) : [`${before}${name}`];
	});
}

/** The variables of the mutation that an operation sends, for a payer at Capitec. */
async function whatIsSent(operation: Operation, parameters: IDataObject): Promise<IDataObject> {
	const consentDetails = { __typename: 'CapitecPayRecurringConsentDetails' };
	const read = readAs({ ...grantedNode(), consentDetails });
	const answers = ({ body }: SentRequest) =>
		(body as { query: string }).query.includes('transactions') ? listed() : read;
	const { sent } = await perform(operation, parameters, [answers, answers, answers]);
	const bodies = sent.map(({ body }) => body as { query: string; variables: IDataObject });
	const { variables } = bodies.find(({ query }) => query.includes('mutation')) ?? {};
	// As JSON, which has nothing that is undefined.
	return JSON.parse(JSON.stringify(variables)) as IDataObject;
}

describe('of what recurring payments send, everything has the name of its field', () => {
	/** What nobody fills in, or what two fields can hold. */
	const nameless = /(^|\.)(nonce|currency|enabled|token)$/;
	const payer = {
		payerId: 'customer-204',
		fullName: 'N Dlamini',
		email: 'name@example.com',
		mobileNumber: '+27820000000',
	};
	const documentOf = (documentType: string) => ({
		documentType,
		documentCountry: 'ZA',
		documentNumber: '123',
	});
	const ofPayer = ['Document Country', 'Document Number'];

	it.each<[string, Operation, IDataObject, string[]]>([
		[
			'a card',
			createConsent,
			{
				paymentMethod: 'card',
				externalReference: 'subscription-204',
				chargeAtOnce: true,
				firstChargeAmount: '99',
				firstChargeReference: 'subscription-204-2026-11',
				additionalFields: { payer: { details: { ...payer, ...documentOf('passport') } } },
			},
			[
				...[
					...ofPayer,
					'External Reference',
					'First Charge Amount in Rand',
					'First Charge Reference',
				],
				...['Payer Email', 'Payer Full Name', 'Payer ID', 'Payer Mobile Number'],
			],
		],
		...['identity_document', 'temporary_residence'].map(
			(type): [string, Operation, IDataObject, string[]] => [
				`Capitec and the document ${type}`,
				createConsent,
				{
					paymentMethod: 'capitecPay',
					maximumAmount: '150',
					frequency: 'MONTHLY',
					startDate: '2026-12-01',
					paymentDescription: 'Example Gym',
					additionalFields: { payer: { details: documentOf(type) } },
				},
				[...ofPayer, 'Frequency', 'Maximum Amount in Rand', 'Payment Description', 'Start Date'],
			],
		),
		[
			'a charge',
			createCharge,
			{
				chargeWith: 'paymentConsent',
				paymentConsentId: 'consent-1',
				amount: '99',
				externalReference: 'subscription-204-2026-11',
				payerReference: 'Gym Nov',
				nonceSource: 'externalReference',
				additionalFields: { merchantId: 'm', beneficiaryAccountId: 'b' },
			},
			[
				'Amount in Rand',
				'Beneficiary Account ID',
				'External Reference',
				'Merchant ID',
				'Payer Reference',
			],
		],
	])('%s', async (_, operation, parameters, labels) => {
		const sent = await whatIsSent(operation, parameters);
		const places = placesOf(sent).filter((place) => !nameless.test(place));
		const named = places.map((place) => refusedField(`${place}: no`)?.label ?? place);
		expect(named.sort()).toEqual(labels.sort());
	});
});
