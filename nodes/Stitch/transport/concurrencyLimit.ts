import type { Clock } from './clock';

/** Also what slow answers leave: with fewer, n8n and the service would wait for each other. */
const atFirst = 4;

/** Also of what a user may choose. */
export const mostAtOnce = 128;

/** Growth from one round to the next. */
const growth = 1.3;

/** How many times as many as the service can work on at once: the others wait there, at hand. */
const room = 1.5;

/** Milliseconds. Shorter answers differ more by what n8n does meanwhile than by the service. */
const shortestAnswer = 10;

/** A single answer counts as so many times the best at most: one slow one proves nothing. */
const slowestAnswer = 3;

/** Answers whose mean is believed to be the best time. */
const smoothed = 48;

/** Answers without which nothing but growth is decided. */
const enough = 16;

/** Rounds without growth after which it is tried out whether fewer requests are answered faster. */
const firstPatience = 6;

/** With half as many at once, answers of a service that queues take at most so much of the time. */
const clearlyFaster = 0.8;

/** A request under way: when it started, and how many were allowed then. */
export interface Started {
	at: number;
	among: number;
}

/** The answers to about as many requests as are under way at once. */
class Round {
	answers = 0;

	/** Milliseconds, of all answers together. */
	time = 0;

	/** The same, each divided by how many were allowed. */
	timePerRequest = 0;

	constructor(
		/** The most requests that were under way. */
		public most: number,
	) {}
}

/**
 * How many requests of a run are under way at the same time, found by how long the answers take, as
 * TCP Vegas does it. While they take as long as the best, the service is not busy, and there are more
 * from round to round. Where they take longer, requests queue there, and more would not be faster:
 * there are `room` times as many as the service works on, by Little's law. Where few are as slow as
 * many, they are not the cause, and the time that is measured then is the best from there on.
 */
export class ConcurrencyLimit {
	private limit: number;

	private underWay = 0;

	private round = new Round(0);

	/** Requests that started before the first answer waited for the token and for connections. */
	private firstAnswerAt = Infinity;

	/** Requests that started before met more others than now. */
	private loweredAt = -Infinity;

	/** Mean of the latest answers, and of how many. */
	private mean = 0;

	private meanOf = 0;

	private best = Infinity;

	private roundsWithoutGrowth = 0;

	private patience = firstPatience;

	/** What was measured before the limit was halved to try that out; undefined otherwise. */
	private before: { limit: number; time: number } | undefined;

	/** @param fixed what the user chose; undefined to find it */
	constructor(
		private readonly clock: Clock,
		private readonly fixed?: number,
	) {
		this.limit = fixed ?? atFirst;
	}

	/** How many requests may be under way now. */
	get atOnce(): number {
		return Math.floor(this.limit);
	}

	start(): Started {
		this.round.most = Math.max(this.round.most, ++this.underWay);
		return { at: this.clock.elapsed(), among: this.atOnce };
	}

	/** A request is no longer under way, whatever came of it. */
	end(): void {
		this.underWay--;
	}

	/** It was answered, and the answer tells how busy the service is. */
	answered({ at, among }: Started): void {
		const now = this.clock.elapsed();
		this.firstAnswerAt = Math.min(this.firstAnswerAt, now);
		if (this.fixed !== undefined || at < this.firstAnswerAt || at < this.loweredAt) return;
		const took = Math.max(shortestAnswer, now - at);
		const counted = Math.min(took, slowestAnswer * this.best);
		this.noteBest(counted);
		this.round.answers++;
		this.round.time += counted;
		this.round.timePerRequest += counted / among;
		if (this.round.answers >= this.limit) this.decide();
	}

	/** It was not answered, or refused for there being too many: half of them, once for each burst. */
	overloaded({ at }: Started): void {
		if (this.fixed !== undefined || at < this.loweredAt) return;
		this.before = undefined;
		this.startRound(this.limit / 2);
	}

	private noteBest(took: number): void {
		this.meanOf++;
		this.mean += (took - this.mean) / Math.min(smoothed, this.meanOf);
		if (this.meanOf <= atFirst) this.best = this.mean;
		else if (this.meanOf >= smoothed) this.best = Math.min(this.best, this.mean);
	}

	private decide(): void {
		// Too few items to tell what more at once would do.
		if (this.round.most < this.atOnce) return this.startRound(this.limit);
		const { answers, time } = this.round;
		if (this.before !== undefined) {
			if (answers >= enough) this.judge(this.before, time / answers);
			return;
		}
		const next = this.next();
		if (next === mostAtOnce || next > this.limit * 1.05) {
			this.roundsWithoutGrowth = 0;
			return this.startRound(next);
		}
		if (answers < enough) return;
		if (next < this.limit * clearlyFaster || ++this.roundsWithoutGrowth >= this.patience) {
			this.roundsWithoutGrowth = 0;
			this.before = { limit: this.limit, time: time / answers };
			return this.startRound(this.limit / 2);
		}
		this.startRound(next);
	}

	private next(): number {
		const { answers, timePerRequest } = this.round;
		const useful = this.useful(answers / timePerRequest);
		return Math.min(mostAtOnce, useful, Math.max(this.limit * growth, this.limit + 1));
	}

	/** How many requests help, at so many answers per millisecond: Little's law, and some more. */
	private useful(answersPerMs: number): number {
		return Math.max(atFirst, room * this.best * answersPerMs);
	}

	/** Compares the time that answers took with half of the limit to the time before. */
	private judge(before: { limit: number; time: number }, time: number): void {
		this.before = undefined;
		this.meanOf = atFirst;
		this.mean = time;
		if (time > before.time * clearlyFaster) {
			this.best = time;
			this.patience = firstPatience;
			return this.startRound(before.limit);
		}
		this.best = Math.min(this.best, time);
		this.patience *= 2;
		this.startRound(Math.min(before.limit, this.useful(before.limit / before.time)));
	}

	private startRound(limit: number): void {
		if (limit < this.limit) this.loweredAt = this.clock.elapsed();
		this.limit = Math.min(mostAtOnce, Math.max(1, limit));
		this.round = new Round(this.underWay);
	}
}
