import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import type { Addresses } from './addresses';
import { isPage, readErrorBody } from './errorAnswer';
import { ServiceFailure, unknownId, type FailureDetails, type Happened } from './failure';
import { withoutUndefined } from './json';
import { Outage } from './outage';
import { Pace } from './pace';
import { leadOf, type Clock, type TimeOfAnswer } from './clock';
import {
	failureAfterRepeat,
	mayRepeat,
	pauseAfter,
	readRetryAfter,
	type RepeatRule,
} from './retry';

export type Context =
	IExecuteFunctions | ILoadOptionsFunctions | IHookFunctions | IPollFunctions | IWebhookFunctions;

export interface ServiceRequest {
	method: IHttpRequestMethods;
	/** Which of the service's addresses; by default REST. */
	at?: keyof Addresses;
	/** Starts with a slash; ids in it are encoded with `segment`. */
	path: string;
	query?: Record<string, string | number | undefined>;
	/** Sent as JSON; a `FormData` as multipart, again after a token has expired. */
	body?: object;
	/** Milliseconds that a large body itself may take, in addition to the run's time limit. */
	sendingMs?: number;
	repeat: RepeatRule;
	/** Whether it only reads although it is not a GET: a GraphQL query, a verification. */
	onlyRead?: boolean;
	/** What an answer becomes; by default, it stays as it is. */
	asOutput?: (body: IDataObject) => IDataObject;
	/** Whether what an answer becomes contains what was asked for. */
	isAnswer?: (output: IDataObject) => boolean;
	/** Whether 202 means that the answer is still to come (spec 4.4). */
	mayBePending?: boolean;
	/**
	 * Milliseconds of the clock's `elapsed` after which it is neither sent nor repeated, whatever the
	 * run allows; a try has no more time than is left until then.
	 */
	until?: number;
}

/** The answer over HTTP, whatever its status. */
export interface RawAnswer {
	statusCode: number;
	headers: IDataObject;
	body: unknown;
}

/** An answer with a success status. */
export interface Answer {
	status: number;
	body: IDataObject;
	/** `maybe`, if the same request was sent before without an answer. */
	happenedBefore?: Happened;
}

export type Outcome = { answer: Answer } | { failure: FailureDetails };

/** @throws {ServiceFailure} when there is no answer */
export function answerIn(outcome: Outcome): Answer {
	if ('failure' in outcome) throw new ServiceFailure(outcome.failure);
	return outcome.answer;
}

/** Sends one request with a token; never throws. */
export type Send = (options: IHttpRequestOptions) => Promise<RawAnswer | FailureDetails>;

/**
 * n8n gives up on a try that is silent for Timeout. An answer that arrives drop by drop is given up after
 * this many Timeouts: the try may have to get a token and be sent three times.
 */
const mostSilences = 6;

/** Milliseconds that a try has at least, however little time is left. */
export const shortestTimeoutMs = 1000;

export interface ServiceOptions {
	/** How often a request is sent in all, the first time included. */
	maxTries: number;
	/** Milliseconds from the first try after which no further one starts. */
	budgetMs: number;
	/** Milliseconds after which a try without an answer is given up. */
	timeoutMs: number;
	/** How many requests the run has under way at once; undefined to find out how many are good. */
	concurrency?: number;
}

/** How long to wait for a request whose answer is useful but not needed. */
const asideMs = 10_000;

function onlyReadsIn({ method, onlyRead = false }: ServiceRequest): boolean {
	return method === 'GET' || onlyRead;
}

function readSuccess(
	{ statusCode, body }: RawAnswer,
	{ asOutput = (read) => read, isAnswer = () => true, mayBePending }: ServiceRequest,
): Outcome {
	const read = statusCode === 204 ? {} : (body as IDataObject | null);
	if (typeof read === 'object' && read !== null) {
		const output = asOutput(read);
		const isPending = mayBePending && statusCode === 202;
		if (isPending || isAnswer(output)) return { answer: { status: statusCode, body: output } };
	}
	const kind = isPage(body) ? 'notTheService' : 'unreadable';
	return { failure: { kind, happened: 'maybe', status: statusCode } };
}

/** Whether a path names one object of a list: `/payment-requests/1`. */
function namesOneObject(path: string): boolean {
	return path.indexOf('/', 1) > 0;
}

/**
 * Encodes an id for use in a path: ids can hold `/`, `+` and `=`.
 * @throws {ServiceFailure} for dots alone, with which the path would lead elsewhere
 */
export function segment(id: string): string {
	if (/^\.\.?$/.test(id)) throw new ServiceFailure(unknownId);
	return encodeURIComponent(id);
}

/**
 * The only way from the node to the service: it paces requests, repeats those that may be repeated,
 * and turns every outcome into an answer or a `ServiceFailure`.
 */
export class Service {
	private readonly pace: Pace;

	private readonly outage: Outage;

	/** By the latest answer that says what time it is there. */
	private dated: TimeOfAnswer | undefined;

	constructor(
		private readonly send: Send,
		/** The addresses that the token may be sent to. */
		readonly addresses: Addresses,
		/** The id that the nonces of this client are derived from. */
		readonly clientId: string,
		private readonly options: ServiceOptions,
		readonly clock: Clock,
		private readonly stop?: AbortSignal,
	) {
		// With a shorter time, a few unlucky requests would make the whole run give up.
		const patienceMs = Math.max(options.budgetMs, options.timeoutMs);
		this.outage = new Outage(clock, patienceMs);
		this.pace = new Pace(clock, this.outage, patienceMs, options.concurrency, stop);
	}

