import {
	isRedirect,
	isTemporary,
	isTooMany,
	isUnanswered,
	type FailureDetails,
	type FailureFacts,
} from './failure';

/**
 * When a request may be sent again.
 * `always`: reads, and creates that a nonce protects (spec 4.3), where a second one has no effect.
 * `ifNotProcessed`: everything else, where a blind repeat could take effect twice.
 */
export type RepeatRule = 'always' | 'ifNotProcessed';

const firstPauseMs = 500;

/** Unless the service asks for a longer one. */
export const longestPauseMs = 20_000;

/** Whether the same request may be sent again after this failure. */
export function mayRepeat(failure: FailureDetails, rule: RepeatRule): boolean {
	const { kind, status }: FailureFacts = failure;
	if (kind === 'notConnected' || isTemporary(failure) || isTooMany(failure)) return true;
	// A redirect would lead elsewhere again.
	return rule === 'always' && isUnanswered(failure) && !isRedirect(status);
}

/**
 * The failure to report after a repeat: the later one. But if the earlier request may have had an effect,
 * a later answer about its values or its object does not show that it had none, and any other later
 * failure gives way to the earlier one.
 */
export function failureAfterRepeat(
	earlier: FailureDetails | undefined,
	later: FailureDetails,
): FailureDetails {
	if (earlier?.happened !== 'maybe' || later.happened === 'maybe') return later;
	const isAboutBoth = later.kind === 'status' && [400, 404, 409, 422].includes(later.status ?? 0);
	return isAboutBoth ? { ...later, happened: 'maybe' } : earlier;
}

/**
 * Milliseconds to wait after the request was sent `tries` times: exponential back-off with full jitter, but
 * never less than the service asked for.
 */
export function pauseAfter(tries: number, failure: FailureDetails, random: () => number): number {
	const ceiling = Math.min(longestPauseMs, firstPauseMs * 2 ** (tries - 1));
	const jittered = Math.round(random() * ceiling);
	const { retryAfterMs = 0 }: FailureFacts = failure;
	return Math.max(retryAfterMs, jittered);
}

/** Reads `Retry-After`, seconds or a date (RFC 9110), into milliseconds from now. */
export function readRetryAfter(value: unknown, now: number): number | undefined {
	if (typeof value !== 'string') return undefined;
	if (/^\d+(\.\d+)?$/.test(value.trim())) return Number(value) * 1000;
	// From any other text, such as 45.2 s, the parser would make some date.
	const date = /[a-z]/i.test(value) ? Date.parse(value) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
