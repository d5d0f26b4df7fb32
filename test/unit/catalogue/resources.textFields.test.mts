import type { IDataObject } from 'n8n-workflow';

import { findOperation } from '../../../nodes/Stitch/catalogue/resources';
import type { Operation } from '../../../nodes/Stitch/run/operation';
import { complaints } from '../actions/perform.mts';

const account = {
	...{ bank: 'fnb', accountNumber: '1234567890', accountType: 'current', holderType: 'individual' },
	...{ documentType: 'identity_document', documentNumber: '0001010000000' },
};
const business = { ...account, holderType: 'business', registrationNumber: '2020/123456/07' };
const paid = { amount: '10', externalReference: 'ref-17', nonceSource: 'externalReference' };
const payee = { beneficiaryName: 'N Test', bank: 'fnb', accountNumber: '1234567890' };
const payout = { ...paid, ...payee, beneficiaryReference: 'Salary' };
const byKey = { ...payout, nonceSource: 'custom' };
const request = {
	...{
		...paid,
		...payee,
		paymentMethods: ['eft'],
		settleTo: 'bankAccount',
		beneficiaryBank: 'fnb',
	},
	...{ payerReference: 'Order 17', beneficiaryReference: 'Order 17' },
};
const toMerchant = { ...request, settleTo: 'merchant' };
const session = { ...paid, intent: 'charge', terminalId: 't-1' };
const charge = { ...paid, chargeWith: 'paymentConsent', paymentConsentId: 'c-1' };
const refund = {
	...{ refundOf: 'paymentRequest', paymentRequestId: 'p-1', amount: '10', reason: 'fraud' },
	...{ beneficiaryReference: 'Refund', nonceSource: 'itemContent' },
};
const all = { returnAll: true };
const ofCharge = { ...all, refundsOf: 'charge' };
const byId = { ...all, searchBy: 'correlationId' };
const query = { variables: '{}', options: {} };

interface Row {
	/** The resource and the operation. */
	of: string;
	given: IDataObject;
	/** Where the text is, within the parameters. */
	at: string;
	label: string;
	/** Whether what cannot be seen is rejected: what identifies a payment or a person, or is printed or compared. */
	seen: 'whole' | '';
	/** Whether it has to be there where it is shown or added. */
	needed: 'yes' | '';
}

function operationOf(name: string): Operation {
	const [resource = '', value = ''] = name.split('.');
	const found = findOperation(resource, value);
	if (found === undefined) throw new Error(`No operation ${name}`);
	return found;
}

/** Parameters with a value at a place: `filters.nonce`. */
function withValue(given: IDataObject, at: string, value: unknown): IDataObject {
	const [name = '', ...inside] = at.split('.');
	const inner = (given[name] ?? {}) as IDataObject;
	return {
		...given,
		[name]: inside.length ? withValue(inner, inside.join('.'), value) : value,
	} as IDataObject;
}

const part = 'additionalFields.splitSettlement.part';
const split = { ...request, additionalFields: { splitSettlement: { part: { amount: '1' } } } };

