import type { IDataObject } from 'n8n-workflow';

import type { Clock } from '../../../nodes/Stitch/transport/clock';
import { ServiceFailure } from '../../../nodes/Stitch/transport/failure';
import {
	Service,
	segment,
	type RawAnswer,
	type ServiceOptions,
	type ServiceRequest,
} from '../../../nodes/Stitch/transport/service';
import { addresses, answer, clockOf, serviceOf, type Script } from '../builders.mts';

const read = { method: 'GET', path: '/disbursements/1', repeat: 'always' } as const;
/** A create that a nonce protects, and one that nothing protects. */
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
/** One whose answer has to be a thing that was made. */
const made = { ...unprotected, isAnswer: ({ id }: IDataObject) => id !== undefined };

const done = answer(200, { id: '1' });
const lost = { kind: 'answerLost', happened: 'maybe' } as const;
const noConnection = { kind: 'notConnected', happened: 'no' } as const;
const noToken = { kind: 'token', happened: 'no', sentence: 'No', temporary: true } as const;
const away = answer(503, {});
const page = '<!DOCTYPE html><html><body>Too many requests</body></html>';
const busy = (after: string, date?: string, body: unknown = {}) =>
	answer(429, body, { 'retry-after': after, ...(date && { date }) });
const times = (count: number, one: Script[number]) => Array.from({ length: count }, () => one);

/** What comes of a request: the body or the failure, what was sent, how often, and the pauses in between. */
async function resultOf(
	request: ServiceRequest,
	script: Script,
	options?: Partial<ServiceOptions>,
) {
	const { service, sent, clock } = serviceOf(script, options);
	const result = await outcomeOf(request, service);
	return { ...result, sent, count: sent.length, pauses: clock.pauses };
}

async function outcomeOf(request: ServiceRequest, service: Service) {
	const outcome = await service.tryCall(request);
	return 'failure' in outcome ? { failure: outcome.failure } : { body: outcome.answer.body };
}

interface Row {
	request: ServiceRequest;
	script: Script;
	options: Partial<ServiceOptions>;
	result: object;
}

it('asks at the address of the service, and returns the body', async () => {
	const request = { ...read, query: { limit: 5, offset: undefined } };
	expect(await resultOf(request, [done])).toMatchObject({
		body: { id: '1' },
		sent: [{ method: 'GET', url: 'https://rest.test/v2/disbursements/1', qs: { limit: 5 } }],
	});
});

it.each`
	given                            | request                            | raw                                 | result
	${'204 without a body'}          | ${read}                            | ${answer(204, '')}                  | ${{ body: {} }}
	${'202 where it may be pending'} | ${{ ...made, mayBePending: true }} | ${answer(202, { message: 'busy' })} | ${{ body: { message: 'busy' } }}
	${'202 where it may not'}        | ${made}                            | ${answer(202, { message: 'busy' })} | ${{ failure: { kind: 'unreadable', happened: 'maybe' } }}
	${'an empty object'}             | ${made}                            | ${answer(200, {})}                  | ${{ failure: { kind: 'unreadable', happened: 'maybe' } }}
	${'an empty list'}               | ${made}                            | ${answer(201, [])}                  | ${{ failure: { kind: 'unreadable', happened: 'maybe' } }}
	${'nothing'}                     | ${made}                            | ${answer(204, '')}                  | ${{ failure: { kind: 'unreadable', happened: 'maybe' } }}
	${'an error with 200'}           | ${made}                            | ${answer(200, { code: 'BAD' })}     | ${{ failure: { kind: 'unreadable', happened: 'maybe' } }}
	${'half of a body'}              | ${payment}                         | ${answer(201, '{"id": "1"')}        | ${{ failure: { kind: 'unreadable', happened: 'maybe', status: 201 } }}
	${'a redirect'}                  | ${payment}                         | ${answer(302, '')}                  | ${{ failure: { kind: 'notTheService', happened: 'maybe', status: 302 } }}
	${'a page with 502'}             | ${payment}                         | ${answer(502, page)}                | ${{ failure: { kind: 'notTheService', happened: 'maybe', status: 502 } }}
	${'a page with 403'}             | ${payment}                         | ${answer(403, page)}                | ${{ failure: { kind: 'notTheService', happened: 'maybe', status: 403 } }}
	${'a page with 200'}             | ${payment}                         | ${answer(200, page)}                | ${{ failure: { kind: 'notTheService', happened: 'maybe', status: 200 } }}
	${'a page with 429'}             | ${payment}                         | ${answer(429, page)}                | ${{ failure: { kind: 'status', happened: 'no', status: 429 } }}
	${'429 without a body'}          | ${payment}                         | ${answer(429, '')}                  | ${{ failure: { kind: 'status', happened: 'no', status: 429 } }}
	${'a refusal in text'}           | ${payment}                         | ${answer(400, 'Part is too large')} | ${{ failure: { kind: 'status', happened: 'no', detail: 'Part is too large' } }}
`(
	'reads $given',
	async ({ request, raw, result }: { request: ServiceRequest; raw: RawAnswer; result: object }) => {
		expect(await resultOf(request, [raw])).toMatchObject(result);
	},
);

