import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import type { Addresses } from './addresses';
import { isUnknown, readErrorBody, ServiceFailure, type FailureDetails } from './failure';
import { Pacer } from './pacer';
import type { Clock } from './clock';
import { mayRepeat, pauseAfter, readRetryAfter, type RepeatRule, type RetryLimits } from './retry';

/** The n8n contexts in which the service can be asked. */
export type Context =
	IExecuteFunctions | ILoadOptionsFunctions | IHookFunctions | IWebhookFunctions;

/** One request to the service. */
export interface ServiceRequest {
	method: IHttpRequestMethods;
	/** Which of the service's addresses; REST unless said. */
	at?: keyof Addresses;
	/** Starts with a slash; ids in it are encoded with `segment`. */
	path: string;
	query?: Record<string, string | number | undefined>;
	/** Sent as JSON; a `FormData` as multipart, again after a token has expired. */
	body?: object;
	/** Milliseconds that a large body itself may take; they come on top of the run's time limit. */
	sendingMs?: number;
	repeat: RepeatRule;
	/** A field without which an answer tells nothing; one that says 202 need not have it yet. */
	mustHold?: string;
	/** Milliseconds since the epoch after which it is not repeated, whatever the run allows. */
	repeatUntil?: number;
}

/** What came back over HTTP, whatever its status. */
export interface RawAnswer {
	statusCode: number;
	headers: IDataObject;
	body: unknown;
}

/** An answer with a success status. */
export interface Answer {
	status: number;
	body: IDataObject;
}

export type Outcome = { answer: Answer } | { failure: FailureDetails };

/** Sends one request with a token; never throws. */
export type Send = (options: IHttpRequestOptions) => Promise<RawAnswer | FailureDetails>;

export interface ServiceOptions extends RetryLimits {
	/** Milliseconds without an answer after which one attempt is given up. */
	timeoutMs: number;
}

/**
 * Encodes an id for use in a path: ids can hold `/`, `+` and `=`.
 * @throws {ServiceFailure} for dots alone, with which the path would lead elsewhere
 */
export function segment(id: string): string {
	if (/^\.\.?$/.test(id)) throw new ServiceFailure({ kind: 'status', status: 404 });
	return encodeURIComponent(id);
}

/**
 * The only way from the node to the service: paces, repeats what may be repeated, and turns
 * whatever happens into an answer or a `ServiceFailure`.
 */
export class Service {
	private readonly pacer: Pacer;

	/** Since when the service has been away; all requests of a run share it. */
	private outageSince: number | undefined;

	constructor(
		private readonly send: Send,
		/** Those that the token may travel to. */
		readonly addresses: Partial<Addresses>,
		/** The id that the nonces of this client are derived from. */
		readonly clientId: string,
		private readonly options: ServiceOptions,
		readonly clock: Clock,
		private readonly stop?: AbortSignal,
	) {
		this.pacer = new Pacer(clock);
	}

	/**
	 * The body of a successful answer.
	 * @throws {ServiceFailure} when there is none
	 */
	async call(request: ServiceRequest): Promise<IDataObject> {
		return (await this.ask(request)).body;
	}

	/**
	 * A successful answer with its status, for operations in which 200 and 202 differ.
	 * @throws {ServiceFailure} when there is none
	 */
	async ask(request: ServiceRequest): Promise<Answer> {
		const outcome = await this.attempt(request);
		if ('failure' in outcome) throw new ServiceFailure(outcome.failure);
		return outcome.answer;
	}

	/** As `ask`, for callers that act on a failure: it is returned, not thrown. */
	async attempt(request: ServiceRequest): Promise<Outcome> {
		const startedAt = this.clock.now();
		// What is told in the end: once an attempt was made, nobody may take the request for not sent.
		let failure: FailureDetails | undefined;
		for (let attempt = 1; ; attempt++) {
			const askedMs = this.pacer.askedMs();
			if (askedMs > this.options.budgetMs) {
				return { failure: failure ?? { kind: 'status', status: 429, retryAfterMs: askedMs } };
			}
			await this.pacer.turn();
			if (this.stop?.aborted) return { failure: failure ?? { kind: 'stopped' } };
			const outcome = await this.once(request);
			if ('answer' in outcome) return outcome;
			const latest = outcome.failure;
			failure = lessCertain(failure, latest);
			if (attempt >= this.options.maxAttempts || !mayRepeat(latest, request.repeat))
				return { failure };
			const pause = pauseAfter(attempt, latest, () => this.clock.random());
			if (this.isTooLate(this.clock.now() + pause, startedAt, request)) return { failure };
			await this.clock.pause(pause);
		}
	}

