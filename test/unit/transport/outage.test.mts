import { inParallel } from '../../../nodes/Stitch/run/concurrency';
import { isUnknown, type FailureDetails } from '../../../nodes/Stitch/transport/failure';
import { explain } from '../../../nodes/Stitch/transport/messages';
import { Outage } from '../../../nodes/Stitch/transport/outage';
import { Service, type RawAnswer } from '../../../nodes/Stitch/transport/service';
import { addresses, answer, clockOf } from '../builders.mts';
import { randomOf, VirtualTime } from '../webhook/virtual-time.mts';

/** How the service treats one request: how long it takes, and what comes of it. */
interface Treatment {
	ms: number;
	outcome: RawAnswer | FailureDetails;
}

interface RunInput {
	rows?: number;
	concurrency?: number;
	/** What happens to a request of this row that is sent at this time. */
	treat: (row: number, sentAt: number) => Treatment;
	maxAttempts?: number;
	budgetMs?: number;
	timeoutMs?: number;
}

const paid: Treatment = { ms: 20, outcome: answer(201, { id: '1' }) };
const silent: Treatment = { ms: 30_000, outcome: { kind: 'answerLost' } };
const reset: Treatment = { ms: 20, outcome: { kind: 'answerLost' } };
const unavailable: Treatment = { ms: 20, outcome: answer(503, {}) };
const refused: Treatment = { ms: 1, outcome: { kind: 'notConnected' } };
const noToken: Treatment = { ms: 30_000, outcome: { kind: 'token', temporary: true } };

/** Sends the rows of a run that continues after failures, in time that passes at once. */
async function send({
	rows = 1000,
	concurrency = 8,
	treat,
	maxAttempts = 10,
	budgetMs = 120_000,
	timeoutMs = 30_000,
}: RunInput) {
	const time = new VirtualTime(1);
	const attempts: number[] = [];
	let underWay = 0;
	const underWayAt: Array<[at: number, count: number]> = [];
	const service = new Service(
		async ({ url }) => {
			const row = Number(url.split('/').at(-1));
			attempts[row] = (attempts[row] ?? 0) + 1;
			underWayAt.push([time.elapsed(), ++underWay]);
			const { ms, outcome } = treat(row, time.elapsed());
			await time.pause(ms);
			underWay--;
			return outcome;
		},
		addresses,
		'test-client',
		{ maxAttempts, budgetMs, timeoutMs, concurrency },
		time,
	);
	const failures: FailureDetails[] = [];
	let took = 0;
	const run = inParallel(
		[...Array(rows).keys()],
		() => concurrency,
		async (row) => {
			const sent = service.attempt({ method: 'POST', path: `/${row}`, repeat: 'always' });
			const outcome = await sent;
			if ('failure' in outcome) failures[row] = outcome.failure;
			return true;
		},
	).then(() => (took = time.elapsed()));
	await time.run();
	await run;
	return { service, time, took, attempts, failures, underWayAt };
}

const rowsOf = (list: readonly unknown[]) => Object.keys(list).map(Number);