it.each`
	of                                | given                                         | at                                         | label                       | seen       | needed
	${'bankAccount.verify'}           | ${account}                                    | ${'documentNumber'}                        | ${'Document Number'}        | ${'whole'} | ${''}
	${'bankAccount.verify'}           | ${account}                                    | ${'familyName'}                            | ${'Family Name'}            | ${'whole'} | ${''}
	${'bankAccount.verify'}           | ${account}                                    | ${'initials'}                              | ${'Initials'}               | ${'whole'} | ${''}
	${'bankAccount.verify'}           | ${business}                                   | ${'registrationNumber'}                    | ${'Registration Number'}    | ${'whole'} | ${''}
	${'bankAccount.verify'}           | ${business}                                   | ${'businessName'}                          | ${'Business Name'}          | ${'whole'} | ${''}
	${'disbursement.create'}          | ${payout}                                     | ${'externalReference'}                     | ${'External Reference'}     | ${'whole'} | ${''}
	${'disbursement.create'}          | ${payout}                                     | ${'beneficiaryName'}                       | ${'Beneficiary Name'}       | ${'whole'} | ${''}
	${'disbursement.create'}          | ${payout}                                     | ${'beneficiaryReference'}                  | ${'Beneficiary Reference'}  | ${'whole'} | ${''}
	${'disbursement.create'}          | ${byKey}                                      | ${'customNonce'}                           | ${'My Own Key'}             | ${'whole'} | ${''}
	${'paymentRequest.create'}        | ${request}                                    | ${'externalReference'}                     | ${'External Reference'}     | ${'whole'} | ${''}
	${'paymentRequest.create'}        | ${request}                                    | ${'payerReference'}                        | ${'Payer Reference'}        | ${'whole'} | ${''}
	${'paymentRequest.create'}        | ${request}                                    | ${'beneficiaryName'}                       | ${'Beneficiary Name'}       | ${'whole'} | ${''}
	${'refund.create'}                | ${refund}                                     | ${'beneficiaryReference'}                  | ${'Beneficiary Reference'}  | ${'whole'} | ${''}
	${'terminalSession.create'}       | ${session}                                    | ${'externalReference'}                     | ${'External Reference'}     | ${'whole'} | ${''}
	${'disbursement.getAll'}          | ${all}                                        | ${'filters.externalReference'}             | ${'External Reference'}     | ${'whole'} | ${''}
	${'disbursement.getAll'}          | ${all}                                        | ${'filters.nonce'}                         | ${'Nonce'}                  | ${'whole'} | ${''}
	${'paymentRequest.getAll'}        | ${all}                                        | ${'filters.externalReference'}             | ${'External Reference'}     | ${'whole'} | ${''}
	${'terminalSession.getAll'}       | ${all}                                        | ${'filters.externalReference'}             | ${'External Reference'}     | ${'whole'} | ${''}
	${'terminalSession.getAll'}       | ${all}                                        | ${'filters.nonce'}                         | ${'Nonce'}                  | ${'whole'} | ${''}
	${'refund.getAll'}                | ${ofCharge}                                   | ${'filters.nonce'}                         | ${'Nonce'}                  | ${'whole'} | ${''}
	${'card.delete'}                  | ${{}}                                         | ${'cardId'}                                | ${'Card'}                   | ${'whole'} | ${'yes'}
	${'disbursement.get'}             | ${{}}                                         | ${'disbursementId'}                        | ${'Disbursement'}           | ${'whole'} | ${'yes'}
	${'paymentConsent.get'}           | ${{}}                                         | ${'id'}                                    | ${'Payment Consent ID'}     | ${'whole'} | ${'yes'}
	${'paymentRequest.confirmReturn'} | ${{}}                                         | ${'id'}                                    | ${'Payment Request ID'}     | ${'whole'} | ${'yes'}
	${'refund.get'}                   | ${{}}                                         | ${'refundId'}                              | ${'Refund'}                 | ${'whole'} | ${'yes'}
	${'terminalSession.cancel'}       | ${{}}                                         | ${'terminalSessionId'}                     | ${'Terminal Session'}       | ${'whole'} | ${'yes'}
	${'refund.create'}                | ${{ ...refund, refundOf: 'terminalSession' }} | ${'terminalSessionId'}                     | ${'Terminal Session'}       | ${'whole'} | ${'yes'}
	${'paymentRequest.get'}           | ${{}}                                         | ${'paymentRequestId'}                      | ${'Payment Request'}        | ${'whole'} | ${'yes'}
	${'refund.create'}                | ${refund}                                     | ${'paymentRequestId'}                      | ${'Payment Request'}        | ${'whole'} | ${'yes'}
	${'refund.create'}                | ${{ ...refund, refundOf: 'charge' }}          | ${'chargeId'}                              | ${'Charge ID'}              | ${'whole'} | ${'yes'}
	${'terminalSession.create'}       | ${session}                                    | ${'terminalId'}                            | ${'Terminal ID'}            | ${'whole'} | ${'yes'}
	${'terminalSession.get'}          | ${{}}                                         | ${'terminalSessionId'}                     | ${'Terminal Session'}       | ${'whole'} | ${'yes'}
	${'charge.create'}                | ${{ ...charge, chargeWith: 'card' }}          | ${'cardId'}                                | ${'Card ID'}                | ${'whole'} | ${'yes'}
	${'charge.create'}                | ${charge}                                     | ${'paymentConsentId'}                      | ${'Payment Consent ID'}     | ${'whole'} | ${'yes'}
	${'charge.create'}                | ${charge}                                     | ${'additionalFields.beneficiaryAccountId'} | ${'Beneficiary Account ID'} | ${'whole'} | ${'yes'}
	${'charge.create'}                | ${charge}                                     | ${'additionalFields.merchantId'}           | ${'Merchant ID'}            | ${'whole'} | ${'yes'}
	${'paymentRequest.create'}        | ${toMerchant}                                 | ${'merchantId'}                            | ${'Merchant ID'}            | ${'whole'} | ${'yes'}
	${'paymentRequest.create'}        | ${split}                                      | ${`${part}.merchantId`}                    | ${'Split Merchant ID'}      | ${'whole'} | ${'yes'}
	${'transaction.getAll'}           | ${all}                                        | ${'bankAccountId'}                         | ${'Bank Account ID'}        | ${''}      | ${'yes'}
	${'refund.getAll'}                | ${ofCharge}                                   | ${'filters.charge'}                        | ${'Charge ID'}              | ${''}      | ${'yes'}
	${'card.getAll'}                  | ${all}                                        | ${'payerId'}                               | ${'Payer ID'}               | ${''}      | ${'yes'}
	${'fingerprintEvent.getAll'}      | ${byId}                                       | ${'correlationId'}                         | ${'Correlation ID'}         | ${''}      | ${'yes'}
	${'graphql.execute'}              | ${query}                                      | ${'query'}                                 | ${'Query'}                  | ${''}      | ${'yes'}
`('$of takes one whole text as $label', ({ of, given, at, label, seen, needed }: Row) => {
	const operation = operationOf(of);
	const said = (value: unknown) => complaints(operation, withValue(given, at, value));
	const wrong: Array<[unknown, string]> = [
		[{ first: 'J' }, 'is an object, not text'],
		[['a'], 'is a list, not text'],
		[new Date(0), 'is a date, not text'],
		['ab\ud83d', 'contains half a character at position 3 (an emoji cut in two?)'],
	];
	if (needed) wrong.push([' ', 'is empty']);
	if (seen) {
		wrong.push(
			['a\u200b', 'has an invisible character (U+200B) at position 2'],
			['a\u202eb', 'has an invisible character (U+202E) at position 2'],
			['a\nb', 'has a line break at position 2'],
			['a\u0007', 'has a control character (U+0007) at position 2'],
		);
	}
	expect(wrong.map(([value]) => said(value))).toEqual(
		wrong.map(([, what]) => [`'${label}' ${what}`]),
	);
	expect(said('a')).toEqual([]);
});

it('rejects half a character anywhere in the variables of a query', () => {
	const parameters = { query: '{ a }', variables: { input: { note: '\ud83d' } }, options: {} };
	expect(complaints(operationOf('graphql.execute'), parameters)).toEqual([
		"'Variables (JSON)' contains half a character (an emoji cut in two?)",
	]);
});
