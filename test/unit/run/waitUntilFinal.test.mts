import type { IDataObject } from 'n8n-workflow';

import type { ResourceWith } from '../../../nodes/Stitch/run/resource';
import { resources } from '../../../nodes/Stitch/actions/resources';
import { waitUntilFinal, type WaitOptions } from '../../../nodes/Stitch/run/waitUntilFinal';
import { ServiceFailure } from '../../../nodes/Stitch/transport/failure';
import {
	Service,
	type RawAnswer,
	type ServiceOptions,
} from '../../../nodes/Stitch/transport/service';
import type { FailureDetails } from '../../../nodes/Stitch/transport/failure';
import { addresses, answer, serviceOf, type Script } from '../builders.mts';
import { VirtualTime } from '../webhook/virtual-time.mts';

const payments: ResourceWith<'one' | 'statuses'> = {
	value: 'payment',
	name: 'Payment',
	noun: 'payment',
	one: { path: '/payments' },
	statuses: {
		pending: 'open',
		submitted: 'open',
		paused: 'paused',
		completed: 'done',
		error: 'failed',
	},
	keeps: ['nonce'],
};

const patient = { maxWaitMs: 60_000, onTimeout: 'return', stopWhenPaused: true } as const;

async function wait(
	outputs: IDataObject[],
	script: Script,
	options: Partial<WaitOptions> = {},
	how: Partial<ServiceOptions> = {},
) {
	const { service, sent, clock } = serviceOf(script, how);
	const results = await waitUntilFinal(service, payments, outputs, {
		...patient,
		...options,
	});
	return { results, sent, pauses: clock.pauses };
}

const pending = { id: 'a/1=', status: 'pending' };
const still = (status: string, id = 'a/1=') => answer(200, { id, status });

it('reads what only GraphQL knows by its ID, and keeps what the node has added', async () => {
	const one = {
		query: 'query ($id: ID!) { node(id: $id) { id } }',
		asOutput: (node: IDataObject) => node,
	};
	const node = (status: string) => answer(200, { data: { node: { id: 'c', status } } });
	const { service, sent } = serviceOf([node('submitted'), node('completed')]);
	const results = await waitUntilFinal(
		service,
		{ ...payments, one },
		[{ id: 'c', status: 'pending', nonce: 'n' }],
		patient,
	);
	expect(results).toEqual([{ id: 'c', status: 'completed', nonce: 'n', final: true }]);
	expect(sent[0]?.body).toEqual({ query: one.query, variables: { id: 'c' } });
});

it('reads again until the status is final, and says that it is', async () => {
	const script = [still('pending'), still('submitted'), still('completed')];
	const { results, sent, pauses } = await wait([pending], script);
	expect(results).toEqual([{ id: 'a/1=', status: 'completed', final: true }]);
	expect(sent).toEqual(
		Array.from({ length: 3 }, () => ({
			method: 'GET',
			url: 'https://rest.test/v2/payments/a%2F1%3D',
		})),
	);
	expect(pauses).toEqual([1000, 1500, 2250]);
});

it('reads nothing again that is final already', async () => {
	const { results, sent, pauses } = await wait([{ id: 'a', status: 'error' }], []);
	expect(results).toEqual([{ id: 'a', status: 'error', final: true }]);
	expect(sent).toEqual([]);
	expect(pauses).toEqual([]);
});

it('grows the pauses up to half a minute and never waits longer than asked', async () => {
	const script = Array.from({ length: 20 }, () => still('pending'));
	const { results, pauses } = await wait([pending], script, { maxWaitMs: 150_000 });
	expect(pauses.slice(0, 4)).toEqual([1000, 1500, 2250, 3375]);
	expect(pauses.slice(-3, -1)).toEqual([30_000, 30_000]);
	expect(Math.max(...pauses)).toBe(30_000);
	expect(pauses.reduce((sum, pause) => sum + pause)).toBe(149_000);
	expect(results).toEqual([{ id: 'a/1=', status: 'pending', final: false }]);
});

it('keeps what the node added and nothing that the service no longer says', async () => {
	const first = { ...pending, nonce: 'n', statusReason: 'insufficient_funds' };
	const { results } = await wait([first], [still('completed')]);
	expect(results).toEqual([{ id: 'a/1=', status: 'completed', nonce: 'n', final: true }]);
});

