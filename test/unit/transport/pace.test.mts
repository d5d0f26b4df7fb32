import type { FailureDetails } from '../../../nodes/Stitch/transport/failure';
import { Outage } from '../../../nodes/Stitch/transport/outage';
import { Pace } from '../../../nodes/Stitch/transport/pace';
import { clockOf } from '../builders.mts';
import {
	asksToWait,
	changes,
	isAway,
	limits,
	queues,
	refusesAll,
	refusesByChance,
	sendRows,
	takes,
} from './simulatedService.mts';

/*
 * What a run with default settings comes to at services of many kinds, in time that passes at once.
 * The bounds are the targets of the product: what is slower or refused more often than this is a
 * mistake.
 */

describe('a run that nothing holds back', () => {
	it('starts with two requests and grows to 64', async () => {
		const { underWay, mostAtOnce } = await sendRows(
			1000,
			takes(() => 100),
		);
		expect(Math.max(...underWay.filter(([at]) => at < 100).map(([, count]) => count))).toBe(2);
		expect(mostAtOnce).toBe(64);
	});

	it('keeps 64 busy when it is long', async () => {
		const { seconds } = await sendRows(
			10_000,
			takes(() => 100),
		);
		expect(seconds).toBeLessThan((10_000 / 64) * 0.1 * 1.05);
	});

	it.each([1, 8, 128])('has %d under way if the user says so', async (concurrency) => {
		const { mostAtOnce, seconds } = await sendRows(
			256,
			takes(() => 100),
			concurrency,
		);
		expect(mostAtOnce).toBe(concurrency);
		expect(seconds).toBeCloseTo((256 / concurrency) * 0.1);
	});
});

/** What requests bring that are sent one after the other; undefined is an answer. */
type Outcomes = Array<FailureDetails | undefined>;

const lost: FailureDetails = { kind: 'answerLost', happened: 'maybe' };
const tooMany: FailureDetails = { kind: 'status', happened: 'no', status: 429 };
const answers = (count: number): Outcomes => Array<undefined>(count).fill(undefined);

/** A pace at a service that takes 100 ms, and how to send one request after the other at it. */
function paceOf(fixed?: number, stop?: AbortSignal) {
	const clock = clockOf();
	const pace = new Pace(clock, new Outage(clock, 60_000), 60_000, fixed, stop);
	const startedAt: number[] = [];
	const sendOne = async (failure?: FailureDetails, until?: number) =>
		await pace.sendInTurn(
			{},
			async () => {
				startedAt.push(clock.elapsed());
				await clock.pause(100);
				return failure ? { failure } : { answer: {} };
			},
			until,
		);
	const send = async (outcomes: Outcomes) => {
		for (const failure of outcomes) await sendOne(failure);
	};
	return { pace, clock, startedAt, send, sendOne };
}

describe('how many may be under way', () => {
	async function atOnceAfter(outcomes: Outcomes, fixed?: number) {
		const { pace, send } = paceOf(fixed);
		await send(outcomes);
		return pace.atOnce;
	}
	// With an answer after each, so that they are no outage.
	const failures = (count: number) => Array.from({ length: count }, () => [lost, undefined]).flat();

	it('is one more with every answer', async () => {
		expect(await atOnceAfter(answers(30))).toBe(2 + 30);
	});

	it('is one more with every answer that refuses a request', async () => {
		const wrong = { kind: 'status', happened: 'no', status: 400 } as const;
		expect(await atOnceAfter(Array<FailureDetails>(30).fill(wrong))).toBe(2 + 30);
	});

	it.each([0, 30])('is not changed by five failures after %d answers', async (count) => {
		expect(await atOnceAfter([...answers(count), ...failures(5)])).toBe(2 + count + 5);
	});

	it.each([6, 7, 11])('is halved once by %d failures among the latest answers', async (count) => {
		const halved = Math.floor((2 + 30 + 5) / 2);
		expect(await atOnceAfter([...answers(30), ...failures(count)])).toBe(halved + count - 5);
	});

	it('is halved by six failures among twenty answers, and not among twenty-one', async () => {
		const sixAmong = (count: number) => [lost, ...answers(count - 10), ...failures(4), lost];
		expect(await atOnceAfter(sixAmong(20))).toBe(Math.floor((2 + 14) / 2));
		expect(await atOnceAfter(sixAmong(21))).toBe(2 + 15);
	});

	it('stays as the user wants it, whatever comes back', async () => {
		expect(await atOnceAfter([...answers(30), ...failures(20)], 8)).toBe(8);
	});
});

describe('the gap between two starts', () => {
	/** Milliseconds between the end of the last request and the start of one more. */
	async function gapAfter(outcomes: Outcomes) {
		const { clock, startedAt, send } = paceOf();
		await send(outcomes);
		const endedAt = clock.elapsed();
		await send([undefined]);
		return startedAt.at(-1)! - endedAt;
	}
	const sixOfThem = Array<FailureDetails>(6).fill(tooMany);

	it('is none after five answers of 429', async () => {
		expect(await gapAfter([...answers(50), ...sixOfThem.slice(1)])).toBe(0);
	});

	it('is a little longer than answers were apart after six', async () => {
		const gapMs = await gapAfter([...answers(50), ...sixOfThem]);
		expect(gapMs).toBeGreaterThan(100);
		expect(gapMs).toBeLessThan(110);
	});

	it('is forgotten in the end, so that one more 429 changes nothing', async () => {
		const longLater = [...answers(50), ...sixOfThem, ...answers(2000)];
		expect(await gapAfter([...longLater, tooMany])).toBe(0);
	});
});

