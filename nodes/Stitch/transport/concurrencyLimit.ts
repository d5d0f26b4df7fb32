import { Answers } from './answers';
import type { Clock } from './clock';
import type { Standstill } from './standstill';
import { Refusals } from './refusals';

/** The largest limit, found or chosen by the user. */
export const mostAtOnce = 128;

/** With one alone, a silent service would not show: its own values may be what it fails on. */
const atFirst = 2;

/** Milliseconds. Shorter answers differ more by what n8n does meanwhile than by the service. */
const shortestAnswer = 10;

/** A single answer counts as at most this many times the best: one slow answer proves nothing. */
const slowestAnswer = 3;

/** Answers whose mean is believed to be the best time, if it is clearly shorter. */
const enough = 100;

/** The same until answers slow down: a best that is too long lets the limit double for nothing. */
const enoughAtFirst = 8;

/** Times the best time: answers that take longer wait for each other, or for somebody else. */
const slower = 1.1;

/** Rounds of answers without growth after which fewer at once are tried. */
const firstPatience = 6;
const mostPatience = 48;

/** The part of the limit that is tried then: `spare` leaves no more than this without a queue. */
const fewer = 0.75;

/** Where requests queue, that many are answered in at most this part of the time. */
const clearlyFaster = 0.8;

/** A request under way. */
export interface Started {
	at: number;
	/** How long this process had stood still by then. */
	lost: number;
	/** How many were allowed then; undefined if far fewer were under way. */
	among: number | undefined;
}

/**
 * How many requests of a run are under way at the same time, found by how long the answers take, as
 * TCP Vegas does it. After the first answer one request goes alone, and its answer tells the best
 * time. By Little's law, answers per millisecond times the best time is how many requests the service
 * works on; that many are allowed and some more, twice as many until answers slow down for the first
 * time, so the number grows while nothing queues and stays where it does. Where few requests are as
 * slow as many, or many as fast as few, their number is not the cause, and their time is the best
 * from there on. It is halved when more requests fail than by chance.
 */
export class ConcurrencyLimit {
	private limit: number;

	/** Requests that have entered: most are sent, the others wait for their turn. */
	private entered = 0;

	private sent = 0;

	/** While requests are under way: an answer that lies unread meanwhile was not slow. */
	private standstill: Standstill | undefined;

	private readonly waiting: Array<() => void> = [];

	private readonly refusals = new Refusals();

	/** The requests before the first answer waited for the token and for a connection. */
	private isFirstAnswer = true;

	/** When answers slowed down for the first time; until then the limit can be doubled. */
	private slowedDown: { limit: number; mean: number } | undefined;

	/** Requests that started before met more others than now. */
	private loweredAt = -Infinity;

	/** Milliseconds that an answer takes where none has to wait. */
	private best = Infinity;

	private round = new Answers();

	private sinceBest = new Answers();

	private sinceGrowth = new Answers();

	/** The limit when it grew last. */
	private grownTo = 1;

	private patience = firstPatience;

	/** What was before fewer at once were tried, while they are; undefined otherwise. */
	private before: { limit: number; mean: number } | undefined;

	/** @param fixed what the user chose; undefined to find it */
	constructor(
		private readonly clock: Clock,
		private readonly fixed?: number,
	) {
		this.limit = fixed ?? atFirst;
	}

	/** How many requests may be under way now; rounded, because 1.9 must not be 1 for ever. */
	get atOnce(): number {
		return Math.round(this.limit);
	}