it('waits for all items together and keeps their order', async () => {
	const outputs = ['a', 'b', 'c'].map((id) => ({ id, status: 'pending' }));
	const statuses: Record<string, string[]> = {
		a: ['pending', 'pending', 'completed'],
		b: ['error'],
		c: ['pending', 'completed'],
	};
	const script: Script = Array.from({ length: 6 }, () => ({ url }) => {
		const id = url.slice(-1);
		return still(statuses[id]?.shift() ?? 'lost', id);
	});
	const { results, pauses } = await wait(outputs, script, {}, { concurrency: 1 });
	expect(results).toEqual([
		{ id: 'a', status: 'completed', final: true },
		{ id: 'b', status: 'error', final: true },
		{ id: 'c', status: 'completed', final: true },
	]);
	expect(pauses).toEqual([1000, 1500, 2250]);
});

describe('a paused status', () => {
	it('ends the wait without being called final', async () => {
		const { results } = await wait([pending], [still('paused')], { onTimeout: 'fail' });
		expect(results).toEqual([{ id: 'a/1=', status: 'paused', final: false }]);
	});

	it('is waited through when asked', async () => {
		const script = [still('paused'), still('completed')];
		const { results } = await wait([pending], script, { stopWhenPaused: false });
		expect(results).toMatchObject([{ status: 'completed', final: true }]);
	});
});

describe('when the time is up', () => {
	it('returns the last state with final set to false', async () => {
		const { results } = await wait([pending], [still('submitted')], { maxWaitMs: 1000 });
		expect(results).toEqual([{ id: 'a/1=', status: 'submitted', final: false }]);
	});

	it('fails where the user chose so, naming the ID and saying not to send again', async () => {
		const { results } = await wait([pending], [still('submitted')], {
			maxWaitMs: 1000,
			onTimeout: 'fail',
		});
		expect(results[0]).toBeInstanceOf(ServiceFailure);
		expect((results[0] as ServiceFailure).details).toEqual({
			...{ kind: 'notFinal', happened: 'yes', id: 'a/1=' },
			sentence: 'The payment a/1= was still submitted after 1 second',
			advice: expect.stringContaining('do not send it again'),
		});
	});

	it('names the nonce of the attempt that it is about', async () => {
		const first = { ...pending, nonce: 'nonce-2' };
		const options = { maxWaitMs: 1000, onTimeout: 'fail' } as const;
		const { results } = await wait([first], [still('submitted')], options);
		expect((results[0] as ServiceFailure).details.nonce).toBe('nonce-2');
	});

	it('says nothing that was not read', async () => {
		const options = { maxWaitMs: 1000, onTimeout: 'fail' } as const;
		const { results } = await wait([pending], [answer(403, {})], options);
		expect((results[0] as ServiceFailure).details.sentence).toBe(
			'The payment a/1= could not be read any more; when it last could, it was pending',
		);
	});
});

describe('a reading that brings no answer', () => {
	it.each<[string, Script[number]]>([
		['a lost connection', { kind: 'answerLost', happened: 'maybe' }],
		['a service that is not available', answer(503, {})],
		['an ID that is not listed yet', answer(404, {})],
		['a page of a proxy', answer(200, '<html>')],
	])('skips one check and nothing else: %s', async (_what, failure) => {
		const { results } = await wait([pending], [failure, still('completed')]);
		expect(results).toMatchObject([{ status: 'completed', final: true }]);
	});

	it('keeps the last known status when it lasts until the time is up', async () => {
		const script = [answer(503, {}), answer(503, {})];
		const first = { ...pending, nonce: 'n' };
		const { results } = await wait([first], script, { maxWaitMs: 2000 });
		expect(results).toEqual([{ ...first, final: false }]);
	});

	it('is repeated within the time of waiting only', async () => {
		const script = Array.from({ length: 20 }, () => answer(503, {}));
		const { results, pauses } = await wait(
			[pending],
			script,
			{ maxWaitMs: 4000 },
			{ maxTries: 10 },
		);
		expect(pauses.reduce((sum, pause) => sum + pause)).toBeLessThanOrEqual(4000);
		expect(results).toEqual([{ ...pending, final: false }]);
	});

	it('ends the wait when the user stopped the execution', async () => {
		const { results, sent } = await wait([pending], [{ kind: 'stopped', happened: 'no' }]);
		expect(results).toEqual([{ ...pending, final: false }]);
		expect(sent).toHaveLength(1);
	});
});

