import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { cases } from '../setup/thorough.mts';
import { runStitch } from './harness.mts';
import { payoutParameters, payoutRow, payoutRows } from './payout.mts';
import { credentialFor, simulatedService } from './service.mts';

const service = simulatedService({ seed: 26 });

/** Three minutes, after which every payout of a test client is decided (spec 4.7). */
const decided = 180_000;

async function pay(
	rows: IDataObject[],
	options: IDataObject = {},
	{ credential = service.credential() } = {},
) {
	const { outputs, error } = await runStitch({
		parameters: payoutParameters(options, { simplify: false }),
		credential,
		rows,
		onError: 'continueErrorOutput',
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
});

it('a file that was paid yesterday is looked up many rows at once, and comes back as it was paid', async () => {
	const file = payoutRows(150);
	const first = await pay(file);
	await service.simulator.control.advance(24 * 60 * 60_000);
	const before = (await service.client.summary()).requests;

	const second = await pay(file, { concurrency: 1 });
	expect(second.done.map(({ id, nonce }) => [id, nonce])).toEqual(
		first.done.map(({ id, nonce }) => [id, nonce]),
	);
	expect(new Set(second.done.map(({ alreadyExisted }) => alreadyExisted))).toEqual(new Set([true]));
	expect(await payments()).toHaveLength(150);
	// The first row shows it, in three requests; the two batches of the others take one each.
	expect((await service.client.summary()).requests - before).toBeLessThan(10);
});

it('Maximum Total per Day holds over runs that overlap', async () => {
	const runs = ['one', 'two', 'three', 'four', 'five'].map((name) =>
		[1, 2].map((row) => payoutRow(`${name}-${row}`, { amount: 100 })),
	);
	await Promise.all(runs.map(async (rows) => await pay(rows, { maxTotalPerDay: '500' })));
	const paid = (await payments()).reduce((sum, { cents }) => sum + cents, 0);
	expect(paid).toBe(40_000);
});

describe('a dry run', () => {
	/** What became of a payout of a test client depends on its amount (spec 4.7). */
	const amount = fc.constantFrom(10, 11, 401, 402, 403, 900);

	/** A row of one of five payees, some of whose details may have changed since the last run. */
	const row = fc
		.record({
			payee: fc.integer({ min: 1, max: 5 }),
			amount,
			account: fc.constantFrom('1234567890', '1234567890', '2234567890', 'none'),
		})
		.map(({ payee, ...more }) => payoutRow(`payee-${payee}`, more));

	/** Now and then, a reference stands in two rows. */
	const rows = fc.array(row, { minLength: 1, maxLength: 5 });

	const step = fc.record({
		rows,
		onDuplicate: fc.constantFrom('returnExisting', 'fail', 'payAgainIfFailed'),
		waits: fc.boolean(),
	});

	it('fails rows whose earlier payments cannot be looked up, and says nothing of them', async () => {
		await service.client.addFaults({ kind: 'status', status: 405, match: { path: '/graphql' } });
		const { done, refused } = await pay([payoutRow('one')], { dryRun: true });
		expect([done, refused.map(({ error }) => error)]).toEqual([
			[],
			[expect.stringContaining('could not check whether it was sent before')],
		]);
	});

	it('says of every row what the run then does, whatever was paid before', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
				const client = await service.simulator.control.createClient();
				const credential = credentialFor(service.simulator, client);
				const paid = async () => (await client.ledger()).disbursements;
				for (const { rows: given, waits, ...options } of steps) {
					const tried = await pay(given, { ...options, dryRun: true }, { credential });
					const before = await paid();
					await pay(given, options, { credential });
					const made = (await paid()).slice(before.length);
					const said = tried.done.filter(({ wouldSend }) => wouldSend === true);
					expect(made.map(({ nonce }) => nonce).sort()).toEqual(
						said.map(({ nonce }) => nonce).sort(),
					);
					if (waits) await service.simulator.control.advance(decided);
				}
			}),
			{ seed: 34, numRuns: cases(40) },
		);
	});
});
