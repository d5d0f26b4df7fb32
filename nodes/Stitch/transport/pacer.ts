import type { Clock } from './clock';
import { Refusals } from './refusals';

/** What is left of the pace at the first refusals: part of that pace was a burst. */
const firstCut = 1 / 3;

/** Starts that are too few for a burst. */
const few = 16;

/** What is left of the pace that was refused, far above the limit and close to it. */
const farCut = 0.7;
const closeCut = 0.93;

/** Growth of the pace per second until it is refused. */
const growthPerSecond = 3;

/** Growth with each answer: of the pace, and of what it is away from the one refused last. */
const growth = 1 / 2000;
const approach = 1 / 150;

/** The same per second at least: at a slow pace, answers alone would take an hour. */
const leastGrowth = 0.015;
const leastApproach = 0.2;

/** Nothing was refused at so many times the pace that was refused last: it was not the limit. */
const wellBeyond = 2;

/** Above this share of refused requests, it is the limit that refuses them, not chance. */
const mostByChance = 0.1;

/** How many requests it takes to tell that share, and after how many it is counted anew. */
const enough = 50;
const plenty = 600;

/** A pace that was cut to this part of what it was, and is refused just as often, is not the cause. */
const inVain = 1 / 4;

const slowestPerSecond = 2;

/** A request whose turn has come. */
export interface Turn {
	at: number;
	/** The pace at that time. */
	perSecond: number;
}

/** Requests that were answered or refused. */
class Tally {
	requests = 0;

	refused = 0;

	note(wasRefused: boolean): void {
		this.requests++;
		if (wasRefused) this.refused++;
	}

	get isLimit(): boolean {
		return this.refused > this.requests * mostByChance;
	}
}

/**
 * The pace of one run. It has no limit until the service refuses more requests with 429 than by
 * chance. Then every refusal cuts it to a little less than the pace at which that request was sent,
 * and every answer lets it grow: fast while no limit is known, slowly around the pace that was
 * refused last, faster again beyond. So it stays just below the limit, where hardly any is refused.
 * If the pace was cut many times over and no fewer are refused, that is chance, and it has no limit
 * again.
 */
export class Pacer {
	private perSecond = Infinity;

	/** The pace that was refused last; Infinity while none was. */
	private refusedPace = Infinity;

	/** Requests that started before say nothing about the pace that was chosen then. */
	private settledAt = -Infinity;

	private sinceCut = new Tally();

	private sinceStart = new Tally();

	/** The pace when `sinceStart` was begun. */
	private startedWith = Infinity;

	private readonly refusals = new Refusals();

	private nextStart = 0;

	private askedUntil = 0;

	private grownAt = 0;

	/** Resolves when the turn of the request that came last has come. */
	private last: Promise<void> | undefined;

	private waiting = 0;

	/** When the requests of the last second started; only kept while the pace has no limit. */
	private starts: number[] = [];

	constructor(
		private readonly clock: Clock,
		/** Milliseconds: when the service asks for no requests for longer, nobody waits. */
		private readonly mostAskedMs = Infinity,
		private readonly stop?: AbortSignal,
	) {}

	/** For how many more milliseconds the service has asked for no requests, if nobody waits so long. */
	askedTooMuchMs(): number | undefined {
		const askedMs = this.askedUntil - this.clock.elapsed();
		return askedMs > this.mostAskedMs ? askedMs : undefined;
	}

	/**
	 * Waits for this request's turn.
	 * @param until milliseconds of the clock's `elapsed`
	 * @returns undefined if its turn would be later than `until`
	 */
	async turn(until = Infinity): Promise<Turn | undefined> {
		const ahead = (this.waiting * 1000) / this.perSecond;
		if (Math.max(this.clock.elapsed(), this.nextStart) + ahead > until) return undefined;
		const before = this.last;
		if (before === undefined && this.nextStart <= this.clock.elapsed()) {
			const turn = this.start();
			await this.clock.pause(0);
			return turn;
		}
		const turn = (before ?? Promise.resolve()).then(async () => await this.wait(until));
		this.waiting++;
		const over = turn.then(() => {
			this.waiting--;
			if (this.last === over) this.last = undefined;
		});
		this.last = over;
		return await turn;
	}

