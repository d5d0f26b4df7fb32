import type { IDataObject } from 'n8n-workflow';

import type { ResourceWith } from '../../../nodes/Stitch/run/resource';
import { resources } from '../../../nodes/Stitch/catalogue/resources';
import { waitUntilFinal, type WaitOptions } from '../../../nodes/Stitch/run/waitUntilFinal';
import { ServiceFailure } from '../../../nodes/Stitch/transport/failure';
import { Service, type ServiceOptions } from '../../../nodes/Stitch/transport/service';
import { addresses, answer, serviceOf, type Reply } from '../builders.mts';
import { VirtualTime } from '../webhook/virtualTime.mts';

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

/** What each reading of a payment brings: its status by then, or no status at all. The last one stays. */
type Readings = Array<string | Reply>;

interface Row {
	readings: Readings;
	options: Partial<WaitOptions>;
	result: IDataObject;
}

/** Waits for pending payments, by their IDs, at a service that has these statuses one after the other. */
async function wait(
	readings: { [id: string]: Readings },
	options: Partial<WaitOptions> = {},
	how: Partial<ServiceOptions> = {},
	added: IDataObject = {},
) {
	const left = new Map(Object.entries(readings).map(([id, all]) => [id, [...all]]));
	const { service, sent, clock } = serviceOf(({ url }) => {
		const id = decodeURIComponent(url.slice(url.lastIndexOf('/') + 1));
		const statuses = left.get(id) ?? [];
		const next = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? answer(404, {});
		return typeof next === 'string' ? answer(200, { id, status: next }) : next;
	}, how);
	const outputs = Object.keys(readings).map((id) => ({ id, status: 'pending', ...added }));
	const results = await waitUntilFinal(service, payments, outputs, { ...patient, ...options });
	return { results, sent, pauses: clock.pauses };
}

/** What comes of one payment, with the details of a failure. */
async function waitForOne(readings: Readings, options?: Partial<WaitOptions>, added?: IDataObject) {
	const { results, ...rest } = await wait({ 'a/1=': readings }, options, {}, added);
	const [result] = results;
	return { result: result instanceof ServiceFailure ? result.details : result, ...rest };
}

const sum = (pauses: number[]) => pauses.reduce((all, pause) => all + pause, 0);

it('reads again until the status is final, and says that it is', async () => {
	const { result, sent, pauses } = await waitForOne(['pending', 'submitted', 'completed']);
	expect(result).toEqual({ id: 'a/1=', status: 'completed', final: true });
	const reading = { method: 'GET', url: 'https://rest.test/v2/payments/a%2F1%3D' };
	expect(sent).toEqual([reading, reading, reading]);
	expect(pauses).toEqual([1000, 1500, 2250]);
});

it('reads what only GraphQL knows by its ID', async () => {
	const one = {
		query: 'query ($id: ID!) { node(id: $id) { id } }',
		asOutput: (node: IDataObject) => node,
	};
	const node = (status: string) => answer(200, { data: { node: { id: 'c', status } } });
	const { service, sent } = serviceOf([node('submitted'), node('completed')]);
	const outputs = [{ id: 'c', status: 'pending', nonce: 'n' }];
	const results = await waitUntilFinal(service, { ...payments, one }, outputs, patient);
	expect(results).toEqual([{ id: 'c', status: 'completed', nonce: 'n', final: true }]);
	expect(sent[0]?.body).toEqual({ query: one.query, variables: { id: 'c' } });
});

it.each`
	that                  | output                          | final
	${'is final already'} | ${{ id: 'a', status: 'error' }} | ${true}
	${'has no ID'}        | ${{ status: 'pending' }}        | ${false}
`(
	'reads and waits for nothing that $that',
	async ({ output, final }: { output: IDataObject; final: boolean }) => {
		const { service, sent, clock } = serviceOf([]);
		const results = await waitUntilFinal(service, payments, [output], patient);
		expect(results).toEqual([{ ...output, final }]);
		expect([...sent, ...clock.pauses]).toEqual([]);
	},
);