it("keeps the service's own words, and hides long numbers in them", async () => {
	const said = { code: 'FORBIDDEN', title: 'Forbidden', missingScopes: ['client_disbursement'] };
	const body = { ...said, detail: 'Account 1234567890 is not yours' };
	expect(await resultOf(read, [answer(403, body)])).toMatchObject({
		failure: { ...said, status: 403, detail: 'Account …90 is not yours' },
	});
});

it.each`
	does                                             | request                     | script                                | options                              | result
	${'repeats a read until it is answered'}         | ${read}                     | ${[away, lost, done]}                 | ${{ maxTries: 5 }}                   | ${{ body: { id: '1' }, pauses: [250, 500] }}
	${'repeats nothing unprotected that was lost'}   | ${unprotected}              | ${[lost]}                             | ${{ maxTries: 5 }}                   | ${{ failure: lost, count: 1 }}
	${'stops after the last try'}                    | ${read}                     | ${times(3, answer(500, {}))}          | ${{ maxTries: 3 }}                   | ${{ failure: { status: 500 }, count: 3 }}
	${'reports the last try if none was processed'}  | ${payment}                  | ${[answer(429, {}), noConnection]}    | ${{ maxTries: 2 }}                   | ${{ failure: noConnection }}
	${'gives up where the next would be too late'}   | ${read}                     | ${[busy('61')]}                       | ${{ maxTries: 5, budgetMs: 60_000 }} | ${{ failure: { retryAfterMs: 61_000 }, count: 1 }}
	${'repeats nothing after the time of a request'} | ${{ ...read, until: 1000 }} | ${times(9, away)}                     | ${{ maxTries: 9 }}                   | ${{ failure: { status: 503 }, pauses: [250, 500] }}
	${'pauses as a firewall says in its 429'}        | ${unprotected}              | ${[busy('7', undefined, page), done]} | ${{ maxTries: 5 }}                   | ${{ body: { id: '1' }, pauses: [7000] }}
`('$does', async ({ request, script, options, result }: Row) => {
	expect(await resultOf(request, script, options)).toMatchObject(result);
});

it.each<[string, Script[number]]>([
	['no connection came about', noConnection],
	['there were too many', answer(429, {})],
	['there was no token', noToken],
	['the token was refused', answer(401, {})],
	['the client was refused', answer(403, {})],
])('never says that nothing was sent after a lost answer, when later %s', async (_, later) => {
	const { failure, count } = await resultOf(payment, [lost, later, later], { maxTries: 3 });
	expect(failure).toEqual(lost);
	expect(count).toBeGreaterThan(1);
});

it.each([
	['/payment-requests', true],
	['/graphql', true],
	['/payment-requests/a', false],
	['/payment-requests/a/cancel', false],
])('says of a 404 to %s whether the address has no ID: %s', async (path, isWithoutId) => {
	const asked: ServiceRequest = { ...read, path };
	const { failure } = await resultOf(asked, [answer(404, {})], {});
	expect((failure as { isWithoutId?: true }).isWithoutId).toBe(isWithoutId ? true : undefined);
});

it.each([400, 404, 409, 422])(
	'reports %d after a lost answer, which settles nothing',
	async (status) => {
		const { failure } = await resultOf(payment, [lost, answer(status, {})], { maxTries: 2 });
		expect(failure).toMatchObject({ kind: 'status', status, happened: 'maybe' });
	},
);

it('never says of a read that it may have gone through', async () => {
	const { failure } = await resultOf(read, [lost, answer(404, {})], { maxTries: 2 });
	expect(failure).toMatchObject({ status: 404, happened: 'no' });
});

