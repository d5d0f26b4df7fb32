import type { IDataObject } from 'n8n-workflow';

import { THOROUGH } from '../setup/thorough.mts';
import { quickClock } from './quickClock.mts';
import { capitec, chargeParameters, recurringRuns, toErrorOutput } from './recurring.mts';
import { simulatedService } from './service.mts';

const service = simulatedService({ seed: 52 });
const { run, granted, charge } = recurringRuns(service);

const minute = 60_000;
/** Charges in one run through everything that can get lost. */
const MANY = THOROUGH ? 1000 : 80;
const row = (consent: string, more: IDataObject = {}): IDataObject => ({
	consent,
	amount: '99',
	reference: 'sub-204-2026-11',
	...more,
});
const made = async () => (await service.client.summary()).charges;

describe('a charge', () => {
	it('of a Capitec customer is waited for, and says why it has failed', async () => {
		await service.simulator.control.setTimeScale(1000);
		const rows = [
			row(await granted(capitec), { reference: 'one' }),
			row(await granted(capitec), { reference: 'two', amount: '150.01' }),
		];
		const { done } = await charge(rows, { waitUntilFinal: true, maxWaitSeconds: 60 });
		await service.simulator.control.setTimeScale(0);
		expect(done).toMatchObject([
			{ status: 'success' },
			{ status: 'failure', reasonText: expect.stringMatching(/^The amount is above the maximum/) },
		]);
	});
});

describe('a charge is made once', () => {
	quickClock();

	it('however often the workflow runs', async () => {
		const rows = [row(await granted())];
		const first = await charge(rows);
		await service.simulator.control.advance(10_000);
		const second = await charge(rows);
		expect(second.done[0]).toMatchObject({ id: first.done[0]?.id, alreadyExisted: true });
		expect(await made()).toBe(1);
	});

	it('even if Stitch checks the consent before the nonce, after a lost answer', async () => {
		const rows = [row(await granted())];
		await service.client.change({ stateBeforeNonce: true });
		await service.client.addFaults({
			kind: 'lost-answer',
			match: { operation: 'initiateTransaction' },
			requests: [1],
		});
		const { done } = await charge(rows);
		expect(done[0]).toMatchObject({ status: 'success', alreadyExisted: null });
		expect(await made()).toBe(1);
	});

	it(`of ${MANY}, through lost answers, 5xx, 429, expired tokens and another run`, async () => {
		const consent = await granted();
		const of = { operation: 'initiateTransaction' };
		await service.client.addFaults(
			{ kind: 'lost-answer', probability: 0.1, match: of },
			{ kind: 'status', status: 503, probability: 0.1, match: of },
			{ kind: 'status', status: 500, processed: true, probability: 0.05, match: of },
			{ kind: 'status', status: 429, requests: range(MANY / 2, MANY / 2 + 6), match: of },
			{ kind: 'revoke-token', requests: [0.3 * MANY, 0.7 * MANY], match: of },
		);
		const rows = Array.from({ length: MANY }, (_, index) =>
			row(consent, { reference: `r${index}` }),
		);
		const first = await charge(rows, { concurrency: 32, retrySeconds: 3600 }, toErrorOutput);
		await service.client.clearFaults();
		const second = await charge(rows, { concurrency: 32 });

		expect(first.refused).toEqual([]);
		const { charges, chargedCents } = await service.client.ledger();
		expect([charges.length, chargedCents]).toEqual([MANY, MANY * 9900]);
		const idOf = new Map(charges.map(({ externalReference, id }) => [externalReference, id]));
		expect(second.error).toBeUndefined();
		expect(second.done.map(({ id }) => id)).toEqual(
			rows.map(({ reference }) => idOf.get(String(reference))),
		);
	});
});

describe('a payment consent', () => {
	it.each([
		['shares its nonce with later charges', 'shared', true],
		['does not share its nonce with later charges', 'own', true],
		['shares its nonce, and the client may list no charges', 'shared', false],
	] as const)(
		'of a card can come with a first charge that no later one repeats, if it %s',
		async (...of) => {
			const [, firstChargeNonces, chargeList] = of;
			await service.client.change({ firstChargeNonces, chargeList });
			const consent = await granted({
				chargeAtOnce: true,
				firstChargeAmount: '99',
				firstChargeReference: 'sub-204-2026-11',
			});
			const { charges } = await service.client.ledger();
			expect(charges).toMatchObject([{ externalReference: 'sub-204-2026-11', state: 'success' }]);
			const rows = [{ consent, amount: '99', reference: 'sub-204-2026-11' }];
			await service.simulator.control.advance(10_000);
			const { done, refused } = await charge(rows, {}, toErrorOutput);
			if (chargeList) expect(done[0]).toMatchObject({ id: charges[0]?.id, alreadyExisted: true });
			else expect(refused[0]?.error).toContain('could not check whether');
			expect((await service.client.summary()).charges).toBe(1);
		},
	);
});

