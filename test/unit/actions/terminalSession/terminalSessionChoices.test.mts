import { terminalSessionChoices } from '../../../../nodes/Stitch/actions/terminalSession/terminalSessions';

const createdAt = '2026-11-20T10:30:00Z';
const paid = { charge: { card: { network: 'visa', last4: '0042' } } };

it.each([
	[
		{
			id: 's',
			status: 'success',
			intent: { charge: { amount: 150.5 } },
			outcome: paid,
			createdAt,
			externalReference: 'receipt-1',
		},
		'R150.50 · visa …0042 · 20 Nov 2026, 12:30 · success · receipt-1',
	],
	[{ id: 's', status: 'pending', intent: { disbursement: { amount: 20 } } }, 'R20.00 · pending'],
	[{ id: 's', outcome: { charge: { card: { last4: '0042' } } } }, 'card …0042'],
	[{ id: 's' }, 's'],
	[{ id: 's', intent: null, status: {}, createdAt: 'yesterday' }, 's'],
])('labels the terminal session %j', (session, label) => {
	expect(terminalSessionChoices.label(session, 'Africa/Johannesburg')).toBe(label);
});
