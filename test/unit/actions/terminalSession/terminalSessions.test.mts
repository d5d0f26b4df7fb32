import { create } from '../../../../nodes/Stitch/actions/terminalSession/create.operation';
import { get } from '../../../../nodes/Stitch/actions/terminalSession/get.operation';
import {
	simplifyTerminalSession,
	terminalSessions,
} from '../../../../nodes/Stitch/actions/terminalSession/terminalSessions';

const createdAt = '2026-11-20T10:30:00Z';

it.each([create, get])('can be waited for until they are final: $action', ({ lifecycle }) => {
	expect(lifecycle).toBe(terminalSessions);
});

describe('the events of terminal sessions', () => {
	const [events] = terminalSessions.events;

	it('have their status in their type, whatever the session says', () => {
		const data = { id: 's', status: 'pending', updatedAt: createdAt };
		expect(events.readFlatEvent?.(data, 'terminal-session.failure')?.state).toMatchObject({
			__typename: 'failure',
			date: createdAt,
		});
	});

	it.each(['charge', 'disbursement'])('take the amount from the %s', (intent) => {
		const session = { id: 's', intent: { [intent]: { amount: 20, currency: 'ZAR' } } };
		const { data } = events.readFlatEvent?.(session, 'terminal-session.success') ?? {};
		expect(data).toMatchObject({ amount: 20, currency: 'ZAR' });
	});

	it('leave an amount next to the intent as it is', () => {
		const session = { id: 's', amount: 30, intent: { charge: { amount: 20 } } };
		const { data } = events.readFlatEvent?.(session, 'terminal-session.success') ?? {};
		expect(data?.amount).toBe(30);
	});
});

describe('a terminal session as columns', () => {
	const session = {
		id: 's',
		terminal: { id: 't', status: 'active' },
		intent: { charge: { amount: 20.5, currency: 'ZAR', cashback: { amount: 5, currency: 'ZAR' } } },
		status: 'success',
		outcome: {
			charge: {
				id: 'c',
				card: { last4: '1111', network: 'visa' },
				retrievalReferenceNumber: 'r1',
				status: 'succeeded',
			},
		},
		nonce: 'n',
		externalReference: 'receipt-1',
		metadata: { till: 3 },
		createdAt,
		updatedAt: createdAt,
	};

	it('is in the order in which a person reads it', () => {
		expect(Object.entries(simplifyTerminalSession(session))).toEqual([
			['externalReference', 'receipt-1'],
			['amount', 20.5],
			['chargedTotal', 25.5],
			['status', 'success'],
			['chargeStatus', 'succeeded'],
			['reasonText', null],
			['cardNetwork', 'visa'],
			['cardLast4', '1111'],
			['retrievalReferenceNumber', 'r1'],
			['chargeId', 'c'],
			['id', 's'],
		]);
	});

	it.each([
		['an amount that cannot be read', { amount: 'x', cashback: { amount: 5 } }, null],
		['cashback that is 0', { amount: 20.5, cashback: { amount: 0 } }, 20.5],
		['cents that a double adds up wrongly', { amount: 0.1, cashback: { amount: 0.2 } }, 0.3],
	])('adds up what the customer is charged, of %s', (_, charge, chargedTotal) => {
		expect(simplifyTerminalSession({ ...session, intent: { charge } })).toMatchObject({
			chargedTotal,
		});
	});

	it('has no total where there is no cashback', () => {
		const intent = { charge: { amount: 20.5, currency: 'ZAR', cashback: null } };
		expect(simplifyTerminalSession({ ...session, intent })).not.toHaveProperty('chargedTotal');
	});

	it('does not pass off as paid what is only authorised', () => {
		const charge = { amount: 20.5, currency: 'ZAR', capture: { method: 'manual' } };
		const outcome = { charge: { id: 'c', status: 'authorized' } };
		const authorised = { ...session, intent: { charge }, outcome };
		expect(simplifyTerminalSession(authorised)).toMatchObject({
			status: 'success',
			chargeStatus: 'authorized',
			reasonText: 'Authorised only: you are paid once the charge is captured',
		});
		const failed = { ...authorised, status: 'failure', outcome: null };
		expect(simplifyTerminalSession(failed)).toMatchObject({ chargeStatus: null, reasonText: null });
	});

	it('has no card before one was presented', () => {
		const intent = { disbursement: { amount: 20, currency: 'ZAR' } };
		expect(simplifyTerminalSession({ ...session, intent, outcome: null })).toMatchObject({
			amount: 20,
			cardLast4: null,
			chargeId: null,
		});
	});

	it('says after Create whether it existed already, and leaves the charge to Get', () => {
		const columns = simplifyTerminalSession({ ...session, alreadyExisted: true });
		expect(columns).toMatchObject({ alreadyExisted: true, cardLast4: '1111' });
		expect(columns).not.toHaveProperty('chargeId');
	});
});