	/** A request was refused with 429, perhaps with a time to wait. */
	refused({ at, perSecond }: Turn, retryAfterMs = 0): void {
		const now = this.clock.elapsed();
		const counts = at >= this.settledAt;
		this.sinceCut.note(true);
		this.sinceStart.note(true);
		if (counts) this.refusals.note(true);
		const tooMany = this.perSecond < Infinity || this.refusals.areTooMany;
		// Others may be accepted meanwhile: what only this request is asked to wait, it waits alone.
		if (tooMany || this.refusals.share > mostByChance) {
			this.askedUntil = Math.max(this.askedUntil, now + retryAfterMs);
			this.nextStart = Math.max(this.nextStart, this.askedUntil);
		}
		if (!counts || !tooMany) return;
		this.cut(perSecond);
		this.settledAt = now + (now - at);
	}

	/** A request was not refused. */
	accepted({ at }: Turn): void {
		const now = this.clock.elapsed();
		this.sinceCut.note(false);
		this.sinceStart.note(false);
		if (at < this.settledAt) return;
		this.refusals.note(false);
		const seconds = Math.min(1, (now - this.grownAt) / 1000);
		this.grownAt = now;
		if (this.perSecond === Infinity) return;
		if (this.refusedPace === Infinity) this.perSecond *= growthPerSecond ** seconds;
		else this.perSecond += this.step(seconds);
		if (this.perSecond > this.refusedPace * wellBeyond) this.refusedPace = Infinity;
		const known = Math.min(this.startedWith * 3, this.refusedPace);
		if (this.perSecond > known * 10) this.perSecond = Infinity;
	}

	/** @param seconds since it grew last */
	private step(seconds: number): number {
		const distance = Math.abs(this.perSecond - this.refusedPace);
		return Math.max(
			this.perSecond * Math.max(growth, seconds * leastGrowth),
			distance * Math.max(approach, seconds * leastApproach),
		);
	}

	private async wait(until: number): Promise<Turn | undefined> {
		// A refusal may move the time meanwhile.
		while (!this.stop?.aborted && this.nextStart > this.clock.elapsed()) {
			if (this.nextStart > until || this.askedTooMuchMs() !== undefined) return undefined;
			await this.clock.pause(this.nextStart - this.clock.elapsed());
		}
		return this.start();
	}

	private start(): Turn {
		const at = this.clock.elapsed();
		this.nextStart = at + 1000 / this.perSecond;
		if (this.perSecond === Infinity) this.remember(at);
		return { at, perSecond: this.perSecond };
	}

	/** @param refused the pace at which the refused request was sent */
	private cut(refused: number): void {
		if (this.perSecond === Infinity) this.guess();
		else this.cutBelow(Math.min(refused, this.perSecond));
		this.perSecond = Math.max(slowestPerSecond, this.perSecond);
		this.grownAt = this.clock.elapsed();
		this.nextStart = Math.max(this.nextStart, this.grownAt + 1000 / this.perSecond);
		this.sinceCut = new Tally();
		this.refusals.startAnew();
		this.starts = [];
	}

	private guess(): void {
		this.refusedPace = Infinity;
		this.perSecond = this.startsPerSecond() * (this.starts.length < few ? 1 : firstCut);
		this.countAnew();
	}

	private cutBelow(refused: number): void {
		const isFar = this.sinceCut.requests < enough / 2 || this.sinceCut.isLimit;
		this.refusedPace = refused;
		this.perSecond = refused * (isFar ? farCut : closeCut);
		const { requests, isLimit } = this.sinceStart;
		if (requests <= enough) return;
		if (!isLimit && this.perSecond < this.startedWith * inVain) this.perSecond = Infinity;
		else if (isLimit || requests > plenty) this.countAnew();
	}

	private countAnew(): void {
		this.sinceStart = new Tally();
		this.startedWith = this.perSecond;
	}

	private remember(start: number): void {
		this.starts.push(start);
		while ((this.starts[0] ?? start) < start - 1000) this.starts.shift();
	}

	/** While the pace has no limit. */
	private startsPerSecond(): number {
		const { starts, clock } = this;
		const overMs = clock.elapsed() - (starts[0] ?? 0);
		// The first few alone, all at once, say little about a second.
		return (starts.length * 1000) / Math.min(1000, Math.max(100, overMs));
	}
}