describe('a run while the service is away', () => {
	it.each<[string, Treatment]>([
		['is silent', silent],
		['cannot be reached', refused],
		['says that it is not available', unavailable],
		['gets no token, because the token server is silent', noToken],
	])('ends within Retry Time Limit and one Timeout when it %s', async (_, treatment) => {
		const { took, failures } = await send({ treat: () => treatment });
		expect(took).toBeLessThanOrEqual(120_000 + 30_000);
		expect(rowsOf(failures)).toHaveLength(1000);
	});

	it.each([
		[0, 60_000],
		[10_000, 60_000],
		[60_000, 90_000],
	])('keeps to a Retry Time Limit of %d ms, too', async (budgetMs, most) => {
		const { took } = await send({ treat: () => silent, budgetMs });
		expect(took).toBeLessThanOrEqual(most);
	});

	it('ends as soon with few attempts', async () => {
		const { took } = await send({ treat: () => silent, maxAttempts: 1 });
		expect(took).toBeLessThanOrEqual(150_000);
	});

	it('needs one more Timeout where items go one after the other: one alone proves nothing', async () => {
		const { took } = await send({ treat: () => silent, concurrency: 1 });
		expect(took).toBeLessThanOrEqual(180_000);
	});

	it('says of the rows that were not sent that nothing was sent, and nothing else', async () => {
		const { attempts, failures } = await send({ treat: () => silent });
		const unsent = failures.filter((_, row) => attempts[row] === undefined);
		expect(unsent.length).toBeGreaterThan(900);
		expect(unsent.some(isUnknown)).toBe(false);
		expect(unsent.every(({ kind }) => kind === 'notSent')).toBe(true);
		const words = unsent[0] && explain(unsent[0]);
		expect(words?.message).toMatch(/^Not sent: /);
		expect(words?.description).toContain('Nothing was sent for this item');
	});

	it('tries no more than a few other rows once it has given up', async () => {
		const { attempts, failures } = await send({ treat: () => unavailable });
		// Eight were under way when it began.
		expect(rowsOf(attempts).length).toBeLessThanOrEqual(8 + 10);
		expect(rowsOf(failures)).toHaveLength(1000);
	});

	it('says of each row that was sent that its outcome is not known', async () => {
		const { attempts, failures } = await send({ treat: () => silent });
		const sent = failures.filter((_, row) => attempts[row] !== undefined);
		expect(sent.every(isUnknown)).toBe(true);
	});

	it('lets one request at a time look whether it is back', async () => {
		const { underWayAt } = await send({ treat: () => unavailable });
		const later = underWayAt.filter(([at]) => at > 1000);
		expect(later.length).toBeGreaterThan(5);
		expect(later.length).toBeLessThan(40);
		expect(Math.max(...later.map(([, count]) => count))).toBe(1);
	});

	it('goes on with all rows when it is back in time', async () => {
		const treat = (_row: number, at: number) => (at < 90_000 ? unavailable : paid);
		const { took, failures } = await send({ treat });
		expect(failures).toEqual([]);
		expect(took).toBeLessThan(120_000);
	});

	it('goes on with the rest when it was away in the middle', async () => {
		const treat = (_row: number, at: number) => (at > 500 && at < 60_500 ? silent : paid);
		const { took, failures } = await send({ treat });
		expect(failures).toEqual([]);
		expect(took).toBeLessThan(100_000);
	});
});

describe('a run while the service is there', () => {
	it('does not take a row that fails the service for an outage', async () => {
		const treat = (row: number) => (row === 0 ? silent : paid);
		for (const concurrency of [1, 8]) {
			const { failures } = await send({ treat, concurrency, rows: 20 });
			expect(rowsOf(failures)).toEqual([0]);
		}
	});

	it.each([1, 2, 8])(
		'pays all others, %d at once, where it fails on as many rows that follow each other',
		async (concurrency) => {
			for (const first of [0, 5]) {
				const bad = [...Array(Math.max(2, concurrency)).keys()].map((row) => first + row);
				const treat = (row: number) => (bad.includes(row) ? unavailable : paid);
				const { failures } = await send({ treat, concurrency, rows: 300 });
				expect(rowsOf(failures)).toEqual(bad);
			}
		},
	);

	it('does not give up for all when it asks one row to wait for long', async () => {
		const later: Treatment = { ms: 20, outcome: answer(503, {}, { 'retry-after': '130' }) };
		const seen = new Set<number>();
		const treat = (row: number) => {
			if (row === 0) return later;
			const isFirst = row === 1 && !seen.has(row);
			seen.add(row);
			return isFirst ? unavailable : paid;
		};
		const { failures } = await send({ treat, concurrency: 2, rows: 300 });
		expect(rowsOf(failures)).toEqual([0]);
	});

	it.each([0, 120_000])(
		'sends every row though many answers are lost, with a time limit of %d ms',
		async (budgetMs) => {
			for (let seed = 1; seed <= 20; seed++) {
				const random = randomOf(seed);
				const treat = () => (random() < 0.1 ? reset : paid);
				const { failures } = await send({ treat, budgetMs, rows: 300 });
				expect(failures.filter(({ kind }) => kind === 'notSent')).toEqual([]);
			}
		},
	);
});