describe('the refund of a charge', () => {
	const refundOf = (
		recurringChargeId: IDataObject[string],
		amount: string,
		more: IDataObject = {},
	): IDataObject => ({
		resource: 'refund',
		operation: 'create',
		refundOf: 'recurringCharge',
		recurringChargeId,
		amount,
		...more,
	});
	const moneyOut = async () => (await service.client.summary()).moneyOut;

	it('gives it back once, however often the workflow runs and whatever gets lost', async () => {
		const { done } = await charge([row(await granted())]);
		await service.client.addFaults({
			kind: 'lost-answer',
			match: { operation: 'refundTransactionInitiate' },
			requests: [1],
		});
		const first = await run(refundOf(done[0]?.id, '40'));
		await service.simulator.control.advance(10_000);
		const second = await run(refundOf(done[0]?.id, '40'));
		expect(first.done[0]).toMatchObject({ status: 'pending', refundOf: done[0]?.id });
		expect(second.done[0]).toMatchObject({ id: first.done[0]?.id, alreadyExisted: true });
		expect(await moneyOut()).toBe(4000);
	});

	it('is read and given back once by its External Reference, even where its refund has the same', async () => {
		const { done } = await charge([row(await granted())]);
		const externalReference = 'sub-204-2026-11';
		const byReference = { __rl: true, mode: 'externalReference', value: externalReference };
		const first = await run(refundOf(byReference, '40', { externalReference }));
		await service.simulator.control.advance(10_000);
		const second = await run(refundOf(done[0]?.id, '40', { externalReference }));
		expect(first.done[0]).toMatchObject({ refundOf: done[0]?.id, externalReference });
		expect(second.done[0]).toMatchObject({ id: first.done[0]?.id, alreadyExisted: true });
		expect(await moneyOut()).toBe(4000);
		const read = await run({
			resource: 'charge',
			operation: 'get',
			recurringChargeId: byReference,
		});
		expect(read.done).toMatchObject([{ id: done[0]?.id, status: 'success' }]);
	});

	it('is found after a run that never learned of it, though nothing is left to refund', async () => {
		await service.client.change({ stateBeforeNonce: true });
		const { done } = await charge([row(await granted())]);
		await service.client.addFaults({
			kind: 'lost-answer',
			match: { operation: 'refundTransactionInitiate' },
			requests: [1],
		});
		const once = { options: { retrySeconds: 0 } };
		const first = await run(refundOf(done[0]?.id, '99', once));
		expect(first.error).toBeDefined();
		await service.simulator.control.advance(10_000);
		const second = await run(refundOf(done[0]?.id, '99'));
		expect(second.done[0]).toMatchObject({ refundOf: done[0]?.id, alreadyExisted: true });
		expect(await moneyOut()).toBe(9900);
	});
});

describe('Pay Again If It Failed', () => {
	const again = { onDuplicate: 'payAgainIfFailed' };
	const attempt = async (rows: IDataObject[], settings = {}) =>
		await run({ ...chargeParameters, simplify: false, options: again }, rows, settings);

	it('charges under a new attempt, days later, until it succeeds', async () => {
		const consent = await granted();
		const first = await attempt([row(consent, { amount: '99.51' })]);
		expect(first.done[0]).toMatchObject({ attempt: 1, status: 'failure' });
		await service.simulator.control.advance(3 * 24 * 60 * minute);
		const rows = [row(consent)];
		const second = await attempt(rows);
		expect(second.done[0]).toMatchObject({
			attempt: 2,
			status: 'success',
			earlierAttempts: [{ id: first.done[0]?.id, reason: 'insufficientFunds' }],
		});
		await service.simulator.control.advance(10_000);
		const third = await attempt(rows);
		expect(third.done[0]).toMatchObject({ id: second.done[0]?.id, alreadyExisted: true });
		expect(await made()).toBe(2);
	});
});

function range(from: number, to: number): number[] {
	return Array.from({ length: to - from }, (_, index) => from + index);
}