	/** Whether a request that was first sent at `startedAt` is not to be sent again at `time`. */
	private isTooLate(time: number, startedAt: number, { repeatUntil = Infinity }: ServiceRequest) {
		const { budgetMs } = this.options;
		const outageSince = this.outageSince ?? Infinity;
		// Until something answers again, the run's other requests give up as soon.
		if (time - outageSince > budgetMs) this.outageSince = -Infinity;
		return time > repeatUntil || time - Math.min(startedAt, outageSince) > budgetMs;
	}

	private async once(request: ServiceRequest): Promise<Outcome> {
		const address = this.addresses[request.at ?? 'baseUrl'];
		if (address === undefined) return { failure: notForThisToken };
		const raw = await this.send(this.asHttp(address, request));
		const outcome = 'kind' in raw ? { failure: raw } : this.read(raw, request);
		this.watch(outcome);
		return outcome;
	}

	private asHttp(
		address: string,
		{ method, path, query, body, sendingMs = 0 }: ServiceRequest,
	): IHttpRequestOptions {
		return {
			method,
			url: `${address}${path}`,
			...(query && { qs: withoutUndefined(query) }),
			...(body && { body: body as IDataObject }),
			json: true,
			headers: { Accept: 'application/json' },
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			// A redirect would carry the token and the body to an address that nobody chose.
			disableFollowRedirect: true,
			timeout: this.options.timeoutMs + sendingMs,
		};
	}

	private read({ statusCode, headers, body }: RawAnswer, { mustHold }: ServiceRequest): Outcome {
		if (statusCode >= 200 && statusCode < 300) {
			const read = statusCode === 204 ? {} : (body as IDataObject | null);
			const isObject = typeof read === 'object' && read !== null;
			if (isObject && (!mustHold || statusCode === 202 || read[mustHold])) {
				return { answer: { status: statusCode, body: read } };
			}
			return { failure: { kind: 'unreadable', status: statusCode } };
		}
		if (statusCode < 400) return { failure: { kind: 'notTheService', status: statusCode } };
		const retryAfterMs = readRetryAfter(headers['retry-after'], this.clock.now());
		return { failure: { ...readErrorBody(statusCode, body), retryAfterMs } };
	}

	/** Lets the pace and the outage clock know how a request went. */
	private watch(outcome: Outcome): void {
		if ('answer' in outcome) {
			this.outageSince = undefined;
			this.pacer.speedUp();
			return;
		}
		const { failure } = outcome;
		if (failure.status === 429) this.pacer.slowDown(failure.retryAfterMs);
		this.outageSince = isAway(failure) ? (this.outageSince ?? this.clock.now()) : undefined;
	}
}

const notForThisToken: FailureDetails = {
	kind: 'token',
	sentence: 'A user token is for GraphQL alone, and this is a REST request',
	advice: 'Choose Client Token under Authentication.',
};

/** The later failure, unless the earlier attempt may have been processed and it tells nothing of that. */
function lessCertain(earlier: FailureDetails | undefined, later: FailureDetails): FailureDetails {
	if (earlier === undefined || !isUnknown(earlier) || isUnknown(later)) return later;
	const isAboutBoth = later.kind === 'status' && [400, 404, 409, 422].includes(later.status ?? 0);
	return isAboutBoth ? later : earlier;
}

/** Whether the service, or the server that issues its tokens, seems to be away. */
function isAway({ kind, status = 0, temporary = false }: FailureDetails): boolean {
	return kind === 'notConnected' || kind === 'answerLost' || temporary || status >= 500;
}

function withoutUndefined(query: Record<string, string | number | undefined>): IDataObject {
	return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}