it('looks again later for those who wait longer, such as a wait for final statuses', async () => {
	const treat = (_row: number, at: number) => (at < 200_000 ? unavailable : paid);
	const { service, time, took } = await send({ treat, rows: 20 });
	expect(took).toBeLessThanOrEqual(150_000);
	const outcomes: string[] = [];
	const readings = inParallel(
		[...Array(10).keys()],
		() => 1,
		async (reading) => {
			await time.pause(15_000);
			const outcome = await service.attempt({
				method: 'GET',
				path: `/${reading}`,
				repeat: 'always',
			});
			outcomes.push('answer' in outcome ? 'answer' : outcome.failure.kind);
			return true;
		},
	);
	await time.run();
	await readings;
	expect(outcomes.slice(-4)).toEqual(Array(4).fill('answer'));
});

const missed: FailureDetails = { kind: 'answerLost' };
const unavailableOnce: FailureDetails = { kind: 'status', status: 503 };
const wrong: FailureDetails = { kind: 'status', status: 400 };
const tooMany: FailureDetails = { kind: 'status', status: 429 };

/** What requests of one run see together. */
async function outageOf(patienceMs = 60_000) {
	const clock = clockOf();
	const outage = new Outage(clock, patienceMs);
	// A run is under way for a while before anything happens.
	await clock.pause(5000);
	/** A request is sent and brings this at once. */
	const ask = (failure?: FailureDetails, request = {}, others = 0) => {
		outage.end(outage.begin(request), failure, others);
	};
	/** Milliseconds until this request may be sent. */
	const waitOf = (request = {}) => Math.max(0, outage.earliestStart(request) - clock.elapsed());
	return { outage, clock, ask, waitOf };
}

