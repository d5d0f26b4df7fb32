import type { FailureDetails } from '../../../nodes/Stitch/transport/failure';
import { Outage } from '../../../nodes/Stitch/transport/outage';
import { clockOf } from '../builders.mts';

const missed: FailureDetails = { kind: 'answerLost', happened: 'maybe' };
const serverError: FailureDetails = { kind: 'status', happened: 'maybe', status: 500 };
const wrong: FailureDetails = { kind: 'status', happened: 'no', status: 400 };
const tooMany: FailureDetails = { kind: 'status', happened: 'no', status: 429 };

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
		{ kind: 'answerLost', happened: 'maybe' },
		{ kind: 'notConnected', happened: 'no' },
		{ kind: 'token', happened: 'no', sentence: 'No token', temporary: true },
		{ kind: 'status', happened: 'maybe', status: 500 },
		{ kind: 'status', happened: 'maybe', status: 408 },
		{ kind: 'notTheService', happened: 'maybe', status: 502 },
		{ kind: 'notTheService', happened: 'maybe', status: 302 },
		{ kind: 'unreadable', happened: 'maybe', status: 200 },
	])('is what two different requests with %j in a row show', async (failure) => {
		const { outage, ask } = await outageOf();
		ask(failure);
		expect(outage.isOpen).toBe(false);
		ask(failure);
		expect(outage.isOpen).toBe(true);
	});

	it.each<FailureDetails>([
		{ kind: 'status', happened: 'no', status: 400 },
		{ kind: 'status', happened: 'no', status: 499 },
		{ kind: 'token', happened: 'no', sentence: 'No token' },
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

	it('says of what is not sent whether Stitch is silent or refuses everything', async () => {
		const { outage, ask } = await outageOf();
		ask(missed);
		expect(outage.whyUnsent.sentence).toContain('had stopped answering');
		ask(tooMany);
		expect(outage.whyUnsent.sentence).toContain('accepted no more');
	});

	it('is over with the first answer', async () => {
		const { outage, ask, waitOf } = await outageOf();
		for (const failure of [missed, missed, wrong]) ask(failure);
		expect(outage.isOpen).toBe(false);
		expect(waitOf()).toBe(0);
	});

	it('is probed with growing pauses, which start again in the next outage', async () => {
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

	it('is not given up for all when one request is asked to wait longer than requests usually do', async () => {
		const { outage, ask, clock } = await outageOf(30_000);
		ask(missed);
		expect(outage.isGivenUpForOneAt(clock.elapsed() + 600_000)).toBe(false);
		await clock.pause(10_000);
		expect(outage.isGivenUpForOneAt(clock.elapsed() + 19_999)).toBe(false);
		expect(outage.isGivenUpForOneAt(clock.elapsed() + 600_000)).toBe(true);
		expect(outage.isGivenUpBy(clock.elapsed())).toBe(true);
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
		const known = {};
		ask(missed, known);
		ask(missed);
		expect(waitOf(known)).toBe(20_000);
	});
});

describe('an outage that was given up', () => {
	async function givenUp(failure: FailureDetails, patienceMs = 60_000) {
		const { ask, clock, waitOf } = await outageOf(patienceMs);
		const known = {};
		const other = {};
		ask(failure, known);
		ask(failure, other);
		await clock.pause(patienceMs);
		ask(failure, other);
		return { ask, clock, known, mayTry: (request = {}) => waitOf(request) === 0 };
	}

	it('lets ten others try', async () => {
		const { ask, mayTry } = await givenUp(serverError);
		for (let one = 0; one < 10; one++) {
			expect(mayTry()).toBe(true);
			ask(serverError);
		}
		expect(mayTry()).toBe(false);
	});

	it('lets others try however long those before them were under way', async () => {
		const { outage, ask, clock, waitOf } = await outageOf(0);
		ask(missed);
		const slow = outage.begin({});
		await clock.pause(30_000);
		outage.end(slow, missed, 0);
		expect(waitOf()).toBe(0);
	});

	it('lets no request try that was already sent', async () => {
		const { known, mayTry } = await givenUp(serverError);
		expect(mayTry(known)).toBe(false);
		expect(mayTry()).toBe(true);
	});

	it.each([
		['20 s', 60_000, 20_000],
		['it was waited for', 3000, 3000],
	])('lets no request try for longer than %s', async (_, patienceMs, mostMs) => {
		const { ask, clock, mayTry } = await givenUp(serverError, patienceMs);
		ask(serverError);
		await clock.pause(mostMs - 1);
		ask(serverError);
		expect(mayTry()).toBe(true);
		await clock.pause(1);
		expect(mayTry()).toBe(false);
	});

	it.each<FailureDetails>([
		{ kind: 'notConnected', happened: 'no' },
		{ kind: 'status', happened: 'no', status: 429 },
		{ kind: 'token', happened: 'no', sentence: 'No token', temporary: true },
	])('lets no request try when only %j comes, whatever is asked for', async (failure) => {
		const { ask, clock, mayTry } = await givenUp(failure);
		await clock.pause(5000);
		ask(failure);
		expect(mayTry()).toBe(false);
	});
});
