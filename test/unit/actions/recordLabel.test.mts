import { cards } from '../../../nodes/Stitch/actions/card/cards';
import { refunds } from '../../../nodes/Stitch/actions/refund/refunds';
import { terminalSessions } from '../../../nodes/Stitch/actions/terminalSession/terminalSessions';

const zone = 'Africa/Johannesburg';
const createdAt = '2026-11-20T10:30:00Z';

it.each([
	[
		{
			id: 's',
			status: 'success',
			intent: { charge: { amount: 150.5 } },
			createdAt,
			externalReference: 'receipt-1',
		},
		'success · R150.50 · 20 Nov 2026, 12:30 · receipt-1',
	],
	[{ id: 's', status: 'pending', intent: { disbursement: { amount: 20 } } }, 'pending · R20.00'],
	[{ id: 's' }, 's'],
	[{ id: 's', intent: null, status: {}, createdAt: 'yesterday' }, 's'],
])('labels the terminal session %j', (session, label) => {
	expect(terminalSessions.label(session, zone)).toBe(label);
});

it.each([
	[
		{ id: 'r', status: 'success', amount: 10, createdAt, reason: 'fraud' },
		'success · R10.00 · 20 Nov 2026, 12:30 · fraud',
	],
	[{ id: 'r' }, 'r'],
])('labels the refund %j', (refund, label) => {
	expect(refunds.label(refund, zone)).toBe(label);
});

it.each([
	[
		{ id: 'c', network: 'visa', last4: '0000', status: 'active', createdAt },
		'visa · …0000 · active · 20 Nov 2026, 12:30',
	],
	[{ id: 'c', last4: 42 }, '…42'],
	[{ id: 'c' }, 'c'],
])('labels the card %j', (card, label) => {
	expect(cards.label(card, zone)).toBe(label);
});