	/** Waits until one more request may be under way; `leave` ends that, whatever came of it. */
	async enter(): Promise<void> {
		if (this.entered < this.atOnce) this.entered++;
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	leave(): void {
		this.entered--;
		this.admit();
	}

	/** A request that has entered is sent; `end` says that it is no longer under way. */
	start(): Started {
		if (++this.sent === 1 && this.fixed === undefined) this.standstill = this.clock.standstill();
		const among = this.sent > this.atOnce / 2 ? this.atOnce : undefined;
		return { at: this.clock.elapsed(), lost: this.standstill?.lostMs() ?? 0, among };
	}

	end(): void {
		if (--this.sent === 0) this.standstill?.end();
	}

	/** It was answered, and the answer tells how busy the service is. */
	answered({ at, lost, among }: Started): void {
		if (this.fixed !== undefined) return;
		const now = this.clock.elapsed();
		this.refusals.note(false);
		if (this.isFirstAnswer) this.lowerTo(1);
		this.isFirstAnswer = false;
		if (at < this.loweredAt || among === undefined) return;
		const took = this.timeOf(now - at, lost);
		const met = (among + this.atOnce) / 2;
		this.round.note(took, met);
		if (this.before !== undefined) return this.judge(this.before);
		this.sinceGrowth.note(took, met);
		this.noteBest(took, met);
		if (this.round.count >= this.limit / 2) this.decide();
	}

	/** It was not answered, or the service has failed: half of them, once for each burst. */
	overloaded({ at }: Started): void {
		if (this.fixed !== undefined || at < this.loweredAt) return;
		this.refusals.note(true);
		if (!this.refusals.areTooMany) return;
		this.refusals.startAnew();
		this.before = undefined;
		this.lowerTo(this.limit / 2);
		this.grownTo = this.limit;
	}

	/**
	 * How long the service took for an answer: without what this process lost, but not less than the
	 * best, because the service worked on it meanwhile. A queue at the service can hide in what was
	 * lost; without this, a busy machine would take itself for a busy service and send far too little.
	 */
	private timeOf(ms: number, lostBefore: number): number {
		const lost = (this.standstill?.lostMs() ?? 0) - lostBefore;
		const took = Math.max(ms - lost, Math.min(ms, this.best));
		return Math.min(Math.max(shortestAnswer, took), slowestAnswer * this.best);
	}

	private noteBest(took: number, met: number): void {
		if (this.best === Infinity) this.best = took;
		this.sinceBest.note(took, met);
		if (this.sinceBest.count < (this.slowedDown ? enough : enoughAtFirst)) return;
		const { mean } = this.sinceBest;
		if (mean < this.best * clearlyFaster) this.best = mean;
		this.sinceBest = new Answers();
	}

	/** If twice as many do not take longer either, what had slowed answers down was chance. */
	private noteChance(): void {
		const { limit, slowedDown, round } = this;
		if (!slowedDown || limit <= 2 * slowedDown.limit) return;
		if (round.mean >= slowedDown.mean * slower) return;
		this.best = round.mean;
		this.slowedDown = { limit, mean: round.mean };
	}

	private decide(): void {
		this.noteChance();
		const { limit, round } = this;
		const useful = Math.min(limit, this.best * round.perMs);
		if (useful * slower < limit) this.slowedDown ??= { limit, mean: round.mean };
		this.setTo(useful + (this.slowedDown ? spare(useful) : useful));
		if (this.limit === mostAtOnce || this.limit > this.grownTo * 1.05) {
			this.grownTo = this.limit;
			this.sinceGrowth = new Answers();
			return;
		}
		const { count, mean } = this.sinceGrowth;
		if (count < this.patience * this.limit || mean < this.best * slower) return;
		// Fewer than one cannot be tried.
		if (this.atOnce > 1) this.before = { limit: this.limit, mean };
		else this.best = mean;
		this.lowerTo(Math.floor(this.limit * fewer));
	}

	/** Compares the time that answers take where fewer are under way to the time before. */
	private judge(before: { limit: number; mean: number }): void {
		const { count, mean } = this.round;
		if (count < Math.max(8, Math.min(32, 2 * this.limit))) return;
		const areFaster = mean < before.mean * clearlyFaster;
		this.best = areFaster ? Math.min(this.best, mean) : mean;
		this.patience = areFaster ? Math.min(mostPatience, this.patience * 3) : firstPatience;
		this.before = undefined;
		this.sinceBest = new Answers();
		this.lowerTo(before.limit);
		this.grownTo = this.limit;
	}

	/** Also to the same as before: what was measured so far does not count any more. */
	private lowerTo(limit: number): void {
		this.loweredAt = this.clock.elapsed();
		this.sinceGrowth = new Answers();
		this.setTo(limit);
	}

	private setTo(limit: number): void {
		this.limit = Math.min(mostAtOnce, Math.max(1, limit));
		this.round = new Answers();
		this.admit();
	}

	private admit(): void {
		while (this.entered < this.atOnce) {
			const next = this.waiting.shift();
			if (next === undefined) return;
			this.entered++;
			next();
		}
	}
}

/** How many may wait at the service beside those that it works on, so that it is never idle. */
function spare(useful: number): number {
	return Math.max(Math.min(useful, 3), useful / 3);
}
