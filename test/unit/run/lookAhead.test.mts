import type { PreparedPayment } from '../../../nodes/Stitch/idempotency/payment';
import type { Operation } from '../../../nodes/Stitch/run/operation';
import * as clockModule from '../../../nodes/Stitch/transport/clock';
import { clockOf } from '../builders.mts';
import { ModelService } from '../idempotency/paidOnce/modelService.mts';
import { payrollRun, type Setting } from '../idempotency/paidOnce/payrollRun.mts';
import { carryOut, things, type Plan } from './madeUp.mts';

/**
 * Sends rows one after the other.
 * @param isOld whether a row was sent before
 */
async function sending(
	count: number,
	isOld: (index: number) => boolean,
	{ fails = false, canLookUp = true } = {},
) {
	const lookedUp: number[] = [];
	const given: number[] = [];
	let mostAhead = 0;
	const payment = ({ index }: Plan): PreparedPayment => ({
		...{ amount: { cents: 100 }, nonce: `nonce-${index}`, nonces: [], body: {} },
		shared: 'My Own Key',
		dryRun: async () => ({}),
		send: async () => ({}),
		...(canLookUp && {
			async lookUp() {
				lookedUp.push(index);
				if (fails) throw new Error('No list');
				return isOld(index) ? { id: `payment-${index}`, alreadyExisted: true } : undefined;
			},
		}),
	});
	const send: Operation<Plan>['send'] = async ({ index }, _service, _item, run) => {
		mostAhead = Math.max(mostAhead, lookedUp.length - given.length);
		if (run?.foundAhead === undefined) return { alreadyExisted: isOld(index) };
		given.push(index);
		return run.foundAhead;
	};
	const { items } = await carryOut(things(count), {
		operation: { payment, send },
		options: { concurrency: 1 },
	});
	return { lookedUp, given, mostAhead, items };
}

const from = (first: number, last: number) =>
	Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('a run looks the payments of later rows up', () => {
	it('not as long as all rows are new', async () => {
		expect((await sending(250, () => false)).lookedUp).toEqual([]);
	});

	it('once a row was sent before, and gives each row its own', async () => {
		const { lookedUp, given, items } = await sending(250, () => true);
		expect([lookedUp, given]).toEqual([from(1, 249), from(1, 249)]);
		expect(items.slice(1).map(({ json }) => json.id)).toEqual(
			from(1, 249).map((index) => `payment-${index}`),
		);
	});

	it('four batches ahead at most', async () => {
		expect((await sending(2000, () => true)).mostAhead).toBe(400);
	});

	it('until a batch has none, and again after another row that was sent before', async () => {
		const { lookedUp } = await sending(1500, (index) => index === 150 || index === 1250);
		expect(lookedUp).toEqual([...from(151, 499), ...from(1251, 1499)]);
	});

	it('no further where that fails, and sends them all', async () => {
		const { lookedUp, given, items } = await sending(900, () => true, { fails: true });
		expect(lookedUp).toEqual(from(1, 399));
		expect(given).toEqual([]);
		expect(items).toHaveLength(900);
	});

	it('not where one request cannot look up many', async () => {
		expect((await sending(10, () => true, { canLookUp: false })).given).toEqual([]);
	});
});

describe('a file of payouts', () => {
	it.each([429, 504])(
		'is paid to its end at once where the list that is looked up ahead answers %s',
		async (statusCode) => {
			const { first, second, service, seconds } = await twice({ listAnswers: statusCode });
			expect(second.items.map(({ error, alreadyExisted }) => error ?? alreadyExisted)).toEqual(
				first.items.map(() => true),
			);
			expect(service.ledger).toHaveLength(250);
			expect(seconds).toBeLessThan(15);
		},
	);

	const setting: Setting = {
		...{ onDuplicate: 'returnExisting', nonceSource: 'externalReference', dayLimit: undefined },
		...{ fromClock: false, concurrency: 1, maxTries: 1, continues: true, waits: false },
		...{ faults: [], turns: [0], killedAfter: undefined },
	};
	const person = { amount: '400', account: '1234567890', spelling: 0 };
	const rows = from(1, 250).map((number) => ({ ...person, person: number }));

	/** Pays the file and then again a day later, and counts the requests of each run. */
	async function twice({ listAnswers }: { listAnswers?: number } = {}) {
		const clock = clockOf();
		jest.spyOn(clockModule, 'realClock').mockReturnValue(clock);
		// With 409, each row would need the list.
		const reading = listAnswers === undefined ? {} : { usedNonce: 'firstWith200' as const };
		const service = new ModelService(clock, ['completed'], () => {}, reading);
		const answer = service.answer.bind(service);
		const requests = jest.spyOn(service, 'answer');
		if (listAnswers !== undefined) {
			requests.mockImplementation((request, run, fault) =>
				request.url.endsWith('/graphql')
					? { statusCode: listAnswers, headers: {}, body: {} }
					: answer(request, run, fault),
			);
		}
		const run = async (id: string) => {
			requests.mockClear();
			const execution = { id, clientId: 'test-1', flow: {} };
			const ended = await payrollRun(service, rows, setting, execution).ending;
			const items = ended !== 'killed' && 'items' in ended ? ended.items : [];
			return { items: items.map(({ json }) => json), requests: requests.mock.calls.length };
		};
		const first = await run('1');
		await clock.pause(24 * 60 * 60_000);
		const startedAt = clock.elapsed();
		const second = await run('2');
		return { first, second, service, seconds: (clock.elapsed() - startedAt) / 1000 };
	}

	afterEach(() => {
		jest.restoreAllMocks();
	});

	it('takes a request for each row the first time, and one for a hundred rows when it is run again', async () => {
		const { first, second, service } = await twice();
		expect(first.requests).toBe(250);
		// The row that shows it: sent, looked up and read; then the three batches of the file.
		expect(second.requests).toBe(3 + 3);
		expect(service.ledger).toHaveLength(250);
	});

	it('comes back as it was paid, row by row', async () => {
		const { first, second } = await twice();
		expect(second.items.map(({ id, nonce }) => [id, nonce])).toEqual(
			first.items.map(({ id, nonce }) => [id, nonce]),
		);
		expect(second.items).toEqual(
			second.items.map((item) => ({ ...item, alreadyExisted: true, client: 'test' })),
		);
	});
});