	/**
	 * The service for answers that are useful but not needed: each request is sent once, with a short
	 * wait, and its outcome holds back no other request.
	 */
	aside(): Service {
		const { budgetMs, timeoutMs } = this.options;
		const options: ServiceOptions = {
			...this.options,
			maxTries: 1,
			budgetMs: Math.min(budgetMs, asideMs),
			timeoutMs: Math.min(timeoutMs, asideMs),
		};
		return new Service(this.send, this.addresses, this.clientId, options, this.clock, this.stop);
	}

	/** The service's time, in milliseconds since the epoch, as far as its answers show it. */
	timeThere(here: number): number {
		return this.dated ? here + leadOf(this.dated) : here;
	}

	/**
	 * The earliest that it can be at the service at a moment of this machine's clock, both in milliseconds
	 * since the epoch; undefined where no answer says what time it is there.
	 */
	earliestThere(here: number): number | undefined {
		return this.dated && here + this.dated.there - this.dated.here;
	}

	/** How many requests may be under way now; callers that start several must keep to it. */
	get atOnce(): number {
		return this.pace.atOnce;
	}

	/**
	 * The body of a successful answer.
	 * @throws {ServiceFailure} when there is none
	 */
	async call(request: ServiceRequest): Promise<IDataObject> {
		return answerIn(await this.tryCall(request)).body;
	}

	/** As `call`, but returns a failure instead of throwing it, for callers that act on it. */
	async tryCall(request: ServiceRequest): Promise<Outcome> {
		const startedAt = this.clock.elapsed();
		// A read is not waited for longer than it may be repeated.
		const readBy = startedAt + Math.max(this.options.budgetMs, this.options.timeoutMs);
		const waitedFor = onlyReadsIn(request)
			? { ...request, until: Math.min(readBy, request.until ?? Infinity) }
			: request;
		// Belongs to this call: several calls may send the same request.
		const call = {};
		// The failure to report in the end: once it was sent, the request must never appear as not sent.
		let failure: FailureDetails | undefined;
		for (let tries = 1; ; tries++) {
			const send = async () => await this.once(waitedFor);
			const outcome = await this.pace.sendInTurn(call, send, request.until);
			if ('unsent' in outcome) return { failure: failure ?? outcome.unsent };
			if ('answer' in outcome) {
				const happenedBefore = failure?.happened;
				return happenedBefore === 'maybe'
					? { answer: { ...outcome.answer, happenedBefore } }
					: outcome;
			}
			const latest = outcome.failure;
			failure = failureAfterRepeat(failure, latest);
			if (tries >= this.options.maxTries || !mayRepeat(latest, request.repeat)) return { failure };
			const pause = pauseAfter(tries, latest, () => this.clock.random());
			if (this.isTooLate(this.clock.elapsed() + pause, startedAt, request)) return { failure };
			await this.clock.pause(pause);
		}
	}

	/** Whether a request that was first sent at `startedAt` is not to be sent again at `time`. */
	private isTooLate(time: number, startedAt: number, { until = Infinity }: ServiceRequest) {
		// Called first, because the other requests of the run have to know.
		if (this.outage.isGivenUpForOneAt(time)) return true;
		return time >= until || time - startedAt > this.options.budgetMs;
	}

	private async once(request: ServiceRequest): Promise<Outcome> {
		const address = this.addresses[request.at ?? 'baseUrl'];
		const http = this.httpOptions(address, request);
		const { host } = new URL(http.url);
		const lost: FailureDetails = { kind: 'answerLost', happened: 'maybe', host };
		const limitMs = mostSilences * http.timeout;
		const raw = (await this.clock.within(limitMs, this.send(http))) ?? lost;
		const outcome = 'kind' in raw ? { failure: raw } : this.read(raw, request);
		return 'failure' in outcome && onlyReadsIn(request)
			? { failure: { ...outcome.failure, happened: 'no' } }
			: outcome;
	}

	private httpOptions(address: string, request: ServiceRequest) {
		const { method, path, query, body, sendingMs = 0, until = Infinity } = request;
		const leftMs = Math.max(shortestTimeoutMs, until - this.clock.elapsed());
		return {
			method,
			url: `${address}${path}`,
			...(query && { qs: withoutUndefined(query) }),
			...(body && { body: body as IDataObject }),
			json: true,
			headers: { Accept: 'application/json' },
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			// A redirect would send the token and the body to an address that nobody chose.
			disableFollowRedirect: true,
			timeout: Math.min(this.options.timeoutMs, leftMs) + sendingMs,
		} satisfies IHttpRequestOptions;
	}

	private read(raw: RawAnswer, request: ServiceRequest): Outcome {
		const { statusCode, headers, body } = raw;
		const there = Date.parse(String(headers.date));
		if (!Number.isNaN(there)) this.dated = { there, here: this.clock.now() };
		if (statusCode >= 200 && statusCode < 300) return readSuccess(raw, request);
		if (statusCode < 400) {
			return { failure: { kind: 'notTheService', happened: 'maybe', status: statusCode } };
		}
		const now = this.timeThere(this.clock.now());
		const retryAfterMs = readRetryAfter(headers['retry-after'], now);
		const failure = { ...readErrorBody(statusCode, body), retryAfterMs };
		if (statusCode !== 404 || namesOneObject(request.path)) return { failure };
		return { failure: { ...failure, isWithoutId: true } };
	}
}
