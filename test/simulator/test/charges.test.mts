import { randomUUID } from 'node:crypto';
import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import { newCallers } from './caller.mts';
import { codeOf } from './graphql-caller.mts';
import { capitecConsent, rand, recurringCalls } from './recurring.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 42, timeScale: 0 });
});
afterAll(() => simulator.stop());

const newCaller = newCallers(
	() => simulator,
	'client_recurringpaymentconsentrequest',
	'transaction_initiate',
	'client_refund',
	'client_card',
);
const { charge, chargeAt, granted, refund, byNonce } = recurringCalls(() => simulator);

const minute = 60_000;
const day = 24 * 60 * minute;
const payerReference = { paymentMethods: { capitecPayRecurring: { payerReference: 'Gym' } } };

describe('a charge of a card (public reference)', () => {
	it.each([
		['99.00', { __typename: 'TransactionSuccess' }],
		['99.51', { __typename: 'TransactionFailure', reason: 'insufficientFunds' }],
		['99.62', { __typename: 'TransactionFailure', reason: 'restrictedCard' }],
		['99.17', { __typename: 'TransactionFailure', reason: 'authorizationFailed' }],
		['99.03', { __typename: 'TransactionPending', reason: 'authorizationNotFinalised' }],
	])('of R%s is answered by its cents', async (quantity, state) => {
		const caller = await newCaller();
		const { node } = await charge(caller, await granted(caller), quantity);
		expect(node).toMatchObject({ __typename: 'CardTransaction', state, interactionUrl: null });
	});

	it('that is pending succeeds after a minute', async () => {
		const caller = await newCaller();
		const { node } = await charge(caller, await granted(caller), '99.03');
		await simulator.control.advance(minute);
		expect((await chargeAt(caller, node.id)).state.__typename).toBe('TransactionSuccess');
		expect((await caller.client.summary()).chargedCents).toBe(9903);
	});

	it.each([
		['approve', { __typename: 'TransactionSuccess' }],
		['reject', { __typename: 'TransactionFailure', reason: 'secure3dDeclined' }],
	] as const)('waits for the payer, who can %s it', async (action, state) => {
		const caller = await newCaller();
		const { node } = await charge(caller, await granted(caller), '99.33');
		expect(node.state).toMatchObject({ reason: 'waitingFor3dSecure' });
		const page = String(node.interactionUrl);
		expect(await (await fetch(page)).text()).toContain('id="approve"');
		await fetch(page, { method: 'POST', body: new URLSearchParams({ action }) });
		expect((await chargeAt(caller, node.id)).state).toMatchObject(state);
	});

	it('can be a stored one', async () => {
		const caller = await newCaller();
		const card = await caller.client.addCard({ payerId: 'customer-204' });
		const { node } = await charge(caller, card.id, '99.00');
		expect(node).toMatchObject({ paymentConsentRequest: null });
	});

	it('is approved for a live client, whatever its cents', async () => {
		const caller = await newCaller({ test: false });
		const { node } = await charge(caller, await granted(caller), '99.51');
		expect(node.state.__typename).toBe('TransactionSuccess');
	});
});

describe('a charge of a Capitec customer', () => {
	it('is pending, and decided a minute later', async () => {
		const caller = await newCaller();
		const consent = await granted(caller, capitecConsent());
		const { node } = await charge(caller, consent, '99.00', payerReference);
		expect(node).toMatchObject({
			__typename: 'CapitecPayRecurringTransaction',
			state: { __typename: 'TransactionPending' },
		});
		await simulator.control.advance(minute);
		expect((await chargeAt(caller, node.id)).state.__typename).toBe('TransactionSuccess');
	});

	it.each([
		['above the maximum', {}, '150.01', 'capitecMaxTransactionLimitExceeded'],
		[
			'before the first date',
			{ start: '2099-01-01' },
			'99',
			'capitecPaymentBeforeFirstPaymentDate',
		],
		['without the money', {}, '99.51', 'capitecInsufficientFunds'],
	])('fails %s', async (_name, schedule, quantity, reason) => {
		const caller = await newCaller();
		const consent = await granted(caller, capitecConsent(schedule));
		const { node } = await charge(caller, consent, quantity, payerReference);
		await simulator.control.advance(minute);
		expect((await chargeAt(caller, node.id)).state).toMatchObject({ reason });
	});

	it('is made once in an interval', async () => {
		const caller = await newCaller();
		const consent = await granted(caller, capitecConsent({ frequency: 'WEEKLY' }));
		const outcomes: Array<string | undefined> = [];
		for (const pause of [minute, minute, 7 * day]) {
			const { node } = await charge(caller, consent, '99.00', payerReference);
			await simulator.control.advance(pause);
			outcomes.push((await chargeAt(caller, node.id)).state.reason);
		}
		const { node } = await charge(caller, consent, '99.00', payerReference);
		await simulator.control.advance(minute);
		outcomes.push((await chargeAt(caller, node.id)).state.reason);
		const twice = 'capitecPaymentAlreadyPaidForSelectedInterval';
		expect(outcomes).toEqual([undefined, twice, twice, undefined]);
	});

	it('needs the reference that the payer sees', async () => {
		const caller = await newCaller();
		const consent = await granted(caller, capitecConsent());
		expect(codeOf((await charge(caller, consent, '99.00')).answer)).toBe('BAD_USER_INPUT');
	});
});

