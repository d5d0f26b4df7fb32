import type { IDataObject } from 'n8n-workflow';

import { addresses, answer, clockOf, serviceOf, type Script } from '../builders.mts';
import { ServiceFailure } from '../../../nodes/Stitch/transport/failure';
import type { Clock } from '../../../nodes/Stitch/transport/clock';
import { Service, segment } from '../../../nodes/Stitch/transport/service';

const read = { method: 'GET', path: '/disbursements/1', repeat: 'always' } as const;
/** A create that a nonce protects. */
const payment = {
	method: 'POST',
	path: '/disbursements',
	body: { nonce: 'nonce-1' },
	repeat: 'always',
} as const;

const unprotected = {
	method: 'POST',
	path: '/payment-requests',
	repeat: 'ifNotProcessed',
} as const;

async function failureOf(promise: Promise<unknown>) {
	const cause = await promise.then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	if (!(cause instanceof ServiceFailure)) throw new Error('There was no ServiceFailure.');
	return cause.details;
}

describe('the service', () => {
	it('returns the body of a success', async () => {
		const { service, sent } = serviceOf([answer(200, { id: '1' })]);

		expect(await service.call({ ...read, query: { limit: 5, offset: undefined } })).toEqual({
			id: '1',
		});
		expect(sent).toEqual([
			{ method: 'GET', url: 'https://rest.test/v2/disbursements/1', qs: { limit: 5 } },
		]);
	});

	it('gives up on an answer that never ends, which n8n itself would wait for', async () => {
		const endless = async () => await new Promise<never>(() => {});
		const options = { maxTries: 1, budgetMs: 0, timeoutMs: 300 };
		const limits: number[] = [];
		const within = async (milliseconds: number) => void limits.push(milliseconds);
		const clock: Clock = { ...clockOf(), within: within as Clock['within'] };
		const service = new Service(endless, addresses, 'test-client', options, clock);
		expect(await failureOf(service.call(payment))).toEqual({
			kind: 'answerLost',
			happened: 'maybe',
			host: 'rest.test',
		});
		expect(limits).toEqual([1800]);
	});

	it.each([
		[false, 'unreadable'],
		[true, undefined],
	])('takes 202 for an answer to come only where it may be one: %s', async (mayBePending, kind) => {
		const { service } = serviceOf([answer(202, { message: 'busy' })]);
		const isAnswer = ({ id }: IDataObject) => id !== undefined;
		const outcome = await service.tryCall({ ...read, isAnswer, mayBePending });
		expect('failure' in outcome ? outcome.failure.kind : undefined).toBe(kind);
	});

	it('takes a 204 without a body as an empty object', async () => {
		const { service } = serviceOf([answer(204, '')]);
		expect(await service.call(read)).toEqual({});
	});

	it('repeats a read until it is answered', async () => {
		const { service, sent, clock } = serviceOf(
			[answer(503, {}), { kind: 'answerLost', happened: 'maybe' }, answer(200, { id: '1' })],
			{ maxTries: 5 },
		);

		expect(await service.call(read)).toEqual({ id: '1' });
		expect(sent).toHaveLength(3);
		expect(clock.pauses).toEqual([250, 500]);
	});

	it('does not repeat an unprotected create whose answer was lost', async () => {
		const { service, sent } = serviceOf([{ kind: 'answerLost', happened: 'maybe' }], {
			maxTries: 5,
		});

		expect(await failureOf(service.call(unprotected))).toMatchObject({
			kind: 'answerLost',
			happened: 'maybe',
		});
		expect(sent).toHaveLength(1);
	});

	it('stops after the last attempt', async () => {
		const { service, sent } = serviceOf([answer(500, {}), answer(500, {}), answer(500, {})], {
			maxTries: 3,
		});

		expect(await failureOf(service.call(read))).toMatchObject({ status: 500 });
		expect(sent).toHaveLength(3);
	});

	it.each<[string, Script[number]]>([
		['no connection came about', { kind: 'notConnected', happened: 'no' }],
		['they were too many', answer(429, {})],
		[
			'there was no token',
			{ kind: 'token', happened: 'no', sentence: 'No token', temporary: true },
		],
		['the token was refused', answer(401, {})],
		['the client was refused', answer(403, {})],
		['a firewall answered', answer(403, '<html></html>')],
	])('never says that nothing was sent after a lost answer, when later %s', async (_, failure) => {
		const { service, sent } = serviceOf(
			[{ kind: 'answerLost', happened: 'maybe' }, failure, failure],
			{
				maxTries: 3,
			},
		);

		expect(await failureOf(service.call(payment))).toEqual({
			kind: 'answerLost',
			happened: 'maybe',
		});
		expect(sent.length).toBeGreaterThan(1);
	});

	it.each([400, 404, 409, 422])(
		'reports %d after a lost answer, and that it may have happened all the same',
		async (status) => {
			const { service } = serviceOf(
				[{ kind: 'answerLost', happened: 'maybe' }, answer(status, {})],
				{
					maxTries: 2,
				},
			);
			expect(await failureOf(service.call(payment))).toMatchObject({
				kind: 'status',
				happened: 'maybe',
				status,
			});
		},
	);

	it('never says of a read request that it may have gone through', async () => {
		const { service } = serviceOf([{ kind: 'answerLost', happened: 'maybe' }, answer(404, {})], {
			maxTries: 2,
		});
		const failure = await failureOf(service.call(read));
		expect(failure).toMatchObject({ status: 404, happened: 'no' });
	});

	it.each<[string, Script[number]]>([
		['an empty object', answer(200, {})],
		['an empty list', answer(201, [])],
		['nothing', answer(204, '')],
		['an error', answer(200, { title: 'Request Refused', code: 'BAD_USER_INPUT' })],
	])('does not take %s for a thing that was made', async (_, nothing) => {
		const { service } = serviceOf([nothing]);
		expect(
			await failureOf(service.call({ ...unprotected, isAnswer: ({ id }) => id !== undefined })),
		).toMatchObject({
			kind: 'unreadable',
		});
	});

	it('reports the last attempt when none was processed', async () => {
		const { service } = serviceOf([answer(429, {}), { kind: 'notConnected', happened: 'no' }], {
			maxTries: 2,
		});

		expect(await failureOf(service.call(payment))).toEqual({
			kind: 'notConnected',
			happened: 'no',
		});
	});

	it('gives up when the next attempt would start after the time limit', async () => {
		const { service, sent } = serviceOf([answer(429, {}, { 'retry-after': '61' })], {
			maxTries: 5,
			budgetMs: 60_000,
		});

		expect(await failureOf(service.call(read))).toMatchObject({ retryAfterMs: 61_000 });
		expect(sent).toHaveLength(1);
	});

	it('lets later requests fail at once when it was away for the whole time limit', async () => {
		const { service, sent } = serviceOf(
			Array.from({ length: 20 }, () => answer(503, {})),
			{ maxTries: 10, budgetMs: 10_000 },
		);

		await failureOf(service.call(read));
		const used = sent.length;
		await failureOf(service.call(read));
		expect(sent.length - used).toBe(1);
	});

	it('is not repeated after the time that the request itself names', async () => {
		const { service, sent, clock } = serviceOf(
			Array.from({ length: 9 }, () => answer(503, {})),
			{ maxTries: 9 },
		);
		const until = clock.elapsed() + 1000;

		expect(await failureOf(service.call({ ...read, until }))).toMatchObject({ status: 503 });
		expect(clock.pauses).toEqual([250, 500]);
		expect(sent).toHaveLength(3);
	});

	it('is not waited for when it asks for more patience than the time limit allows', async () => {
		const { service, sent, clock } = serviceOf(
			[answer(429, {}, { 'retry-after': '3600' }), answer(200, {})],
			{ maxTries: 5, budgetMs: 60_000 },
		);

		await failureOf(service.call(read));
		expect(await failureOf(service.call(read))).toMatchObject({
			kind: 'notSent',
			sentence: 'Not sent: Stitch received too many requests and accepted no more',
		});
		expect(sent).toHaveLength(1);
		await clock.pause(3_600_000);
		expect(await service.call(read)).toEqual({});
	});

	it('sends nothing whose time would be over before it may start, and says so at once', async () => {
		const { service, sent, clock } = serviceOf([answer(429, {}, { 'retry-after': '30' })]);

		await failureOf(service.call(read));
		const until = clock.elapsed() + 30_000;
		expect(await failureOf(service.call({ ...read, until }))).toMatchObject({
			sentence: 'Not sent: there was no time left for it',
		});
		expect(sent).toHaveLength(1);
		expect(clock.pauses).toEqual([]);
	});

	it('keeps its pace and its time limit when the clock is set back', async () => {
		const busy = answer(429, {}, { 'retry-after': '2' });
		const { service, clock } = serviceOf([busy, busy, answer(200, {}), answer(200, {})], {
			maxTries: 5,
		});
		const { pause } = clock;
		clock.pause = async (milliseconds) => {
			await pause(milliseconds);
			clock.setBack(3_600_000);
		};

		await service.call(read);
		await service.call(read);
		expect(clock.elapsed()).toBeLessThan(10_000);
	});

	it('reads a Retry-After date by the time that people know', async () => {
		const { service, clock } = serviceOf(
			[answer(429, {}, { 'retry-after': 'Fri, 20 Nov 2026 09:00:05 GMT' }), answer(200, {})],
			{ maxTries: 5 },
		);
		clock.setBack(3_600_000);

		await service.call(read);
		expect(clock.pauses).toEqual([5000]);
	});

	it("reads a Retry-After date by Stitch's own clock, where this one is behind it", async () => {
		const date = 'Fri, 20 Nov 2026 11:00:00 GMT';
		const busy = answer(429, {}, { date, 'retry-after': 'Fri, 20 Nov 2026 11:00:05 GMT' });
		const { service, clock } = serviceOf([busy, answer(200, {})], { maxTries: 5 });

		await service.call(read);
		expect(clock.pauses).toEqual([5000]);
	});

	it('repeats what a page of a firewall refused with 429, and pauses as it says', async () => {
		const page = '<!DOCTYPE html><html><body>Too many requests</body></html>';
		const { service, clock } = serviceOf(
			[answer(429, page, { 'retry-after': '7' }), answer(201, { id: '1' })],
			{ maxTries: 5 },
		);

		expect(await service.call(unprotected)).toEqual({ id: '1' });
		expect(clock.pauses).toEqual([7000]);
	});

	it.each([
		[answer(302, ''), { kind: 'notTheService', happened: 'maybe', status: 302 }],
		[
			answer(502, '<html>Bad gateway</html>'),
			{ kind: 'notTheService', happened: 'maybe', status: 502 },
		],
		[answer(429, '<html>Too many</html>'), { kind: 'status', happened: 'no', status: 429 }],
		[answer(429, ''), { kind: 'status', happened: 'no', status: 429 }],
		[answer(200, '<html>Log in</html>'), { kind: 'notTheService', happened: 'maybe', status: 200 }],
		[answer(201, '{"id": "1"'), { kind: 'unreadable', happened: 'maybe', status: 201 }],
		[
			answer(400, 'Part is too large'),
			{ kind: 'status', happened: 'no', detail: 'Part is too large' },
		],
	])('reads %p as a failure', async (given, expected) => {
		const { service } = serviceOf([given]);
		expect(await failureOf(service.call(payment))).toMatchObject(expected);
	});

	it("keeps the service's own words and hides long numbers in them", async () => {
		const { service } = serviceOf([
			answer(403, {
				code: 'FORBIDDEN',
				title: 'Forbidden',
				detail: 'Account 1234567890 is not yours',
				missingScopes: ['client_disbursement'],
			}),
		]);

		expect(await failureOf(service.call(read))).toMatchObject({
			status: 403,
			code: 'FORBIDDEN',
			title: 'Forbidden',
			detail: 'Account …90 is not yours',
			missingScopes: ['client_disbursement'],
		});
	});

	it('sends nothing more once the user has stopped the execution, and says what came of it', async () => {
		const stop = new AbortController();
		let sent = 0;
		const service = new Service(
			async () => {
				sent++;
				stop.abort();
				return { kind: 'answerLost', happened: 'maybe' };
			},
			addresses,
			'test-client',
			{ maxTries: 5, budgetMs: 60_000, timeoutMs: 1000 },
			clockOf(),
			stop.signal,
		);

		expect(await failureOf(service.call(payment))).toEqual({
			kind: 'answerLost',
			happened: 'maybe',
		});
		expect(await failureOf(service.call(read))).toEqual({ kind: 'stopped', happened: 'no' });
		expect(sent).toBe(1);
	});

	it('waits for no turn once the user has stopped the execution', async () => {
		const stop = new AbortController();
		const clock = clockOf();
		let pauses = 0;
		const stopped = {
			...clock,
			// As the real one: after Stop it waits for nothing, so whoever waits for a time goes in circles.
			pause: async (milliseconds: number) => {
				if (!stop.signal.aborted || ++pauses > 10) await clock.pause(milliseconds);
			},
		};
		let sent = 0;
		const service = new Service(
			async () => {
				if (++sent < 20) return answer(429, {}, { 'retry-after': '30' });
				stop.abort();
				return answer(429, {}, { 'retry-after': '30' });
			},
			addresses,
			'test-client',
			{ maxTries: 100, budgetMs: 6_000_000, timeoutMs: 1000 },
			stopped,
			stop.signal,
		);
		const outcomes = await Promise.all([1, 2, 3].map(async () => await service.tryCall(read)));
		expect(outcomes.every((outcome) => 'failure' in outcome)).toBe(true);
		expect(sent).toBe(20);
		expect(pauses).toBeLessThanOrEqual(10);
	});
});

it('encodes ids for paths', () => {
	expect(segment('a/b+c=')).toBe('a%2Fb%2Bc%3D');
	expect(segment('...')).toBe('...');
});

it.each(['.', '..'])(
	'asks nothing for the ID %s, with which the path would lead elsewhere',
	(id) => {
		expect(() => segment(id)).toThrow(ServiceFailure);
	},
);
