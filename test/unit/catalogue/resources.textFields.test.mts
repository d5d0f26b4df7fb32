import type { GenericValue, IDataObject } from 'n8n-workflow';

import { findOperation } from '../../../nodes/Stitch/catalogue/resources';
import type { Operation } from '../../../nodes/Stitch/run/operation';
import { complaints } from '../actions/perform.mts';

function operationOf(resource: string, value: string): Operation {
	const found = findOperation(resource, value);
	if (found === undefined) throw new Error(`No operation ${value}`);
	return found;
}

const payout = {
	amount: '10',
	externalReference: 'salary-17',
	beneficiaryName: 'N Test',
	bank: 'fnb',
	accountNumber: '1234567890',
	beneficiaryReference: 'Salary',
	nonceSource: 'externalReference',
};

const request = {
	amount: '10',
	externalReference: 'order-17',
	paymentMethods: ['eft'],
	settleTo: 'bankAccount',
	beneficiaryName: 'N Test',
	beneficiaryBank: 'fnb',
	bank: 'fnb',
	accountNumber: '1234567890',
	payerReference: 'Order 17',
	beneficiaryReference: 'Order 17',
	additionalFields: {},
};

const session = {
	intent: 'charge',
	amount: '10',
	terminalId: 't-1',
	externalReference: 'till-17',
	nonceSource: 'externalReference',
};

const charge = {
	chargeWith: 'paymentConsent',
	paymentConsentId: 'c-1',
	amount: '10',
	externalReference: '204-17',
	nonceSource: 'externalReference',
};

const ofPayment = {
	refundOf: 'paymentRequest',
	paymentRequestId: 'p-1',
	amount: '10',
	reason: 'fraud',
	beneficiaryReference: 'Refund',
	nonceSource: 'itemContent',
};

type Case = [label: string, Operation, parameters: (value: unknown) => IDataObject];

const at =
	(parameters: IDataObject, name: string) =>
	(value: unknown): IDataObject => ({ ...parameters, [name]: value as GenericValue });

const filter =
	(name: string, more: IDataObject = {}) =>
	(value: unknown): IDataObject => ({
		...more,
		returnAll: true,
		filters: { [name]: value } as IDataObject,
	});

const ofCharge = { refundsOf: 'charge' };

const account = {
	bank: 'fnb',
	accountNumber: '1234567890',
	accountType: 'current',
	holderType: 'individual',
	documentType: 'identity_document',
	documentNumber: '0001010000000',
};

const business = { ...account, holderType: 'business', registrationNumber: '2020/123456/07' };

/** What identifies a payment, looks one up, is printed by a bank, or is compared by one. */
const visible: Case[] = [
	['Document Number', operationOf('bankAccount', 'verify'), at(account, 'documentNumber')],
	['Family Name', operationOf('bankAccount', 'verify'), at(account, 'familyName')],
	['Initials', operationOf('bankAccount', 'verify'), at(account, 'initials')],
	['Registration Number', operationOf('bankAccount', 'verify'), at(business, 'registrationNumber')],
	['Business Name', operationOf('bankAccount', 'verify'), at(business, 'businessName')],
	['External Reference', operationOf('disbursement', 'create'), at(payout, 'externalReference')],
	['Beneficiary Name', operationOf('disbursement', 'create'), at(payout, 'beneficiaryName')],
	[
		'Beneficiary Reference',
		operationOf('disbursement', 'create'),
		at(payout, 'beneficiaryReference'),
	],
	[
		'My Own Key',
		operationOf('disbursement', 'create'),
		at({ ...payout, nonceSource: 'custom' }, 'customNonce'),
	],
	['External Reference', operationOf('paymentRequest', 'create'), at(request, 'externalReference')],
	['Payer Reference', operationOf('paymentRequest', 'create'), at(request, 'payerReference')],
	['Beneficiary Name', operationOf('paymentRequest', 'create'), at(request, 'beneficiaryName')],
	['Beneficiary Reference', operationOf('refund', 'create'), at(ofPayment, 'beneficiaryReference')],
	[
		'External Reference',
		operationOf('terminalSession', 'create'),
		at(session, 'externalReference'),
	],
	['External Reference', operationOf('disbursement', 'getAll'), filter('externalReference')],
	['Nonce', operationOf('disbursement', 'getAll'), filter('nonce')],
	['External Reference', operationOf('paymentRequest', 'getAll'), filter('externalReference')],
	['External Reference', operationOf('terminalSession', 'getAll'), filter('externalReference')],
	['Nonce', operationOf('terminalSession', 'getAll'), filter('nonce')],
	['Nonce', operationOf('refund', 'getAll'), filter('nonce', ofCharge)],
];

