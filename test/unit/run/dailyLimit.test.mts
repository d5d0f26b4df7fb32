import { attemptNonces } from '../../../nodes/Stitch/idempotency/nonce';
import { guardDay } from '../../../nodes/Stitch/run/dailyLimit';
import type { ReadyPayment } from '../../../nodes/Stitch/run/guard';
import type { CountedPayment } from '../../../nodes/Stitch/run/operation';
import { ServiceFailure } from '../../../nodes/Stitch/transport/failure';
import { answer, serviceOf } from '../builders.mts';

const shared = 'External Reference' as const;

const payment = (
	itemIndex: number,
	cents: number,
	nonces = [`n-${itemIndex}`],
	dryRun: ReadyPayment['payment']['dryRun'] = async () => ({ wouldSend: true }),
): ReadyPayment => ({
	itemIndex,
	payment: {
		amount: { cents },
		nonce: nonces[0] ?? '',
		nonces,
		shared,
		body: {},
		dryRun,
		send: async () => ({}),
	},
});

let clients = 0;
/** A client that has paid nothing, also where a test is run again in the same process. */
const aClient = () => `client-${++clients}`;

async function rejections(
	payments: ReadyPayment[],
	paid: CountedPayment[] | ServiceFailure,
	maxCentsPerDay = 1000,
	client = aClient(),
	{ dryRun = false, hoursLater = 0 } = {},
) {
	const { service, clock } = serviceOf([], {}, client);
	await clock.pause(hoursLater * 3_600_000);
	const asked: string[] = [];
	const reservation = await guardDay(payments, {
		maxCentsPerDay,
		timezone: 'Africa/Johannesburg',
		service,
		dryRun,
		async paidSince(_service, since) {
			asked.push(since);
			if (paid instanceof ServiceFailure) throw paid;
			return paid;
		},
	});
	const { rejected, release } = reservation;
	const said = [...rejected].map(([item, { mistakes }]) => [item, mistakes[0]]);
	const kinds = [...rejected].map(([, { kind }]) => kind);
	return { asked, said, kinds, release };
}

const before = (nonce: string, cents: number): CountedPayment => ({ nonce, cents });