describe('an outage', () => {
	it.each<FailureDetails>([
		{ kind: 'answerLost' },
		{ kind: 'notConnected' },
		{ kind: 'token', temporary: true },
		{ kind: 'status', status: 500 },
	])('is what two different requests with %j in a row show', async (failure) => {
		const { outage, ask } = await outageOf();
		ask(failure);
		expect(outage.isOpen).toBe(false);
		ask(failure);
		expect(outage.isOpen).toBe(true);
	});

	it.each<FailureDetails>([
		{ kind: 'status', status: 400 },
		{ kind: 'status', status: 499 },
		{ kind: 'token' },
	])('is not what requests with %j show, because they were answered', async (failure) => {
		const { outage, ask } = await outageOf();
		ask(failure);
		ask(failure);
		expect(outage.isOpen).toBe(false);
	});

	it('is not what one request shows, however often it is sent', async () => {
		const { outage, ask } = await outageOf();
		const request = {};
		for (let attempt = 0; attempt < 5; attempt++) ask(missed, request);
		expect(outage.isOpen).toBe(false);
	});

	it('is not what two requests show that were not answered, with an answer between them', async () => {
		const { outage, ask } = await outageOf();
		for (const failure of [missed, wrong, missed, undefined, missed]) ask(failure);
		expect(outage.isOpen).toBe(false);
	});

	it.each([
		[0, 2],
		[16, 2],
		[17, 3],
		[32, 3],
		[33, 4],
	])('needs more of them the more are under way: with %i others, %i', async (others, needed) => {
		const { outage, ask } = await outageOf();
		for (let one = 1; one <= needed; one++) {
			expect(outage.isOpen).toBe(false);
			ask(missed, {}, others);
		}
		expect(outage.isOpen).toBe(true);
	});

	it('is what five seconds of nothing but 429 show, and not less', async () => {
		const { outage, ask, clock } = await outageOf();
		ask(tooMany);
		await clock.pause(4999);
		ask(tooMany);
		expect(outage.isOpen).toBe(false);
		await clock.pause(1);
		ask(tooMany);
		expect(outage.isOpen).toBe(true);
	});

	it('is not what 429 shows while others are accepted', async () => {
		const { outage, ask, clock } = await outageOf();
		for (let second = 0; second < 20; second++) {
			ask(tooMany);
			await clock.pause(1000);
			if (second % 4 === 0) ask();
		}
		expect(outage.isOpen).toBe(false);
	});

	it('is over with the first answer', async () => {
		const { outage, ask, waitOf } = await outageOf();
		for (const failure of [missed, missed, wrong]) ask(failure);
		expect(outage.isOpen).toBe(false);
		expect(waitOf()).toBe(0);
	});

	it('is probed with growing pauses, which begin anew in the next outage', async () => {
		const { ask, clock, waitOf } = await outageOf();
		const pauses: number[] = [];
		for (const failure of [missed, missed, missed, missed, wrong, missed, missed]) {
			ask(failure);
			if (waitOf() > 0) pauses.push(waitOf());
			await clock.pause(waitOf());
		}
		expect(pauses).toEqual([250, 500, 1000, 250]);
	});

	it('is not judged by those that were sent before it was seen', async () => {
		const { outage, ask, waitOf } = await outageOf();
		const early = outage.begin({});
		ask(missed);
		ask(missed);
		outage.end(early, missed, 0);
		expect(waitOf()).toBe(250);
	});

	it('is given up as soon as nothing was accepted for the whole time', async () => {
		const { outage, ask, clock } = await outageOf(1000);
		const startedAt = clock.elapsed();
		ask(missed);
		expect(outage.isGivenUpBy(startedAt + 999)).toBe(false);
		expect(outage.isGivenUpBy(startedAt + 1000)).toBe(true);
	});

	it('begins with the last answer where a request was under way for longer', async () => {
		const { outage, ask, clock } = await outageOf(1000);
		const slow = outage.begin({});
		await clock.pause(2000);
		ask();
		outage.end(slow, missed, 0);
		expect(outage.isGivenUpBy(clock.elapsed() + 999)).toBe(false);
	});

	it('that was given up is probed again when 20 s are over', async () => {
		const { ask, waitOf } = await outageOf(0);
		ask(missed);
		ask(missed);
		expect(waitOf()).toBe(20_000);
	});
});

describe('an outage that was given up', () => {
	async function givenUp(failure: FailureDetails) {
		const { ask, clock, waitOf } = await outageOf(0);
		const known = {};
		ask(failure, known);
		ask(failure);
		return { ask, clock, known, mayTry: (request = {}) => waitOf(request) === 0 };
	}

	it('lets ten others try where errors are heard', async () => {
		const { ask, mayTry } = await givenUp(unavailableOnce);
		for (let one = 0; one < 10; one++) {
			expect(mayTry()).toBe(true);
			ask(unavailableOnce);
		}
		expect(mayTry()).toBe(false);
	});

	it('lets nobody try who was sent already', async () => {
		const { known, mayTry } = await givenUp(unavailableOnce);
		expect(mayTry(known)).toBe(false);
		expect(mayTry()).toBe(true);
	});

	it('lets nobody try for longer than 20 s', async () => {
		const { ask, clock, mayTry } = await givenUp(unavailableOnce);
		ask(unavailableOnce);
		await clock.pause(19_999);
		ask(unavailableOnce);
		expect(mayTry()).toBe(true);
		await clock.pause(1);
		expect(mayTry()).toBe(false);
	});

	it.each<FailureDetails>([
		{ kind: 'answerLost' },
		{ kind: 'status', status: 429 },
		{ kind: 'token', temporary: true, status: 503 },
	])('lets nobody try where %j is all that comes', async (failure) => {
		const { ask, clock, mayTry } = await givenUp(failure);
		await clock.pause(5000);
		ask(failure);
		expect(mayTry()).toBe(false);
	});
});