/** The ID of what is paid, given back, cancelled or read; each is required. */
const ids: Case[] = [
	['Card', operationOf('card', 'delete'), at({}, 'cardId')],
	['Disbursement', operationOf('disbursement', 'get'), at({}, 'disbursementId')],
	['Payment Consent ID', operationOf('paymentConsent', 'get'), at({}, 'id')],
	['Payment Request ID', operationOf('paymentRequest', 'confirmReturn'), at({}, 'id')],
	['Refund', operationOf('refund', 'get'), at({}, 'refundId')],
	['Terminal Session', operationOf('terminalSession', 'cancel'), at({}, 'terminalSessionId')],
	[
		'Terminal Session',
		operationOf('refund', 'create'),
		at({ ...ofPayment, refundOf: 'terminalSession' }, 'terminalSessionId'),
	],
	['Payment Request', operationOf('paymentRequest', 'get'), at({}, 'paymentRequestId')],
	['Payment Request', operationOf('refund', 'create'), at(ofPayment, 'paymentRequestId')],
	[
		'Charge ID',
		operationOf('refund', 'create'),
		at({ ...ofPayment, refundOf: 'charge' }, 'chargeId'),
	],
	['Terminal ID', operationOf('terminalSession', 'create'), at(session, 'terminalId')],
	['Terminal Session', operationOf('terminalSession', 'get'), at({}, 'terminalSessionId')],
	['Card ID', operationOf('charge', 'create'), at({ ...charge, chargeWith: 'card' }, 'cardId')],
	['Payment Consent ID', operationOf('charge', 'create'), at(charge, 'paymentConsentId')],
	[
		'Beneficiary Account ID',
		operationOf('charge', 'create'),
		(value) => ({ ...charge, additionalFields: { beneficiaryAccountId: value } as IDataObject }),
	],
	[
		'Merchant ID',
		operationOf('charge', 'create'),
		(value) => ({ ...charge, additionalFields: { merchantId: value } as IDataObject }),
	],
	[
		'Merchant ID',
		operationOf('paymentRequest', 'create'),
		at({ ...request, settleTo: 'merchant' }, 'merchantId'),
	],
	[
		'Split Merchant ID',
		operationOf('paymentRequest', 'create'),
		(merchantId) => ({
			...request,
			additionalFields: { splitSettlement: { part: { amount: '1', merchantId } } } as IDataObject,
		}),
	],
];

/** Any other text that goes out; each is required. */
const texts: Case[] = [
	[
		'Bank Account ID',
		operationOf('transaction', 'getAll'),
		at({ returnAll: true }, 'bankAccountId'),
	],
	['Charge ID', operationOf('refund', 'getAll'), filter('charge', ofCharge)],
	['Payer ID', operationOf('card', 'getAll'), at({ returnAll: true }, 'payerId')],
	[
		'Correlation ID',
		operationOf('fingerprintEvent', 'getAll'),
		at({ returnAll: true, searchBy: 'correlationId' }, 'correlationId'),
	],
	['Query', operationOf('graphql', 'execute'), at({ variables: '{}', options: {} }, 'query')],
];

const titled = (cases: Case[]) =>
	cases.map(
		([label, operation, parameters]) => [label, operation.action, operation, parameters] as const,
	);

describe.each(titled([...visible, ...ids]))(
	'%s of "%s"',
	(label, _action, operation, parameters) => {
		it.each([
			['a\u200b', 'an invisible character (U+200B) at position 2'],
			['a\u202eb', 'an invisible character (U+202E) at position 2'],
			['a\nb', 'a line break at position 2'],
			['a\u0007', 'a control character (U+0007) at position 2'],
		])('can be seen whole: %j is rejected', (given, what) => {
			expect(complaints(operation, parameters(given))).toEqual([`'${label}' has ${what}`]);
		});
	},
);

it.each(titled([...ids, ...texts]))(
	'%s of "%s" is required',
	(label, _action, operation, parameters) => {
		expect(complaints(operation, parameters(' '))).toEqual([`'${label}' is empty`]);
	},
);

describe.each(titled([...visible, ...ids, ...texts]))(
	'%s of "%s"',
	(label, _action, operation, parameters) => {
		it.each([
			[{ first: 'J' }, `'${label}' is an object, not text`],
			[['a'], `'${label}' is a list, not text`],
			[new Date(0), `'${label}' is a date, not text`],
			['ab\ud83d', `'${label}' contains half a character at position 3 (an emoji cut in two?)`],
		])('is one whole text: %j is rejected', (given, what) => {
			expect(complaints(operation, parameters(given))).toEqual([what]);
		});

		it('is taken where it is one', () => {
			expect(complaints(operation, parameters('a'))).toEqual([]);
		});
	},
);

it('rejects half a character anywhere in the variables of a query', () => {
	const parameters = { query: '{ a }', variables: { input: { note: '\ud83d' } }, options: {} };
	expect(complaints(operationOf('graphql', 'execute'), parameters)).toEqual([
		"'Variables (JSON)' contains half a character (an emoji cut in two?)",
	]);
});
