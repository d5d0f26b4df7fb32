import {
	terminalSessionEvents,
	terminalSessions,
} from '../../../../nodes/Stitch/actions/terminalSession/terminalSessions';

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
	expect(terminalSessions.label(session, 'Africa/Johannesburg')).toBe(label);
});

describe('the events of terminal sessions', () => {
	it('have a type of subscription each', () => {
		expect(terminalSessionEvents.filterType('success')).toBe('terminal-session.success');
		expect(terminalSessionEvents.filterType('failure')).toBe('terminal-session.failure');
	});

	it('have their status in their type, whatever the session says', () => {
		const data = { id: 's', status: 'pending', updatedAt: createdAt };
		expect(terminalSessionEvents.ofData?.(data, 'terminal-session.failure').state).toMatchObject({
			__typename: 'failure',
			date: createdAt,
		});
	});

	it.each(['charge', 'disbursement'])('take the amount from the %s', (intent) => {
		const session = { id: 's', intent: { [intent]: { amount: 20, currency: 'ZAR' } } };
		const { data } = terminalSessionEvents.ofData?.(session, 'terminal-session.success') ?? {};
		expect(data).toMatchObject({ amount: 20, currency: 'ZAR' });
	});

	it('leave an amount as it is that stands beside the intent', () => {
		const session = { id: 's', amount: 30, intent: { charge: { amount: 20 } } };
		const { data } = terminalSessionEvents.ofData?.(session, 'terminal-session.success') ?? {};
		expect(data?.amount).toBe(30);
	});
});
