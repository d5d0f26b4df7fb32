import type { IDataObject } from 'n8n-workflow';

import { runStitch, type RunInput } from './harness.mts';
import { payoutParameters, payoutRow } from './payout.mts';
import { simulatedService } from './service.mts';

const service = simulatedService({ seed: 26 });

/** Three minutes, after which every payout of a test client is decided (spec 4.7). */
const decided = 180_000;

async function pay(
	rows: IDataObject[],
	options: IDataObject = {},
	onError: RunInput['onError'] = 'continueErrorOutput',
) {
	const { outputs, error } = await runStitch({
		parameters: payoutParameters(options, { simplify: false }),
		credential: service.credential(),
		rows,
		onError,
	});
	const [done = [], refused = []] = outputs.map((items) => items.map(({ json }) => json));
	return { done, refused, error };
}

/** Long enough for a payout to be paused, and not to be paid. */
const soon = 1000;

const again = { onDuplicate: 'payAgainIfFailed' };

async function payments() {
	return (await service.client.ledger()).disbursements;
}

describe('Pay Again If It Failed', () => {
	it('pays the same file until everybody is paid, and nobody twice', async () => {
		const file = [
			payoutRow('one'),
			payoutRow('two', { amount: 401 }),
			payoutRow('three', { amount: 402 }),
		];
		const first = await pay(file, again);
		expect(first.done.map(({ attempt, alreadyExisted }) => [attempt, alreadyExisted])).toEqual([
			[1, false],
			[1, false],
			[1, false],
		]);
		await service.simulator.control.advance(decided);

		const corrected = [
			file[0] ?? {},
			payoutRow('two', { amount: 41, account: '2234567890' }),
			file[2] ?? {},
		];
		const second = await pay(corrected, again);
		expect(second.done).toEqual([
			expect.objectContaining({ attempt: 1, alreadyExisted: true, status: 'completed' }),
			expect.objectContaining({
				attempt: 2,
				alreadyExisted: false,
				earlierAttempts: [
					{
						id: first.done[1]?.id,
						status: 'error',
						reason: 'inactive_account',
						reasonText: expect.stringMatching(/^The account is not active/),
					},
				],
			}),
			expect.objectContaining({ attempt: 2, alreadyExisted: false }),
		]);
		await service.simulator.control.advance(decided);

		const third = await pay(corrected, again);
		expect(third.done.map(({ attempt, status }) => [attempt, status])).toEqual([
			[1, 'completed'],
			[2, 'completed'],
			[3, 'pending'],
		]);
		expect(await payments()).toHaveLength(6);
	});

	it.each([
		['pending', 10],
		['paused', 900],
	])('returns a payment that is %s as it is', async (status, amount) => {
		const first = await pay([payoutRow('open', { amount })], again);
		await service.simulator.control.advance(soon);
		const second = await pay([payoutRow('open', { amount })], again);
		expect(second.done).toEqual([
			expect.objectContaining({ id: first.done[0]?.id, status, attempt: 1, alreadyExisted: true }),
		]);
		expect(await payments()).toHaveLength(1);
	});

	it('refuses a row that differs from a payment that has not failed', async () => {
		await pay([payoutRow('open')], again);
		const { refused } = await pay([payoutRow('open', { amount: 11 })], again);
		expect(refused[0]?.error).toContain('Amount was 10.00 and is now 11.00');
		expect(await payments()).toHaveLength(1);
	});

	it('makes one payment where two runs try again at the same time', async () => {
		await pay([payoutRow('both', { amount: 401 })], again);
		await service.simulator.control.advance(decided);
		const corrected = [payoutRow('both')];
		const runs = await Promise.all([pay(corrected, again), pay(corrected, again)]);
		expect(await payments()).toHaveLength(2);
		const ids = runs.map(({ done }) => done[0]?.id);
		expect(new Set(ids).size).toBe(1);
	});

	it('pays nothing where the first payment cannot be looked up', async () => {
		await pay([payoutRow('unseen', { amount: 401 })], again);
		await service.simulator.control.advance(decided);
		await service.client.addFaults({ kind: 'status', status: 500, match: { path: '/graphql' } });
		const { refused } = await pay([payoutRow('unseen')], { ...again, retrySeconds: 0 });
		expect(refused[0]?.error).toContain('could not be looked up');
		expect(await payments()).toHaveLength(1);
	});

	it('gives up after ten attempts that have failed', async () => {
		for (let attempt = 1; attempt <= 10; attempt++) {
			const { done } = await pay([payoutRow('hopeless', { amount: 402 })], again);
			expect(done[0]?.attempt).toBe(attempt);
			await service.simulator.control.advance(decided);
		}
		const { refused } = await pay([payoutRow('hopeless', { amount: 402 })], again);
		expect(refused[0]?.error).toContain('All 10 attempts to make this payment have failed');
		expect(await payments()).toHaveLength(10);
	});
});

describe('Maximum Total per Day', () => {
	const limit = { maxTotalPerDay: '100' };

	it('holds over several runs', async () => {
		const first = await pay([payoutRow('a', { amount: 60 })], limit);
		expect(first.done).toHaveLength(1);
		const second = await pay(
			[payoutRow('b', { amount: 30 }), payoutRow('c', { amount: 11 })],
			limit,
		);
		expect(second.refused.map(({ error }) => error)).toEqual(
			Array(2).fill(
				'With R60.00 paid out since midnight, R41.00 more would be above Maximum Total per Day, R100.00',
			),
		);
		expect(await payments()).toHaveLength(1);
	});

	it('lets the same file be run again', async () => {
		const file = [payoutRow('a', { amount: 60 }), payoutRow('b', { amount: 40 })];
		await pay(file, limit);
		const { done } = await pay(file, limit);
		expect(done.map(({ alreadyExisted }) => alreadyExisted)).toEqual([true, true]);
	});

	it('does not count what has failed', async () => {
		await pay([payoutRow('a', { amount: 401 })]);
		await service.simulator.control.advance(decided);
		const { done } = await pay([payoutRow('b', { amount: 100 })], limit);
		expect(done).toHaveLength(1);
	});

	it('sees what was paid under new references and by others with this client', async () => {
		await pay([payoutRow('today-a', { amount: 60 })]);
		const { refused } = await pay([payoutRow('again-a', { amount: 60 })], limit);
		expect(refused).toHaveLength(1);
	});

	it('reads all pages of a long day', async () => {
		const many = Array.from({ length: 130 }, (_, row) => payoutRow(`row-${row}`, { amount: 1 }));
		await pay(many);
		const { refused } = await pay([payoutRow('one-more', { amount: 1 })], {
			maxTotalPerDay: '130',
		});
		expect(refused[0]?.error).toContain('With R130.00 paid out since midnight');
	});

	it('sends nothing where what was paid cannot be read', async () => {
		await service.client.addFaults({ kind: 'null-list', match: { path: '/graphql' } });
		const { refused } = await pay([payoutRow('a')], { ...limit, retrySeconds: 0 });
		expect(refused[0]?.error).toMatch(/^What was paid today could not be read/);
		expect(await payments()).toHaveLength(0);
	});
});
