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
			['negative', 'Amount must be more than 0: -5'],
			['decimals', 'Amount has more than two decimals: 10.505'],
			['letter', 'Account Number must be 6 to 13 digits, nothing else'],
			['no-name', 'Beneficiary Name is empty'],
			['no-bank', 'Bank is not a bank that Stitch knows: Bank of Nowhere'],
			[
				'several',
				'Amount is not an amount: ten; Beneficiary Name is empty; Account Number must be 6 to 13 digits, nothing else',
			],
		]);
		expect(failed.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 2, 3, 4, 5, 6].map((item) => ({ item })),
		);
		expect((await service.client.summary()).disbursements).toBe(1);
	});

	it('sends nothing at all when a row is bad and the node is set to stop', async () => {
		const { error } = await runStitch({
			parameters: payoutParameters(),
			credential: service.credential(),
			rows: [...payoutRows(3), payoutRow('zero', { amount: 0 })],
		});

		expect(error?.message).toBe('Amount must be more than 0: 0 [item 3: zero]');
		expect((await service.client.summary()).requests).toBe(0);
	});

	it('shows the name that was sent with Shorten Names, and pays the same row once with it and without', async () => {
		const pay = async (options: object, name: string) =>
			await runStitch({
				parameters: payoutParameters({ ...options }),
				credential: service.credential(),
				onError: 'continueErrorOutput',
				rows: [payoutRow('long-name', { name })],
			});
		const name = 'Johannes van der Merwe';
		const outcomes = [
			await pay({}, name),
			await pay({ shortenNames: true }, name),
			await pay({ shortenNames: true }, 'Johannes van der Mer'),
			await pay({}, 'J van der Merwe'),
		].map(({ outputs: [done = [], failed = []] }) => [...done, ...failed][0]?.json);

		expect(outcomes[0]?.error).toBe('Beneficiary Name can have at most 20 characters and has 22');
		const sent = { beneficiaryName: 'Johannes van der Mer' };
		expect(outcomes[1]).toMatchObject({ ...sent, alreadyExisted: false });
		expect(outcomes[2]).toMatchObject({ ...sent, alreadyExisted: true });
		expect(outcomes[3]).toMatchObject({ ...sent, alreadyExisted: true });
		expect((await service.client.summary()).disbursements).toBe(1);
	});

	it('says in plain words that the check digit of an account does not fit', async () => {
		const { outputs } = await runStitch({
			parameters: payoutParameters(),
			credential: service.credential(),
			onError: 'continueErrorOutput',
			rows: [payoutRow('bad-check-digit', { account: '1234567899' })],
		});

		const [, [failed]] = outputs as [unknown, Array<{ json: Record<string, unknown> }>];
		expect(failed?.json.error).toBe("Account Number: the bank's check digit does not fit");
		expect(failed?.json.details).toMatchObject({
			howToFix: 'Look for a mistyped digit.',
			httpStatus: 400,
			code: 'BAD_USER_INPUT',
		});
	});
});

describe('Disbursement → Get', () => {
	it('reads the current status', async () => {
		const credential = service.credential();
		const created = await runStitch({
			parameters: payoutParameters(),
			credential,
			rows: payoutRows(1),
		});
		const id = created.outputs[0]?.[0]?.json.id;
		await service.simulator.control.setDisbursementStatus(String(id), 'completed');

		const { outputs } = await runStitch({
			parameters: { resource: 'disbursement', operation: 'get', disbursementId: id, options: {} },
			credential,
			rows: [{}],
		});

		expect(outputs[0]?.[0]?.json).toMatchObject({ id, status: 'completed' });
		expect((await service.client.summary()).tokensIssued).toBe(1);
	});

	it('says that an ID is not known', async () => {
		const { error } = await runStitch({
			parameters: {
				resource: 'disbursement',
				operation: 'get',
				disbursementId: 'a/b+c=',
				options: {},
			},
			credential: service.credential(),
			rows: [{}],
		});

		expect(error?.message).toBe('Stitch does not know this ID [item 0]');
		expect(error?.httpCode).toBe('404');
	});
});
