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

const again = { onDuplicate: 'payAgainIfFailed' };

async function payments() {
	return (await service.client.ledger()).disbursements;
}

describe('Pay Again If It Failed', () => {
	it('pays the same file until everybody is paid, each once', async () => {
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

	it('makes one payment where two runs try again at the same time', async () => {
		await pay([payoutRow('both', { amount: 401 })], again);
		await service.simulator.control.advance(decided);
		const corrected = [payoutRow('both')];
		const runs = await Promise.all([pay(corrected, again), pay(corrected, again)]);
		expect(await payments()).toHaveLength(2);
		const ids = runs.map(({ done }) => done[0]?.id);
		expect(new Set(ids).size).toBe(1);
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
				"'Maximum Total per Day' is R100.00, of which R60.00 was paid out since midnight: R41.00 more would be above it",
			),
		);
		expect(await payments()).toHaveLength(1);
	});

	it('sends nothing where what was paid cannot be read', async () => {
		await service.client.addFaults({ kind: 'null-list', match: { path: '/graphql' } });
		const { refused } = await pay([payoutRow('a')], { ...limit, retrySeconds: 0 });
		expect(refused[0]?.error).toMatch(/^'Maximum Total per Day' could not be checked/);
		expect(await payments()).toHaveLength(0);
	});
});
