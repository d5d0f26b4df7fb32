import type { IDataObject } from 'n8n-workflow';

import { findOperation } from '../../../nodes/Stitch/catalogue/resources';
import { itemOf, serviceOf } from '../builders.mts';

/** The nonce of a payment: once it is published it may never change, or people are paid twice. */
function nonceOf(resource: string, parameters: IDataObject): string | undefined {
	const create = findOperation(resource, 'create');
	const plan = create?.prepare(itemOf(parameters), serviceOf([]).service);
	return create?.payment?.(plan).nonce;
}

const payout = {
	amount: '1500.50',
	externalReference: 'salary-2026-11-017',
	beneficiaryName: 'Example Supplier',
	bank: 'FNB',
	accountNumber: '1234567890',
	beneficiaryReference: 'Salary Nov',
	nonceSource: 'externalReference',
};

const session = {
	intent: 'charge',
	amount: '99.90',
	terminalId: 'dGVybWluYWw6MQ==',
	externalReference: 'till-3-receipt-1234',
	nonceSource: 'externalReference',
};

const charged = {
	chargeWith: 'paymentConsent',
	paymentConsentId: 'Y29uc2VudDox',
	amount: '99.00',
	externalReference: 'subscription-204-2026-11',
	nonceSource: 'externalReference',
};

const givenBack = { amount: '100', reason: 'requested_by_customer', nonceSource: 'itemContent' };

it.each<[string, string, IDataObject, string]>([
	[
		'payout by its external reference',
		'disbursement',
		payout,
		'2f653ffb-cfff-5052-9fe6-2af2a63c412c',
	],
	[
		'terminal session by its external reference',
		'terminalSession',
		session,
		'd4b50a44-9f0f-5b77-aea3-046cc87c2192',
	],
	['charge by its external reference', 'charge', charged, '6c1acfbb-780a-57a1-b025-ab4498a020e0'],
	[
		'charge of a card by its external reference',
		'charge',
		{ ...charged, chargeWith: 'card', cardId: 'Y2FyZDox' },
		'6c1acfbb-780a-57a1-b025-ab4498a020e0',
	],
	[
		'refund of a charge',
		'refund',
		{ ...givenBack, refundOf: 'charge', chargeId: 'Y2hhcmdlOjE=' },
		'fcbc61e9-83a5-5e89-87dd-e2a2587b33e7',
	],
	[
		'refund of a terminal session',
		'refund',
		{ ...givenBack, refundOf: 'terminalSession', terminalSessionId: 'c2Vzc2lvbjox' },
		'848df9de-5a7e-5aa9-a916-64632a4ac00b',
	],
	[
		'refund of a payment request',
		'refund',
		{
			...givenBack,
			refundOf: 'paymentRequest',
			paymentRequestId: 'cGF5bWVudFJlcXVlc3Q6MQ==',
			beneficiaryReference: 'Refund 1017',
		},
		'3e2e9955-8fa9-5c58-a64f-47f89bcc6798',
	],
	[
		'refund of a charge of a payment consent',
		'refund',
		{
			...givenBack,
			refundOf: 'recurringCharge',
			recurringChargeId: 'dHJhbnNhY3Rpb246MQ==',
			externalReference: 'refund-204',
		},
		'3c1da250-9404-56b8-901a-2ca940ff2c23',
	],
	[
		'payout by a nonce of the user',
		'disbursement',
		{ ...payout, nonceSource: 'custom', customNonce: 'n-17' },
		'n-17',
	],
])('keeps the nonce of a %s', (_name, resource, parameters, nonce) => {
	expect(nonceOf(resource, parameters)).toBe(nonce);
});