describe('the limit of a day', () => {
	it('is counted from midnight in the time zone of the workflow', async () => {
		const { asked } = await rejections([payment(0, 1)], []);
		// The clock stands at 10:00 UTC on 20 November; Johannesburg is two hours ahead.
		expect(asked).toEqual(['2026-11-19T22:00:00.000Z']);
	});

	it.each([
		['behind', 'Fri, 20 Nov 2026 22:30:00 GMT', '2026-11-20T22:00:00.000Z'],
		['ahead', 'Thu, 19 Nov 2026 21:30:00 GMT', '2026-11-18T22:00:00.000Z'],
	])("begins at midnight by Stitch's clock, where n8n's is %s", async (_, date, midnight) => {
		const answers = [answer(200, {}, { date }), answer(200, {}, { date })];
		const { service } = serviceOf(answers, {}, aClient());
		const asked: string[] = [];
		await guardDay([payment(0, 1)], {
			...{ maxCentsPerDay: 1000, timezone: 'Africa/Johannesburg', service },
			async paidSince(_service, since) {
				asked.push(since);
				await service.tryCall({ method: 'GET', path: '/disbursements', repeat: 'always' });
				return [];
			},
		});
		expect(asked).toEqual(['2026-11-19T22:00:00.000Z', midnight]);
	});

	it('lets payments pass up to the last cent', async () => {
		const { said } = await rejections([payment(0, 300), payment(1, 200)], [before('x', 500)]);
		expect(said).toEqual([]);
	});

	it('rejects all payments of the run above it', async () => {
		const payments = [payment(0, 300), payment(2, 201)];
		const { said, kinds } = await rejections(payments, [before('x', 500)]);
		const mistake = {
			field: 'Maximum Total per Day',
			what: 'is R10.00, of which R5.00 was paid out since midnight: R5.01 more would be above it',
			fix: 'No item of this run was sent. Pay them tomorrow, or raise the limit.',
		};
		expect(said).toEqual([
			[0, mistake],
			[2, mistake],
		]);
		expect(kinds).toEqual(['limitExceeded', 'limitExceeded']);
	});

	it('counts a row once that was paid today, under whichever attempt', async () => {
		const paid = [before('n-0', 400), before('n-1-again', 400)];
		const payments = [payment(0, 400), payment(1, 400, ['n-1', 'n-1-again']), payment(2, 200)];
		expect((await rejections(payments, paid)).said).toEqual([]);
		expect((await rejections([...payments, payment(3, 1)], paid)).said).toHaveLength(4);
	});

	it('counts a row in full whose payment of today had another amount', async () => {
		const { said } = await rejections([payment(0, 601)], [before('n-0', 400)]);
		expect(said).toHaveLength(1);
	});

	it('counts what another run has let through and no list shows yet, once', async () => {
		const client = aClient();
		const run = async (...payments: ReadyPayment[]) => await rejections(payments, [], 1000, client);
		const [one, two] = await Promise.all([run(payment(0, 600)), run(payment(1, 600))]);
		expect([one.said, two.said].map(({ length }) => length)).toEqual([0, 1]);
		expect((await run(payment(0, 600), payment(2, 400))).said).toEqual([]);
	});

	it('no longer counts the next day what no list has shown', async () => {
		const client = aClient();
		const run = async (hoursLater: number, ...payments: ReadyPayment[]) =>
			await rejections(payments, [], 1000, client, { hoursLater });
		(await run(0, payment(0, 600))).release([]);
		// At 21:59 UTC, a minute before midnight in Johannesburg, and at midnight.
		expect((await run(11.98, payment(1, 600))).said).toHaveLength(1);
		const atMidnight = await run(12, payment(1, 600));
		expect(atMidnight.said).toEqual([]);
		atMidnight.release([]);
		expect((await run(12, payment(2, 600))).said).toHaveLength(1);
	});

	it('counts past midnight what is still being sent', async () => {
		const client = aClient();
		const run = async (hoursLater: number, ...payments: ReadyPayment[]) =>
			await rejections(payments, [], 1000, client, { hoursLater });
		const late = await run(11.99, payment(0, 600));
		expect((await run(12.01, payment(1, 600))).said).toHaveLength(1);
		late.release([]);
		expect((await run(12.01, payment(1, 600))).said).toEqual([]);
	});

	it('does not count what a dry run has let through', async () => {
		const client = aClient();
		const run = async (dryRun: boolean, one: ReadyPayment) =>
			await rejections([one], [], 1000, client, { dryRun });
		expect((await run(true, payment(0, 600))).said).toEqual([]);
		expect((await run(false, payment(1, 600))).said).toEqual([]);
		expect((await run(true, payment(2, 600))).said).toHaveLength(1);
	});

	it('no longer counts what certainly was not made, unless an earlier run has let it through', async () => {
		const client = aClient();
		const run = async (...payments: ReadyPayment[]) => await rejections(payments, [], 1000, client);
		const first = await run(payment(0, 600));
		(await run(payment(0, 600))).release(['n-0']);
		expect((await run(payment(1, 600))).said).toHaveLength(1);
		first.release(['n-0']);
		expect((await run(payment(1, 600))).said).toEqual([]);
	});

	it('counts what one of two runs at once has made, although the other one has not', async () => {
		const client = aClient();
		const run = async (...payments: ReadyPayment[]) => await rejections(payments, [], 1000, client);
		const [one, other] = [await run(payment(0, 600)), await run(payment(0, 600))];
		one.release(['n-0']);
		expect((await run(payment(1, 600))).said).toHaveLength(1);
		other.release([]);
		expect((await run(payment(1, 600))).said).toHaveLength(1);
	});

	it('counts what the first of two runs at once may have made, although the last has not', async () => {
		const client = aClient();
		const run = async (...payments: ReadyPayment[]) => await rejections(payments, [], 1000, client);
		const [one, other] = [await run(payment(0, 600)), await run(payment(0, 600))];
		one.release([]);
		other.release(['n-0']);
		expect((await run(payment(1, 600))).said).toHaveLength(1);
	});

	it('counts a payment once that it let through and that is listed as a later attempt', async () => {
		const attempts = attemptNonces('first');
		const client = aClient();
		const run = async (paid: CountedPayment[], ...payments: ReadyPayment[]) =>
			await rejections(payments, paid, 1000, client);
		expect((await run([], payment(0, 600, attempts))).said).toEqual([]);
		const paid = [before(attempts[1] ?? '', 600)];
		expect((await run(paid, payment(0, 600, attempts), payment(1, 400))).said).toEqual([]);
		expect((await run(paid, payment(2, 1))).said).toHaveLength(1);
	});

	it('counts such a payment once even where its row is not in the run', async () => {
		const attempts = attemptNonces('first');
		const client = aClient();
		const run = async (paid: CountedPayment[], ...payments: ReadyPayment[]) =>
			await rejections(payments, paid, 1000, client);
		await run([], payment(0, 600, attempts));
		expect((await run([before(attempts[1] ?? '', 600)], payment(1, 400))).said).toEqual([]);
	});

	it('does not count rows that were paid on another day and are not sent again', async () => {
		const paidBefore = payment(0, 900, ['n-0'], async () => ({ wouldSend: false }));
		// A hundred are looked up in one request, and four of these at once.
		const all = Array.from({ length: 450 }, (_, item) => ({ ...paidBefore, itemIndex: item + 1 }));
		expect((await rejections([payment(0, 1000), ...all], [])).said).toEqual([]);
		expect((await rejections([paidBefore, payment(1, 1001)], [])).said).toHaveLength(2);
	});

	it('looks up no row where all of them together are within the limit', async () => {
		const dryRun = jest.fn();
		await rejections([payment(0, 1000, ['n-0'], dryRun)], []);
		expect(dryRun).not.toHaveBeenCalled();
	});

	it('counts rows that cannot be looked up', async () => {
		const failing = payment(0, 900, ['n-0'], async () => {
			throw new ServiceFailure({ kind: 'notConnected', happened: 'no', host: 'api.test' });
		});
		const unknown = payment(0, 900, ['n-0'], async () => ({ wouldSend: null }));
		for (const one of [failing, unknown]) {
			expect((await rejections([one, payment(1, 200)], [])).said).toHaveLength(2);
		}
	});

	it('sends nothing where what was paid cannot be read', async () => {
		const failure = new ServiceFailure({ kind: 'notConnected', happened: 'no', host: 'api.test' });
		const { said, kinds } = await rejections([payment(0, 1)], failure);
		expect(kinds).toEqual(['notSent']);
		expect(said).toEqual([
			[
				0,
				{
					field: 'Maximum Total per Day',
					what: 'could not be checked, because what was paid today could not be read: No connection to api.test',
					fix: expect.stringContaining('No item of this run was sent.'),
				},
			],
		]);
	});

	it('asks Stitch nothing without a limit or without payments', async () => {
		expect((await rejections([payment(0, 1)], [], Infinity)).asked).toEqual([]);
		expect((await rejections([], [])).asked).toEqual([]);
	});
});