it('does not read what has no ID', async () => {
	const { results, sent } = await wait([{ status: 'pending' }], []);
	expect(results).toEqual([{ status: 'pending', final: false }]);
	expect(sent).toEqual([]);
});

describe('Maximum Wait', () => {
	/** What a reading of an object comes to, and after how many milliseconds. */
	type Reading = (url: string) => { ms: number; outcome: RawAnswer | FailureDetails };

	/** Waits for many objects at once, in time that passes while requests are under way, too. */
	async function waitInTime(
		objects: number,
		maxWaitMs: number,
		reading: Reading,
		more: Partial<WaitOptions> = {},
	) {
		const time = new VirtualTime(1);
		const startedAt: number[] = [];
		const service = new Service(
			async ({ url, timeout = Infinity }) => {
				startedAt.push(time.elapsed());
				const { ms, outcome } = reading(url);
				await time.pause(Math.min(ms, timeout));
				return ms > timeout ? { kind: 'answerLost', happened: 'maybe' } : outcome;
			},
			addresses,
			'test-client',
			{ maxTries: 10, budgetMs: 120_000, timeoutMs: 30_000 },
			time,
		);
		const outputs = Array.from({ length: objects }, (_, id) => ({
			id: `${id}`,
			status: 'pending',
		}));
		let took = 0;
		const options = { ...patient, maxWaitMs, ...more };
		const waiting = waitUntilFinal(service, payments, outputs, options).then((results) => {
			took = time.elapsed();
			return results;
		});
		await time.run();
		return { results: await waiting, took, startedAt };
	}

	const idOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

	it('is kept to when the service does not answer at all', async () => {
		const never: Reading = () => ({
			ms: Infinity,
			outcome: { kind: 'answerLost', happened: 'maybe' },
		});
		const { results, took } = await waitInTime(1000, 300_000, never);
		expect(took).toBeLessThanOrEqual(300_000);
		expect(results).toHaveLength(1000);
		expect(results[999]).toEqual({ id: '999', status: 'pending', final: false });
	});

	it('is kept to when there are more objects than can be read in that time', async () => {
		const slow: Reading = (url) => ({ ms: 4000, outcome: still('pending', idOf(url)) });
		const { results, took, startedAt } = await waitInTime(500, 60_000, slow);
		expect(took).toBeLessThanOrEqual(61_000);
		expect(Math.max(...startedAt)).toBeLessThan(60_000);
		expect(results).toHaveLength(500);
	});

	it('does not say of objects that it never came to that they could not be read', async () => {
		const slow: Reading = (url) => ({ ms: 4000, outcome: still('pending', idOf(url)) });
		const { results } = await waitInTime(500, 60_000, slow, { onTimeout: 'fail' });
		expect((results[499] as ServiceFailure).details.sentence).toBe(
			'The payment 499 was still pending after 60 seconds',
		);
	});

	it('is kept to when the service asks for patience', async () => {
		const busy: Reading = () => ({ ms: 20, outcome: answer(429, {}, { 'retry-after': '90' }) });
		const { took } = await waitInTime(10, 60_000, busy);
		expect(took).toBeLessThanOrEqual(60_000);
	});

	it('leaves the time for a last check', async () => {
		let readings = 0;
		const late: Reading = (url) => {
			const status = ++readings < 4 ? 'pending' : 'completed';
			return { ms: 500, outcome: still(status, idOf(url)) };
		};
		const { results } = await waitInTime(1, 8000, late);
		expect(results).toMatchObject([{ status: 'completed', final: true }]);
	});
});

const waitedFor = resources.flatMap(({ operations }) =>
	operations.filter(({ payment, lifecycle }) => payment !== undefined && lifecycle !== undefined),
);

it('there are payments to wait for: of payouts, on terminals and of consents', () => {
	expect(waitedFor).toHaveLength(3);
});

it.each(waitedFor)(
	'still says whether it was sent before, after a wait: $action',
	({ lifecycle }) => {
		const said = ['alreadyExisted', 'nonce', 'notAsAsked', 'notCompared', 'client'];
		expect(lifecycle?.keeps).toEqual(expect.arrayContaining(said));
	},
);
