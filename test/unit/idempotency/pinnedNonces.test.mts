import type { IDataObject } from 'n8n-workflow';

import { disbursement } from '../../../nodes/Stitch/actions/disbursement';
import { refund } from '../../../nodes/Stitch/actions/refund';
import { terminalSession } from '../../../nodes/Stitch/actions/terminalSession';
import type { Resource } from '../../../nodes/Stitch/run/operation';
import { itemOf, serviceOf } from '../builders.mts';

/** The nonce of a payment: once it is published it may never change, or people are paid twice. */
function nonceOf({ operations }: Resource, parameters: IDataObject): string | undefined {
	const create = operations.find(({ value }) => value === 'create');
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

const givenBack = { amount: '100', reason: 'requested_by_customer', nonceSource: 'itemContent' };

it.each<[string, Resource, IDataObject, string]>([
	[
		'payout by its external reference',
		disbursement,
		payout,
		'2f653ffb-cfff-5052-9fe6-2af2a63c412c',
	],
	[
		'payout by its item content',
		disbursement,
		{ ...payout, nonceSource: 'itemContent', options: { type: 'default' } },
		'3d852ccd-93b6-59ab-bd16-9130775884ec',
	],
	[
		'terminal session by its external reference',
		terminalSession,
		session,
		'd4b50a44-9f0f-5b77-aea3-046cc87c2192',
	],
	[
		'terminal session by its item content',
		terminalSession,
		{
			...session,
			nonceSource: 'itemContent',
			additionalFields: { cashbackAmount: '100', captureMethod: 'automatic' },
		},
		'f4b90075-aa1e-5664-8d2c-72769b8d2366',
	],
	[
		'refund of a charge',
		refund,
		{ ...givenBack, refundOf: 'charge', chargeId: 'Y2hhcmdlOjE=' },
		'99f73646-c53b-554c-87f4-f6dd8bcb29b8',
	],
	[
		'refund of a terminal session',
		refund,
		{ ...givenBack, refundOf: 'terminalSession', terminalSessionId: 'c2Vzc2lvbjox' },
		'4abe9a15-0dfb-53b8-9a89-5bc5080e637a',
	],
	[
		'refund of a payment request',
		refund,
		{
			...givenBack,
			refundOf: 'paymentRequest',
			paymentRequestId: 'cGF5bWVudFJlcXVlc3Q6MQ==',
			beneficiaryReference: 'Refund 1017',
		},
		'1b7e157b-ba23-50ec-bfa7-fb1b47e6f379',
	],
	[
		'payout by a nonce of the user',
		disbursement,
		{ ...payout, nonceSource: 'custom', customNonce: 'n-17' },
		'n-17',
	],
])('keeps the nonce of a %s', (_name, resource, parameters, nonce) => {
	expect(nonceOf(resource, parameters)).toBe(nonce);
});