it('grows the pauses up to half a minute and never waits longer than asked', async () => {
	const { result, pauses } = await waitForOne(['pending'], { maxWaitMs: 150_000 });
	expect(pauses.slice(0, 4)).toEqual([1000, 1500, 2250, 3375]);
	expect(pauses.slice(-3, -1)).toEqual([30_000, 30_000]);
	expect(Math.max(...pauses)).toBe(30_000);
	expect(sum(pauses)).toBe(149_000);
	expect(result).toEqual({ id: 'a/1=', status: 'pending', final: false });
});

it('keeps what the node added and nothing that Stitch no longer says', async () => {
	const added = { nonce: 'n', statusReason: 'insufficient_funds' };
	const { result } = await waitForOne(['completed'], {}, added);
	expect(result).toEqual({ id: 'a/1=', status: 'completed', nonce: 'n', final: true });
});

it('waits for all items together and keeps their order', async () => {
	const readings = {
		a: ['pending', 'pending', 'completed'],
		b: ['error'],
		c: ['pending', 'completed'],
	};
	const { results, sent, pauses } = await wait(readings, {}, { concurrency: 1 });
	expect(results).toEqual([
		{ id: 'a', status: 'completed', final: true },
		{ id: 'b', status: 'error', final: true },
		{ id: 'c', status: 'completed', final: true },
	]);
	expect(sent).toHaveLength(6);
	expect(pauses).toEqual([1000, 1500, 2250]);
});

it.each`
	does                                             | readings                   | options                      | result
	${'ends at a pause, without calling it final'}   | ${['paused', 'completed']} | ${{ onTimeout: 'fail' }}     | ${{ id: 'a/1=', status: 'paused', final: false }}
	${'waits through a pause where that was chosen'} | ${['paused', 'completed']} | ${{ stopWhenPaused: false }} | ${{ id: 'a/1=', status: 'completed', final: true }}
	${'returns the last status when time is up'}     | ${['submitted']}           | ${{ maxWaitMs: 1000 }}       | ${{ id: 'a/1=', status: 'submitted', final: false }}
`('$does', async ({ readings, options, result }: Row) => {
	expect((await waitForOne(readings, options)).result).toEqual(result);
});

describe('when the time is up and the user chose to fail', () => {
	const impatient = { maxWaitMs: 1000, onTimeout: 'fail' } as const;

	it('names the ID, and says not to send it again', async () => {
		expect((await waitForOne(['submitted'], impatient)).result).toEqual({
			...{ kind: 'notFinal', happened: 'yes', id: 'a/1=' },
			sentence: 'The payment a/1= was still submitted after 1 second',
			advice: expect.stringContaining('do not send it again'),
		});
	});

	it('names the nonce of the attempt that it is about', async () => {
		const { result } = await waitForOne(['submitted'], impatient, { nonce: 'nonce-2' });
		expect(result).toMatchObject({ kind: 'notFinal', nonce: 'nonce-2' });
	});

	it.each<[string, Readings]>([
		['at all', [answer(403, {})]],
		['any more', ['pending', answer(403, {})]],
	])('says nothing that was not read, where it could not be read %s', async (_, readings) => {
		const { result } = await waitForOne(readings, { ...impatient, maxWaitMs: 6000 });
		expect(result).toMatchObject({
			sentence: 'The payment a/1= could not be read any more; when it last could, it was pending',
		});
	});

	it('counts a status that was read after a reading that failed', async () => {
		const readings = [answer(503, {}), 'submitted'];
		const { result } = await waitForOne(readings, { ...impatient, maxWaitMs: 6000 });
		expect(result).toMatchObject({
			sentence: 'The payment a/1= was still submitted after 6 seconds',
		});
	});
});

