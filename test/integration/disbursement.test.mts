import { runStitch } from './harness.mts';
import { payoutParameters, payoutRow, payoutRows } from './payout.mts';
import { simulatedService } from './service.mts';

const service = simulatedService({ timeScale: 1 });

describe('Disbursement → Create', () => {
	it('pays every row and keeps order and item links at any concurrency', async () => {
		await service.client.addFaults({ kind: 'latency', ms: 1, jitterMs: 15 });

		const { outputs, error } = await runStitch({
			parameters: payoutParameters({ concurrency: 8 }),
			credential: service.credential(),
			rows: payoutRows(40),
		});

		expect(error).toBeUndefined();
		const [main = []] = outputs;
		expect(main.map(({ json }) => json.externalReference)).toEqual(
			payoutRows(40).map(({ reference }) => reference),
		);
		expect(main.map(({ pairedItem }) => pairedItem)).toEqual(
			payoutRows(40).map((_, item) => ({ item })),
		);
		expect(
			main.every(({ json }) => json.status === 'pending' && json.alreadyExisted === false),
		).toBe(true);
		const ledger = await service.client.summary();
		expect(ledger).toMatchObject({ disbursements: 40, tokensIssued: 1 });
		expect(ledger.maxInFlight).toBeLessThanOrEqual(8);
	});

	it('lets n8n do other things while it checks many rows', async () => {
		// However fast the machine is: each look at the clock takes a millisecond.
		const now = performance.now.bind(performance);
		let looks = 0;
		const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + ++looks);
		const turnsFor = async (count: number) => {
			let turns = 0;
			const turning = setInterval(() => turns++, 0);
			await runStitch({
				parameters: payoutParameters({ dryRun: true }),
				credential: service.credential(),
				rows: payoutRows(count),
			});
			clearInterval(turning);
			return turns;
		};
		const few = await turnsFor(10);
		const many = await turnsFor(2_000);
		clock.mockRestore();
		expect(many).toBeGreaterThanOrEqual(few + 50);
	});

	it('sends one after the other, in the order of the rows, with a concurrency of 1', async () => {
		await runStitch({
			parameters: payoutParameters({ concurrency: 1 }),
			credential: service.credential(),
			rows: payoutRows(12),
		});

		const ledger = await service.client.ledger();
		expect(ledger.maxInFlight).toBe(1);
		expect(ledger.disbursements.map(({ externalReference }) => externalReference)).toEqual(
			payoutRows(12).map(({ reference }) => reference),
		);
	});

	it('gives every bad row its own message on the error output and pays the others', async () => {
		const { outputs } = await runStitch({
			parameters: payoutParameters(),
			credential: service.credential(),
			onError: 'continueErrorOutput',
			rows: [
				payoutRow('negative', { amount: -5 }),
				payoutRow('good'),
				payoutRow('decimals', { amount: 10.505 }),
				payoutRow('letter', { account: '12345A7890' }),
				payoutRow('no-name', { name: ' ' }),
				payoutRow('no-bank', { bank: 'Bank of Nowhere' }),
				payoutRow('several', { amount: 'ten', name: '', account: '12' }),
			],
		});

		const [paid = [], failed = []] = outputs;
		expect(paid.map(({ json }) => json.externalReference)).toEqual(['good']);
		expect(failed.map(({ json }) => [json.reference, json.error])).toEqual([
			['negative', "'Amount' must be more than 0: -5"],
			['decimals', "'Amount' has more than two decimals: 10.505"],
			['letter', "'Account Number' must be 6 to 13 digits, nothing else"],
			['no-name', "'Beneficiary Name' is empty"],
			['no-bank', "'Bank' is not recognised by Stitch: Bank of Nowhere"],
			[
				'several',
				"'Amount' is not an amount: ten; 'Beneficiary Name' is empty; 'Account Number' must be 6 to 13 digits, nothing else",
			],
		]);
		expect(failed.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 2, 3, 4, 5, 6].map((item) => ({ item })),
		);
		expect((await service.client.summary()).disbursements).toBe(1);
	});
});