describe('later requests of a run', () => {
	const tooMany = 'Stitch received too many requests and accepted no more';
	const noTime = 'There was no time left for this item';

	it.each`
		are                                                 | script                  | options                               | later                | count | failure
		${'tried once after as long a time of 503'}         | ${times(20, away)}      | ${{ maxTries: 10, budgetMs: 10_000 }} | ${{}}                | ${1}  | ${{ status: 503 }}
		${'not waited for where that takes too long'}       | ${[busy('3600'), done]} | ${{ maxTries: 5 }}                    | ${{}}                | ${0}  | ${{ kind: 'notSent', sentence: tooMany }}
		${'not sent if their time ends before their start'} | ${[busy('30')]}         | ${{}}                                 | ${{ until: 30_000 }} | ${0}  | ${{ sentence: noTime }}
	`(
		'are $are',
		async ({
			script,
			options,
			later,
			count,
			failure,
		}: Omit<Row, 'result'> & {
			later: object;
			count: number;
			failure: object;
		}) => {
			const { service, sent, clock } = serviceOf(script, options);
			await service.tryCall(read);
			const [before, pauses] = [sent.length, clock.pauses.length];
			expect(await outcomeOf({ ...read, ...later }, service)).toMatchObject({ failure });
			expect(sent.length - before).toBe(count);
			expect(clock.pauses).toHaveLength(pauses);
		},
	);

	it('are sent once the time is over for which too many were sent', async () => {
		const { service, clock } = serviceOf([busy('3600'), done], { maxTries: 5 });
		await service.tryCall(read);
		await clock.pause(3_600_000);
		expect(await service.call(read)).toEqual({ id: '1' });
	});
});

describe('a clock that is not that of others', () => {
	it('keeps pace and time limit when it is set back', async () => {
		const { service, clock } = serviceOf([busy('2'), busy('2'), done, done], { maxTries: 5 });
		const { pause } = clock;
		clock.pause = async (milliseconds) => {
			await pause(milliseconds);
			clock.setBack(3_600_000);
		};
		await service.call(read);
		await service.call(read);
		expect(clock.elapsed()).toBeLessThan(10_000);
	});

	it.each`
		when                                          | after                              | date                               | setBack
		${'set back, by the time that people know'}   | ${'Fri, 20 Nov 2026 09:00:05 GMT'} | ${undefined}                       | ${3_600_000}
		${"behind Stitch's own clock, by this clock"} | ${'Fri, 20 Nov 2026 11:00:05 GMT'} | ${'Fri, 20 Nov 2026 11:00:00 GMT'} | ${0}
	`(
		'reads a Retry-After date, $when',
		async ({ after, date, setBack }: { after: string; date?: string; setBack: number }) => {
			const { service, clock } = serviceOf([busy(after, date), done], { maxTries: 5 });
			clock.setBack(setBack);
			await service.call(read);
			expect(clock.pauses).toEqual([5000]);
		},
	);
});

it('tells the earliest time that it can be at Stitch by the date of its latest answer that has one', async () => {
	const dated = (date: string) => answer(200, { id: '1' }, { date });
	const { service, clock } = serviceOf([dated('Fri, 20 Nov 2026 09:00:00 GMT'), dated('soon')]);
	expect(service.earliestThere(clock.now())).toBeUndefined();
	for (let request = 0; request < 2; request++) {
		await service.call(read);
		const later = new Date(service.earliestThere(clock.now() + 5000) ?? 0);
		expect(later.toISOString()).toBe('2026-11-20T09:00:05.000Z');
	}
});

it('repeats a request that starts late in a run as long as any other', async () => {
	const { service, clock } = serviceOf([lost, done], { maxTries: 2, budgetMs: 60_000 });
	await clock.pause(600_000);
	expect(await outcomeOf(payment, service)).toEqual({ body: { id: '1' } });
});

/** A service whose requests the test answers itself, and that a user stops. */
function stoppable(
	send: (stop: AbortController) => unknown,
	options: Partial<ServiceOptions> = {},
	changed: (clock: Clock, stop: AbortSignal) => Partial<Clock> = () => ({}),
) {
	const stop = new AbortController();
	const clock = clockOf();
	return new Service(
		async () => (await send(stop)) as RawAnswer,
		addresses,
		'test-client',
		{ maxTries: 100, budgetMs: 6_000_000, timeoutMs: 1000, ...options },
		{ ...clock, ...changed(clock, stop.signal) },
		stop.signal,
	);
}

