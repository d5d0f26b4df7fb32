import type { IDataObject } from 'n8n-workflow';

import { cards } from '../../../nodes/Stitch/actions/card/cards';
import { charges } from '../../../nodes/Stitch/actions/charge/charges';
import { disbursements } from '../../../nodes/Stitch/actions/disbursement/disbursements';
import { paymentRequests } from '../../../nodes/Stitch/actions/paymentRequest/paymentRequests';
import { refunds } from '../../../nodes/Stitch/actions/refund/refunds';
import { terminalSessions } from '../../../nodes/Stitch/actions/terminalSession/terminalSessions';
import { labelOf } from '../../../nodes/Stitch/run/label';

/** What a person reads in South Africa. */
const zone = 'Africa/Johannesburg';
const createdAt = '2026-11-20T10:30:00Z';
const id = 'a';
const rand = (quantity: string) => ({ amount: { quantity, currency: 'ZAR' } });

it.each([
	[
		{ id, network: 'visa', last4: '0000', status: 'active', createdAt },
		'visa · …0000 · active · 20 Nov 2026, 12:30',
	],
	[{ id, last4: 42 }, '…42'],
	[{ id }, 'a'],
])('labels the card %j', (card, label) => {
	expect(labelOf(card, cards, zone)).toBe(label);
});

it('labels a charge by amount, day and status', () => {
	const charge = { id, ...rand('99.00'), status: 'failure', statusDate: createdAt };
	expect(labelOf(charge, charges, zone)).toBe('R99.00 · 20 Nov 2026, 12:30 · failure');
});

it.each([
	[
		{
			id,
			...rand('12500.00'),
			bankBeneficiary: { accountHolder: 'N Dlamini', accountNumber: '1234567890' },
			externalReference: 'salary-2026-11-017',
			created: createdAt,
			status: { __typename: 'DisbursementPaused' },
		},
		'R12\u00a0500.00 · N Dlamini · 20 Nov 2026, 12:30 · paused · salary-2026-11-017',
	],
	[{ id, amount: null, bankBeneficiary: null, status: null }, 'a'],
])('labels the disbursement %j, without the account number', (node, label) => {
	const record = disbursements.list.asOutput(node);
	expect(labelOf(record, disbursements, zone)).toBe(label);
});

it.each([
	[
		{
			id,
			...rand('149.50'),
			payerReference: 'Order 1017',
			externalReference: 'order-1017',
			created: createdAt,
			state: { __typename: 'PaymentInitiationRequestPending' },
		},
		'R149.50 · Order 1017 · 20 Nov 2026, 12:30 · pending · order-1017',
	],
	[{ id, amount: null, payerReference: null, state: null }, 'a'],
])('labels the payment request %j', (node, label) => {
	const record = paymentRequests.list.asOutput(node);
	expect(labelOf(record, paymentRequests, zone)).toBe(label);
});

it.each([
	[
		{ id, status: 'success', amount: 10, createdAt, reason: 'fraud' },
		'R10.00 · 20 Nov 2026, 12:30 · success · fraud',
	],
	[
		{
			id,
			status: 'completed',
			...rand('10.00'),
			beneficiaryReference: 'Refund 1017',
			externalReference: 'order-1017',
			reason: 'requested_by_user',
			createdAt,
		},
		'R10.00 · Refund 1017 · 20 Nov 2026, 12:30 · completed · order-1017',
	],
	[{ id }, 'a'],
])('labels the refund %j', (refund, label) => {
	expect(labelOf(refund, refunds, zone)).toBe(label);
});

const paidWith = (card: IDataObject) => ({ outcome: { charge: { card } } });

it.each([
	[
		{
			id,
			status: 'success',
			intent: { charge: { amount: 150.5 } },
			...paidWith({ network: 'visa', last4: '0042' }),
			createdAt,
			externalReference: 'receipt-1',
		},
		'R150.50 · visa …0042 · 20 Nov 2026, 12:30 · success · receipt-1',
	],
	[{ id, status: 'pending', intent: { disbursement: { amount: 20 } } }, 'R20.00 · pending'],
	[{ id, ...paidWith({ last4: '0042' }) }, 'card …0042'],
	[{ id }, 'a'],
	[{ id, intent: null, status: {}, createdAt: 'yesterday' }, 'a'],
])('labels the terminal session %j', (session, label) => {
	expect(labelOf(session, terminalSessions, zone)).toBe(label);
});
