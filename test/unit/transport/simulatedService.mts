import { inParallel } from '../../../nodes/Stitch/run/concurrency';
import { Service, type RawAnswer } from '../../../nodes/Stitch/transport/service';
import { addresses, answer } from '../builders.mts';
import { randomOf, VirtualTime } from '../webhook/virtualTime.mts';

/** How a made-up service treats each request, in time that passes at once. */
type Behaviour = (time: VirtualTime) => () => Promise<RawAnswer>;

const paid = answer(201, { id: '1' });
const unavailable = answer(503, {});

/** A refusal, perhaps with the seconds to wait. */
const refusal = (status: number, retryAfter?: string) =>
	answer(status, {}, retryAfter === undefined ? {} : { 'retry-after': retryAfter });

/** Takes so many milliseconds for every request, however many come. */
export const takes =
	(ms: (at: number, request: number) => number): Behaviour =>
	(time) => {
		let requests = 0;
		return async () => {
			await time.pause(ms(time.elapsed(), ++requests));
			return paid;
		};
	};

/** Is not available for requests that come within a time. */
export const isAway =
	(from: number, to: number, ms: number): Behaviour =>
	(time) =>
	async () => {
		const away = time.elapsed() >= from && time.elapsed() < to;
		await time.pause(ms);
		return away ? unavailable : paid;
	};

/** Refuses every request that comes within a time, whoever sends it and however slowly. */
export const refusesAll =
	(from: number, to: number, ms: number): Behaviour =>
	(time) =>
	async () => {
		const isRefused = time.elapsed() >= from && time.elapsed() < to;
		await time.pause(ms);
		return isRefused ? refusal(429) : paid;
	};

/** Refuses a part of the requests, whoever sends them and however fast. */
export const refusesByChance =
	(share: number, status: number, ms: number, retryAfter?: string): Behaviour =>
	(time) => {
		const random = randomOf(Math.floor(time.random() * 2 ** 31));
		return async () => {
			const isRefused = random() < share;
			await time.pause(ms);
			return isRefused ? refusal(status, retryAfter) : paid;
		};
	};

/** Works on so many requests at the same time; the others queue. */
export const queues =
	(servers: number, ms: number): Behaviour =>
	(time) => {
		const freeAt: number[] = Array(servers).fill(0);
		return async () => {
			const now = time.elapsed();
			const server = freeAt.indexOf(Math.min(...freeAt));
			const end = Math.max(now, freeAt[server] ?? 0) + ms;
			freeAt[server] = end;
			await time.pause(end - now);
			return paid;
		};
	};

/** Takes so many requests in a second, refilled evenly, and refuses those above. */
export const limits =
	(perSecond: number, burst: number, ms: number): Behaviour =>
	(time) => {
		let tokens = burst;
		let at = 0;
		return async () => {
			await time.pause(ms / 2);
			tokens = Math.min(burst, tokens + ((time.elapsed() - at) / 1000) * perSecond);
			at = time.elapsed();
			const taken = tokens >= 1;
			if (taken) tokens -= 1;
			await time.pause(ms / 2);
			return taken ? paid : refusal(429);
		};
	};

/** Becomes another service after so many milliseconds. */
export const changes =
	(after: number, before: Behaviour, then: Behaviour): Behaviour =>
	(time) => {
		const treatBefore = before(time);
		const treatThen = then(time);
		return async () => await (time.elapsed() < after ? treatBefore() : treatThen());
	};

/** Asks once, after a time, to wait so many seconds; treats all others in its usual way. */
export const asksToWait =
	(after: number, seconds: string, usual: Behaviour): Behaviour =>
	(time) => {
		const treat = usual(time);
		let hasAsked = false;
		return async () => {
			const asks = !hasAsked && time.elapsed() >= after;
			if (!asks) return await treat();
			hasAsked = true;
			return refusal(429, seconds);
		};
	};

/** What one run came to. */
interface Course {
	seconds: number;
	sent: number;
	refused: number;
	mostAtOnce: number;
	/** How many requests were under way when each one started, with its time in milliseconds. */
	underWay: Array<[at: number, count: number]>;
	failures: number;
}

/** Sends so many rows as a run does. */
export async function sendRows(
	rows: number,
	behaviour: Behaviour,
	concurrency?: number,
	seed = 1,
	time = new VirtualTime(seed),
): Promise<Course> {
	const treat = behaviour(time);
	const course: Course = {
		seconds: 0,
		sent: 0,
		refused: 0,
		mostAtOnce: 0,
		underWay: [],
		failures: 0,
	};
	let underWay = 0;
	const service = new Service(
		async () => {
			course.sent++;
			course.mostAtOnce = Math.max(course.mostAtOnce, ++underWay);
			course.underWay.push([time.elapsed(), underWay]);
			const treated = await treat();
			underWay--;
			if (treated.statusCode >= 429) course.refused++;
			return treated;
		},
		addresses,
		'test-client',
		{
			maxTries: Infinity,
			budgetMs: 120_000,
			timeoutMs: 30_000,
			...(concurrency && { concurrency }),
		},
		time,
	);
	const run = inParallel(
		[...Array(rows).keys()],
		() => service.atOnce,
		async () => {
			const outcome = await service.tryCall({ method: 'POST', path: '/', repeat: 'always' });
			if ('failure' in outcome) course.failures++;
			return true;
		},
	).then(() => (course.seconds = time.elapsed() / 1000));
	await time.run();
	await run;
	return course;
}