it('gives up on an answer that never ends, which n8n itself would wait for', async () => {
	const limits: number[] = [];
	const within = async (milliseconds: number) => void limits.push(milliseconds);
	const service = stoppable(
		async () => await new Promise(() => {}),
		{ maxTries: 1, timeoutMs: 300 },
		() => ({ within: within as Clock['within'] }),
	);
	expect(await outcomeOf(payment, service)).toEqual({ failure: { ...lost, host: 'rest.test' } });
	expect(limits).toEqual([1800]);
});

describe('once the user has stopped the execution', () => {
	it('sends nothing more, and says what came of it', async () => {
		let sent = 0;
		const service = stoppable((stop) => {
			sent++;
			stop.abort();
			return lost;
		});
		expect(await outcomeOf(payment, service)).toEqual({ failure: lost });
		expect(await outcomeOf(read, service)).toEqual({
			failure: { kind: 'stopped', happened: 'no' },
		});
		expect(sent).toBe(1);
	});

	it('waits for no turn', async () => {
		let sent = 0;
		let pausesInVain = 0;
		const service = stoppable(
			(stop) => {
				if (++sent === 20) stop.abort();
				return busy('30');
			},
			{},
			// As the real one: after Stop it waits for nothing, so whoever waits for a time goes in circles.
			(clock, stopped) => ({
				async pause(milliseconds) {
					if (!stopped.aborted || ++pausesInVain > 10) await clock.pause(milliseconds);
				},
			}),
		);
		const outcomes = await Promise.all([1, 2, 3].map(async () => await service.tryCall(read)));
		expect(outcomes.every((outcome) => 'failure' in outcome)).toBe(true);
		expect(sent).toBe(20);
		expect(pausesInVain).toBeLessThanOrEqual(10);
	});
});

it('encodes ids for paths, and asks nothing for one with which the path would lead elsewhere', () => {
	expect(['a/b+c=', '...'].map(segment)).toEqual(['a%2Fb%2Bc%3D', '...']);
	for (const id of ['.', '..']) {
		expect(() => segment(id)).toThrow(
			new ServiceFailure({ kind: 'status', happened: 'no', status: 404 }),
		);
	}
});

it.each([100, 300])('takes HTTP %d for no success, whatever comes with it', async (status) => {
	const { failure } = await resultOf(payment, [answer(status, { id: '1' })]);
	expect(failure).toEqual({ kind: 'notTheService', happened: 'maybe', status });
});

it('takes only 202 for an answer that is still to come', async () => {
	const { failure } = await resultOf({ ...made, mayBePending: true }, [answer(200, {})]);
	expect(failure).toMatchObject({ kind: 'unreadable' });
});

it.each<[string, Script[number], string | undefined]>([
	['lost', lost, 'maybe'],
	['of 429', answer(429, {}), undefined],
])('says with a success after an answer %s whether it happened before', async (_, first, said) => {
	const outcome = await serviceOf([first, done], { maxTries: 2 }).service.tryCall(payment);
	expect(outcome).toEqual({
		answer: { status: 200, body: { id: '1' }, ...(said && { happenedBefore: said }) },
	});
});

describe('the time that a request has', () => {
	async function timeoutOf(
		options: Partial<ServiceOptions>,
		by = (service: Service) => service,
		request: ServiceRequest = read,
	) {
		const timeouts: unknown[] = [];
		const all = { maxTries: 1, budgetMs: 60_000, timeoutMs: 30_000, ...options };
		const send = async ({ timeout }: { timeout?: number }) => {
			timeouts.push(timeout);
			return done;
		};
		const service = new Service(send, addresses, 'test-client', all, clockOf());
		await by(service).tryCall(request);
		return timeouts[0];
	}

	it('is all of Timeout, even where nothing is repeated', async () => {
		expect(await timeoutOf({ budgetMs: 0 })).toBe(30_000);
	});

	it('is longer by the time that it takes to send a file', async () => {
		const upload = { ...unprotected, sendingMs: 5000 };
		expect(await timeoutOf({}, undefined, upload)).toBe(35_000);
	});

	it('is short where its answer is not needed', async () => {
		const aside = (service: Service) => service.aside();
		expect(await timeoutOf({ timeoutMs: 30_000 }, aside)).toBe(10_000);
		expect(await timeoutOf({ timeoutMs: 5000 }, aside)).toBe(5000);
	});

	it('holds no long pause where its answer is not needed', async () => {
		const { service, sent, clock } = serviceOf([busy('30')]);
		const aside = service.aside();
		await aside.tryCall(read);
		expect(await outcomeOf(read, aside)).toMatchObject({ failure: { kind: 'notSent' } });
		expect([sent.length, clock.pauses]).toEqual([1, []]);
	});
});
