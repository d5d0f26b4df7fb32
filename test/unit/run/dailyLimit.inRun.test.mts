import { carryOut, failure, jsonOf, lost, sentIn, type Plan } from './madeUp.mts';

let payments = 0;
let clients = 0;

const operationOf = (cents: number, paidSince = async (..._: unknown[]) => []) => ({
	paidSince,
	payment: (plan: Plan) => {
		const nonce = `of-a-day-${++payments}`;
		return {
			...{ amount: { cents }, nonce, nonces: [nonce], body: { ...plan } },
			...{ shared: 'My Own Key' as const, send: async () => ({}) },
			dryRun: async () => ({ wouldSend: true }),
		};
	},
});

/** Pays R6 of at most R10 a day, one payment in each run; every nonce is one of its own. */
function clientOfADay() {
	const client = `test-day-${++clients}`;
	return async (row: Parameters<typeof carryOut>[0][number] = {}, dryRun = false) => {
		const options = { maxTotalPerDay: '10', dryRun };
		const setting = { operation: operationOf(600), options, continues: true };
		const { journal } = await carryOut([row], { ...setting, clientOf: () => client });
		return sentIn(journal).length === 1;
	};
}

describe('of the limit of a day', () => {
	it.each([
		['what was sent before', { gives: { alreadyExisted: true } }],
		['what certainly failed', { fails: failure }],
	])('a run gives %s back', async (_what, row) => {
		const isSent = clientOfADay();
		expect([await isSent(row), await isSent()]).toEqual([true, true]);
	});

	it.each([
		['what is new', { gives: { alreadyExisted: false } }],
		['what may have been made', { fails: lost }],
	])('a run counts %s', async (_what, row) => {
		const isSent = clientOfADay();
		expect([await isSent(row), await isSent()]).toEqual([true, false]);
	});

	it('a run leaves out what it would not send again', async () => {
		const client = `test-day-${++clients}`;
		const { payment, paidSince } = operationOf(600);
		const setting = {
			options: { maxTotalPerDay: '10' },
			operation: {
				paidSince,
				payment: (plan: Plan) => ({
					...payment(plan),
					...(plan.index > 0 && { dryRun: async () => ({ wouldSend: false }) }),
				}),
			},
		};
		const { journal } = await carryOut([{}, {}, {}], { ...setting, clientOf: () => client });
		expect(sentIn(journal)).toEqual([0, 1, 2]);
	});

	it('a run sends nothing where what was paid cannot be read', async () => {
		const operation = operationOf(600, async () => await Promise.reject(failure));
		const setting = { operation, options: { maxTotalPerDay: '10' }, continues: true };
		const { items, journal } = await carryOut([{}, {}], setting);
		expect(sentIn(journal)).toEqual([]);
		expect(jsonOf(items)).toMatchObject([
			{ error: expect.any(String) },
			{ error: expect.any(String) },
		]);
	});

	it('a dry run takes nothing', async () => {
		const isSent = clientOfADay();
		expect([await isSent({}, true), await isSent()]).toEqual([false, true]);
	});
});

it('a day begins at midnight in the time zone of the workflow', async () => {
	const asked: unknown[] = [];
	const operation = operationOf(600, async (_service, since) => {
		asked.push(since);
		return [];
	});
	await carryOut([{}], { operation, options: { maxTotalPerDay: '10' } });
	expect(asked).toEqual([expect.stringMatching(/T22:00:00(\.000)?Z$/)]);
});