describe('a reading that brings no answer', () => {
	const away = answer(503, {});

	it.each<[string, Reply]>([
		['a lost connection', { kind: 'answerLost', happened: 'maybe' }],
		['a service that is not available', away],
		['an ID that is not listed yet', answer(404, {})],
		['a page of a proxy', answer(200, '<html>')],
	])('skips one check and nothing else: %s', async (_, failure) => {
		const { result } = await waitForOne([failure, 'completed']);
		expect(result).toMatchObject({ status: 'completed', final: true });
	});

	it('keeps the last known status when it lasts until the time is up', async () => {
		const { result } = await waitForOne([away], { maxWaitMs: 2000 }, { nonce: 'n' });
		expect(result).toEqual({ id: 'a/1=', status: 'pending', nonce: 'n', final: false });
	});

	it('is repeated within the time of waiting only', async () => {
		const { results, pauses } = await wait({ a: [away] }, { maxWaitMs: 4000 }, { maxTries: 10 });
		expect(sum(pauses)).toBeLessThanOrEqual(4000);
		expect(results).toEqual([{ id: 'a', status: 'pending', final: false }]);
	});

	it('ends the wait when the user stopped the execution', async () => {
		const { result, sent } = await waitForOne([{ kind: 'stopped', happened: 'no' }]);
		expect(result).toEqual({ id: 'a/1=', status: 'pending', final: false });
		expect(sent).toHaveLength(1);
	});
});

describe('Maximum Wait', () => {
	interface Slow {
		/** How many payments are waited for. */
		payments: number;
		maxWaitMs: number;
		/** How long each reading takes, and what it brings. */
		ms: number;
		brings?: (reading: number) => string | Reply;
		onTimeout?: 'fail';
	}

	/** Waits in time that passes while requests are under way, too. */
	async function waitInTime({ payments: count, ms, brings, ...options }: Slow) {
		const time = new VirtualTime(1);
		const startedAt: number[] = [];
		const service = new Service(
			async ({ url, timeout = Infinity }) => {
				const id = url.slice(url.lastIndexOf('/') + 1);
				const reading = startedAt.push(time.elapsed());
				const next = brings?.(reading) ?? 'pending';
				await time.pause(Math.min(ms, timeout));
				if (ms > timeout) return { kind: 'answerLost', happened: 'maybe' };
				return typeof next === 'string' ? answer(200, { id, status: next }) : next;
			},
			addresses,
			'test-client',
			{ maxTries: 10, budgetMs: 120_000, timeoutMs: 30_000 },
			time,
		);
		const outputs = Array.from({ length: count }, (_, id) => ({ id: `${id}`, status: 'pending' }));
		let took = 0;
		const waiting = waitUntilFinal(service, payments, outputs, { ...patient, ...options }).then(
			(results) => {
				took = time.elapsed();
				return results;
			},
		);
		await time.run();
		return { results: await waiting, took, startedAt };
	}

	const busy = answer(429, {}, { 'retry-after': '90' });

	it.each`
		where                                      | slow                                                               | atMostMs
		${'Stitch does not answer at all'}         | ${{ payments: 1000, maxWaitMs: 300_000, ms: Infinity }}            | ${300_000}
		${'there is more to read than it is long'} | ${{ payments: 500, maxWaitMs: 60_000, ms: 4000 }}                  | ${61_000}
		${'Stitch asks for patience'}              | ${{ payments: 10, maxWaitMs: 60_000, ms: 20, brings: () => busy }} | ${60_000}
	`('is kept to where $where', async ({ slow, atMostMs }: { slow: Slow; atMostMs: number }) => {
		const { results, took, startedAt } = await waitInTime(slow);
		expect(took).toBeLessThanOrEqual(atMostMs);
		expect(Math.max(...startedAt)).toBeLessThan(slow.maxWaitMs);
		expect(results).toHaveLength(slow.payments);
		const last = { id: `${slow.payments - 1}`, status: 'pending', final: false };
		expect(results.at(-1)).toEqual(last);
	});

	it('does not say of payments that it never came to that they could not be read', async () => {
		const slow = { payments: 500, maxWaitMs: 60_000, ms: 4000, onTimeout: 'fail' } as const;
		const { results } = await waitInTime(slow);
		expect((results[499] as ServiceFailure).details.sentence).toBe(
			'The payment 499 was still pending after 60 seconds',
		);
	});

	it('is used by as many readings at once as the run sends requests', async () => {
		const brings = () => 'completed';
		const { startedAt } = await waitInTime({ payments: 6, maxWaitMs: 60_000, ms: 500, brings });
		expect(startedAt).toEqual([1000, 1000, 1500, 1500, 1500, 1500]);
	});

	it('leaves the time for a last check', async () => {
		const brings = (reading: number) => (reading < 4 ? 'pending' : 'completed');
		const { results } = await waitInTime({ payments: 1, maxWaitMs: 8000, ms: 500, brings });
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