describe('a charge', () => {
	it('takes a nonce once, and is found by it', async () => {
		const caller = await newCaller();
		const consent = await granted(caller);
		const nonce = randomUUID();
		const { node } = await charge(caller, consent, '99.00', { nonce });
		const again = await charge(caller, consent, '99.00', { nonce });
		expect(codeOf(again.answer)).toBe('NONCE_DUPLICATE');
		expect((await caller.client.summary()).charges).toBe(1);
		const { answer } = await byNonce(caller, { nonce });
		expect(answer.body.data).toEqual({
			client: { transactions: { edges: [{ node: { id: node.id, nonce } }] } },
		});
	});

	it('is not found by its nonce where the service has no such list', async () => {
		const caller = await newCaller({ chargeList: false });
		const { answer } = await byNonce(caller, { nonce: 'any' });
		expect(codeOf(answer)).toBe('GRAPHQL_VALIDATION_FAILED');
	});

	it.each(['pause', 'revoke', 'expire'] as const)(
		'is refused under a consent that is not granted: %s',
		async (action) => {
			const caller = await newCaller();
			const consent = await granted(caller);
			await simulator.control.consent(action, consent);
			expect(codeOf((await charge(caller, consent, '99.00')).answer)).toBe('BAD_USER_INPUT');
			expect((await caller.client.summary()).charges).toBe(0);
		},
	);

	it('is refused for an unknown consent, no amount, and without the scope', async () => {
		const caller = await newCaller();
		expect(codeOf((await charge(caller, 'none', '99.00')).answer)).toBe('BAD_USER_INPUT');
		const consent = await granted(caller);
		expect(codeOf((await charge(caller, consent, '0')).answer)).toBe('BAD_USER_INPUT');
		const other = await newCaller({}, 'client_refund');
		expect(codeOf((await charge(other, consent, '99.00')).answer)).toBe('FORBIDDEN');
	});
});

describe('the refund of a charge', () => {
	const input = (originalPaymentId: string, quantity: string) => ({
		input: {
			originalPaymentId,
			refundInput: { amount: rand(quantity), nonce: randomUUID(), reason: 'fraudulent' },
		},
	});

	it('gives back up to its amount', async () => {
		const caller = await newCaller();
		const { node } = await charge(caller, await granted(caller), '99.00');
		const given = await refund(caller, input(node.id, '60.00'));
		expect(given.node).toMatchObject({
			__typename: 'CardRefundTransaction',
			state: { __typename: 'TransactionPending' },
			originalTransaction: { id: node.id },
		});
		const more = await refund(caller, input(node.id, '39.01'));
		expect(codeOf(more.answer)).toBe('BAD_USER_INPUT');
		await simulator.control.advance(2 * minute);
		expect((await chargeAt(caller, given.node.id)).state.__typename).toBe('TransactionSuccess');
		expect(await caller.client.summary()).toMatchObject({ charges: 1, moneyOut: 6000 });
	});

	it('is refused for a charge that has failed', async () => {
		const caller = await newCaller();
		const { node } = await charge(caller, await granted(caller), '99.51');
		expect(codeOf((await refund(caller, input(node.id, '1'))).answer)).toBe('BAD_USER_INPUT');
	});
});
