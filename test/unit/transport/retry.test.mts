import type { FailureDetails } from '../../../nodes/Stitch/transport/failure';
import {
	failureAfterRepeat,
	mayRepeat,
	pauseAfter,
	readRetryAfter,
} from '../../../nodes/Stitch/transport/retry';

describe('what may be sent again', () => {
	it.each<[FailureDetails, boolean, boolean]>([
		// failure, may be repeated when a second one changes nothing, may be repeated otherwise
		[{ kind: 'notConnected', happened: 'no' }, true, true],
		[{ kind: 'token', happened: 'no', sentence: 'No token', temporary: true }, true, true],
		[{ kind: 'token', happened: 'no', sentence: 'No token', temporary: false }, false, false],
		[{ kind: 'status', happened: 'no', status: 429 }, true, true],
		[{ kind: 'answerLost', happened: 'maybe' }, true, false],
		[{ kind: 'unreadable', happened: 'maybe', status: 201 }, true, false],
		[{ kind: 'status', happened: 'maybe', status: 408 }, true, false],
		[{ kind: 'status', happened: 'maybe', status: 500 }, true, false],
		[{ kind: 'status', happened: 'maybe', status: 502 }, true, false],
		[{ kind: 'status', happened: 'maybe', status: 503 }, true, false],
		[{ kind: 'status', happened: 'maybe', status: 504 }, true, false],
		[{ kind: 'status', happened: 'maybe', status: 522 }, true, false],
		[{ kind: 'notTheService', happened: 'maybe', status: 502 }, true, false],
		[{ kind: 'notTheService', happened: 'maybe', status: 522 }, true, false],
		[{ kind: 'notTheService', happened: 'maybe', status: 200 }, true, false],
		[{ kind: 'unreadable', happened: 'maybe' }, true, false],
		[{ kind: 'notTheService', happened: 'maybe', status: 300 }, false, false],
		[{ kind: 'notTheService', happened: 'maybe', status: 302 }, false, false],
		[{ kind: 'notTheService', happened: 'no', status: 404 }, false, false],
		[{ kind: 'status', happened: 'no', status: 400 }, false, false],
		[{ kind: 'status', happened: 'no', status: 401 }, false, false],
		[{ kind: 'status', happened: 'no', status: 403 }, false, false],
		[{ kind: 'status', happened: 'no', status: 404 }, false, false],
		[{ kind: 'status', happened: 'no', status: 409 }, false, false],
		[{ kind: 'status', happened: 'no', status: 422 }, false, false],
		[{ kind: 'status', happened: 'no' }, false, false],
		[{ kind: 'notTheService', happened: 'no' }, false, false],
		[{ kind: 'token', happened: 'no', sentence: 'No token' }, false, false],
		[{ kind: 'stopped', happened: 'no' }, false, false],
		[{ kind: 'graphql', happened: 'no' }, false, false],
	])('%p: protected %p, unprotected %p', (failure, always, ifNotProcessed) => {
		expect(mayRepeat(failure, 'always')).toBe(always);
		expect(mayRepeat(failure, 'ifNotProcessed')).toBe(ifNotProcessed);
	});
});

describe('the pause before the next attempt', () => {
	const failure: FailureDetails = { kind: 'status', happened: 'maybe', status: 503 };

	it.each([
		[1, 500],
		[2, 1000],
		[4, 4000],
		[7, 20_000],
		[30, 20_000],
	])('after attempt %d is at most %d ms', (attempt, most) => {
		expect(pauseAfter(attempt, failure, () => 0)).toBe(0);
		expect(pauseAfter(attempt, failure, () => 1)).toBe(most);
	});

	it('is never shorter than the service asked for', () => {
		expect(pauseAfter(1, { ...failure, retryAfterMs: 7000 }, () => 1)).toBe(7000);
	});
});

describe('Retry-After', () => {
	const now = Date.parse('2026-11-20T10:00:00Z');

	it.each([
		['3', 3000],
		[' 120 ', 120_000],
		['0.5', 500],
		['0.25', 250],
		['45.2', 45_200],
		['5, 5', undefined],
		['-5', undefined],
		['3 minutes', undefined],
		['20 Nov 2026 10:00:05 +0000', 5000],
		[3, undefined],
		['Fri, 20 Nov 2026 10:00:05 GMT', 5000],
		['Fri, 20 Nov 2026 09:00:00 GMT', 0],
		['soon', undefined],
		[undefined, undefined],
	])('%p means %p ms', (value, milliseconds) => {
		expect(readRetryAfter(value, now)).toBe(milliseconds);
	});
});

describe('the failure to report after a repeat', () => {
	const lost: FailureDetails = { kind: 'answerLost', happened: 'maybe' };
	const unavailable: FailureDetails = { kind: 'status', happened: 'maybe', status: 503 };
	const refused: FailureDetails = { kind: 'status', happened: 'no', status: 404 };
	const proxyPage: FailureDetails = { kind: 'notTheService', happened: 'no', status: 404 };

	it.each<[string, FailureDetails | undefined, FailureDetails, FailureDetails]>([
		['the only one', undefined, refused, refused],
		['the later of two without an effect', refused, proxyPage, proxyPage],
		['the later of two that may have had an effect', lost, unavailable, unavailable],
		['an answer about the object, left open', lost, refused, { ...refused, happened: 'maybe' }],
		['the earlier, if a proxy answered the later', lost, proxyPage, lost],
	])('is %s', (_, earlier, later, reported) => {
		expect(failureAfterRepeat(earlier, later)).toEqual(reported);
	});

	it.each([400, 404, 409, 422])('leaves open what a %i says after a lost answer', (status) => {
		const answered: FailureDetails = { kind: 'status', happened: 'no', status };
		expect(failureAfterRepeat(lost, answered)).toEqual({ ...answered, happened: 'maybe' });
	});

	it.each([401, 403, 429])(
		'stays the lost answer after a %i, which is about the later one',
		(status) => {
			expect(failureAfterRepeat(lost, { kind: 'status', happened: 'no', status })).toBe(lost);
		},
	);
});