describe('a request', () => {
	it('is not sent once the user has stopped the execution', async () => {
		const { startedAt, sendOne } = paceOf(1, AbortSignal.abort());
		expect(await sendOne()).toEqual({ unsent: { kind: 'stopped', happened: 'no' } });
		expect(startedAt).toEqual([]);
	});

	it('is not sent when there is no time left for it', async () => {
		const { startedAt, clock, sendOne } = paceOf();
		await clock.pause(1000);
		expect(await sendOne(undefined, 1000)).toMatchObject({ unsent: { kind: 'notSent' } });
		expect(startedAt).toEqual([]);
		expect(await sendOne(undefined, 1001)).toEqual({ answer: {} });
	});

	it('is not waited for when its turn comes too late', async () => {
		const { startedAt, clock, sendOne } = paceOf();
		await sendOne({ ...tooMany, retryAfterMs: 5000 });
		expect(await sendOne(undefined, 3000)).toMatchObject({ unsent: { kind: 'notSent' } });
		expect(startedAt).toEqual([0]);
		expect(clock.elapsed()).toBe(100);
	});
});

it.each([1, 5, 20])(
	'a service that works on %d at once is busy all the time but for the beginning',
	async (servers) => {
		const { seconds } = await sendRows(1000, queues(servers, 100));
		expect(seconds).toBeLessThan((1000 / servers) * 0.1 * 1.2);
	},
);

describe.each([
	[50, 10, 0.06],
	[50, 50, 0.1],
	[200, 50, 0.08],
])('at a service that takes %d a second and %d at once', (perSecond, burst, most) => {
	it.each([20, 100])(
		'after %d ms, a run takes at most 1.15 times the best time, and few are refused',
		async (ms) => {
			const rows = perSecond * 20;
			const course = await sendRows(rows, limits(perSecond, burst, ms));
			expect(course.failures).toBe(0);
			expect(course.seconds).toBeLessThan(((rows - burst) / perSecond) * 1.15);
			expect(course.refused / course.sent).toBeLessThan(most);
		},
	);
});

it.each([1, 5])('a run keeps to a limit of %d a second', async (perSecond) => {
	const { seconds, failures } = await sendRows(300, limits(perSecond, 1, 100));
	expect(failures).toBe(0);
	expect(seconds).toBeLessThan((300 / perSecond) * 1.4);
});

it('a run soon forgets a limit that is lifted', async () => {
	const { seconds, failures } = await sendRows(
		5000,
		changes(
			10_000,
			limits(50, 10, 100),
			takes(() => 100),
		),
	);
	expect(failures).toBe(0);
	// At 50 a second it would take 100 s.
	expect(seconds).toBeLessThan(30);
});

it.each([429, 503])(
	'a service that refuses 4 %% with %d by chance costs at most half as much time again',
	async (status) => {
		for (let seed = 1; seed <= 5; seed++) {
			const behaviour = refusesByChance(0.04, status, 100);
			const { seconds, failures } = await sendRows(5000, behaviour, undefined, seed);
			expect(failures).toBe(0);
			expect(seconds).toBeLessThan((5000 / 64) * 0.1 * 1.5);
		}
	},
);

it('a run is over within a minute although everything was refused for 10 s', async () => {
	const { seconds, failures } = await sendRows(10_000, refusesAll(500, 10_500, 20));
	expect(failures).toBe(0);
	expect(seconds).toBeLessThan(60);
});

it('a run sends hardly anything while the service is away, and then comes back to its pace', async () => {
	const course = await sendRows(3000, isAway(3000, 33_000, 100));
	expect(course.failures).toBe(0);
	expect(course.seconds).toBeLessThan(33 + 20);
	expect(course.underWay.filter(([at]) => at > 3200 && at < 33_000).length).toBeLessThan(20);
});

it('no request starts before Retry-After, whichever was asked to wait', async () => {
	const { underWay, failures } = await sendRows(
		2000,
		asksToWait(
			1000,
			'30',
			takes(() => 100),
		),
	);
	expect(failures).toBe(0);
	const [afterwards] = underWay.filter(([at]) => at > 1200);
	expect(afterwards?.[0]).toBeGreaterThanOrEqual(31_000);
});

describe('a run gives up', () => {
	it('soon when it is asked to wait for an hour, although others queue for their turn', async () => {
		const behaviour = asksToWait(10_000, '3600', limits(20, 10, 100));
		const { seconds, failures } = await sendRows(600, behaviour);
		expect(failures).toBeGreaterThan(0);
		expect(seconds).toBeLessThan(15);
	});

	it.each([undefined, '1', '60'])(
		'at Retry Time Limit when every request is refused with 429 (Retry-After: %s)',
		async (retryAfter) => {
			const behaviour = refusesByChance(1, 429, 100, retryAfter);
			const { seconds, sent, failures } = await sendRows(3000, behaviour);
			expect(failures).toBe(3000);
			expect(seconds).toBeLessThanOrEqual(121);
			expect(sent).toBeLessThan(100);
		},
	);
});
