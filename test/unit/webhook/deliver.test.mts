import type { IDataObject } from 'n8n-workflow';

import { processEvents } from '../../../nodes/Stitch/webhook/deliver';
import { graphqlPage } from '../builders.mts';
import { executeContext } from './contexts.mts';
import { current, event, ok, refused, run } from './delivering.mts';
import { ProcessedData } from './processedData.mts';

interface Kind {
	resource: string;
	status: string;
	state: IDataObject;
}

interface Failure {
	options: IDataObject;
	error: string;
	kind: string;
	howToFix: RegExp;
}

it('lets an event on once in all executions of its node, which remember the latest 10,000', async () => {
	const given = { data: new ProcessedData(), node: 'one-node' };
	const first = await run({ events: [event('a')], ...given });
	const second = await run({ events: [event('a')], ...given });
	const third = await run({ events: [event('b')], ...given });
	expect([first.ids, second.ids, third.ids]).toEqual([['a'], [], ['b']]);
	expect(first.output).toEqual([{ json: event('a'), pairedItem: { item: 0 } }]);
	expect(first.recordings[0]).toEqual({
		ids: ['a', 'disbursement.completed/a'],
		how: { scope: 'node', mode: 'entries', maxEntries: 20_000 },
	});
});

it('records events for the whole workflow where the option says so', async () => {
	const { recordings } = await run({ events: [event('a')], options: { oncePerWorkflow: true } });
	expect(recordings[0]).toMatchObject({ how: { scope: 'workflow' } });
});

describe('when the resource is fetched', () => {
	const options = { fetchCurrentResource: true };

	it('it is next to the event, and fills in what the event leaves out', async () => {
		const urls: string[] = [];
		const { output } = await run({
			events: [event('a')],
			options,
			http: async ({ url }) => {
				urls.push(url);
				return await ok(current)();
			},
		});
		expect(urls).toEqual(['https://api.stitch.money/v2/disbursements/aWQ6MQ%3D%3D']);
		expect(output[0]?.json).toEqual({
			...event('a'),
			externalReference: 'shop-1',
			nonce: 'nonce-1',
			amount: { quantity: 150, currency: 'ZAR' },
			current,
		});
	});

	it.each`
		resource            | status       | state
		${'charge'}         | ${'success'} | ${{ state: { __typename: 'TransactionSuccess' } }}
		${'paymentConsent'} | ${'paused'}  | ${{ status: { __typename: 'PaymentConsentPaused' } }}
	`(
		'a $resource is read by its ID, and fills in its reference',
		async ({ resource, status, state }: Kind) => {
			const said = { event: `${resource}.${status}`, resource, status };
			const node = { id: 'aWQ6MQ==', externalReference: 'sub-204', nonce: 'n', ...state };
			const http = ok({ data: { node } });
			const { output } = await run({ events: [event('a', said)], options, http });
			expect(output[0]?.json).toMatchObject({
				externalReference: 'sub-204',
				nonce: 'n',
				current: { id: 'aWQ6MQ==', status },
			});
		},
	);

	it('nothing that the event says is changed', async () => {
		const said = { externalReference: 'x', nonce: 'y', amount: { quantity: 1, currency: 'ZAR' } };
		const { output } = await run({ events: [event('a', said)], options, http: ok(current) });
		expect(output[0]?.json).toMatchObject({ ...said, status: 'completed' });
	});

	it('the filters use the values that were filled in', async () => {
		const filters = { ...options, externalReferencePrefix: 'shop-' };
		const passing = await run({ events: [event('a')], options: filters, http: ok(current) });
		expect(passing.ids).toEqual(['a']);
		const foreign = { ...current, externalReference: 'till-1' };
		const failing = await run({ events: [event('b')], options: filters, http: ok(foreign) });
		expect(failing.ids).toEqual([]);
		expect(failing.recordings).toEqual([]);
	});

	it.each`
		that                                     | said
		${'is of an unknown kind'}               | ${{ event: 'unknown', resource: null }}
		${'has a status that is not documented'} | ${{ event: 'unknown', resource: 'refund' }}
		${'says no ID'}                          | ${{ id: null }}
	`('an event that $that continues without it', async ({ said }: { said: IDataObject }) => {
		const { output } = await run({ events: [event('a', said)], options });
		expect(output[0]?.json).toEqual({ ...event('a', said), current: null });
	});

	it('a terminal session is read, and its amount is found in what it charges', async () => {
		const id = 'c2Vzc2lvbjox';
		const said = { event: 'terminalSession.success', resource: 'terminalSession', id };
		const intent = { charge: { amount: 150, currency: 'ZAR' } };
		const session = { id, status: 'success', externalReference: 'till-1', intent };
		const { output } = await run({ events: [event('a', said)], options, http: ok(session) });
		expect(output[0]?.json).toMatchObject({
			externalReference: 'till-1',
			amount: { quantity: 150, currency: 'ZAR' },
			current: session,
		});
	});

	describe('a refund', () => {
		const id = 'cmVmdW5kOjE=';
		const ofRefund = event('a', { event: 'refund.completed', resource: 'refund', id });
		const graphql = 'https://api.stitch.money/graphql';
		const rest = 'https://api.stitch.money/v2/refunds/cmVmdW5kOjE%3D';
		const listed = (...nodes: object[]) => graphqlPage('refunds', nodes).body;
		const online = {
			id,
			nonce: 'nonce-1',
			amount: { quantity: '40.50', currency: 'ZAR' },
			status: { __typename: 'RefundCompleted', date: '2026-11-20' },
			paymentInitiationRequest: { id: 'cA==', externalReference: 'shop-1' },
		};
		const inPerson = { id, amount: 40.5, currency: 'ZAR' };

		/** Runs one event of a refund, with an answer for each of the two interfaces. */
		async function runRefund(answers: Record<string, unknown>) {
			const urls: string[] = [];
			const { output } = await run({
				events: [ofRefund],
				options,
				http: async ({ url }) => {
					urls.push(url);
					const body = answers[url];
					return body === undefined ? await refused() : await ok(body)();
				},
			});
			return { urls, json: output[0]?.json };
		}

		it('of a payment request is read from GraphQL, in the words of REST', async () => {
			const { urls, json } = await runRefund({ [graphql]: listed(online) });
			expect(urls).toEqual([graphql]);
			expect(json).toMatchObject({
				nonce: 'nonce-1',
				externalReference: 'shop-1',
				amount: { quantity: 40.5, currency: 'ZAR' },
				current: { id, status: 'completed', paymentRequestId: 'cA==' },
			});
		});

		const refusal = (code: string) => ({ errors: [{ message: 'no', extensions: { code } }] });

		it.each`
			where                             | answer
			${'GraphQL does not list it'}     | ${listed()}
			${'GraphQL does not take its ID'} | ${refusal('BAD_USER_INPUT')}
		`(
			'of an in-person charge is read from REST, where $where',
			async ({ answer }: { answer: object }) => {
				const { urls, json } = await runRefund({ [graphql]: answer, [rest]: inPerson });
				expect(urls).toEqual([graphql, rest]);
				expect(json).toMatchObject({
					amount: { quantity: 40.5, currency: 'ZAR' },
					current: inPerson,
				});
			},
		);

		it('that may not be read is not searched elsewhere', async () => {
			const answers = { [graphql]: refusal('FORBIDDEN'), [rest]: inPerson };
			await expect(runRefund(answers)).rejects.toThrow();
		});
	});

	it('and cannot be read, the execution fails and the event is not used up', async () => {
		const data = new ProcessedData();
		const node = 'failing';
		await expect(
			run({ events: [event('a')], options, http: refused, data, node }),
		).rejects.toMatchObject({
			message: expect.stringContaining('does not know this ID'),
			description: expect.stringMatching(/^[A-Z].*\.$/),
		});
		expect(data.rows.size).toBe(0);
		const later = await run({ events: [event('a')], options, http: ok(current), data, node });
		expect(later.ids).toEqual(['a']);
	});

	it('and cannot be read, a node that is set to continue passes on the event with the reason', async () => {
		const { output, recordings } = await run({
			events: [event('a')],
			options: { ...options, externalReferencePrefix: 'shop-' },
			http: refused,
			onError: 'continueRegularOutput',
		});
		expect(output).toEqual([
			{
				json: { ...event('a'), current: null, error: expect.stringContaining('does not know') },
				pairedItem: { item: 0 },
			},
		]);
		expect(recordings).toHaveLength(1);
	});

	it('and cannot be read, the error output gets the event whole', async () => {
		const { output } = await run({
			events: [event('a')],
			options,
			http: refused,
			onError: 'continueErrorOutput',
		});
		expect(output).toEqual([
			{
				json: {
					error: expect.stringContaining('does not know'),
					details: {
						event: event('a'),
						howToFix: expect.not.stringContaining('Prefix'),
						httpStatus: 404,
						kind: 'notFound',
					},
				},
				pairedItem: { item: 0 },
			},
		]);
	});
});

const locked = () =>
	new ProcessedData(new Map(), async () => await Promise.reject(new Error('database is locked')));

it('fails the execution when the database does not answer, so that it can be retried', async () => {
	await expect(run({ events: [event('a')], data: locked() })).rejects.toThrow('database is locked');
});

it.each`
	where                             | options                              | error                       | kind              | howToFix
	${'the database does not answer'} | ${{}}                                | ${'database is locked'}     | ${'unexpected'}   | ${/^The event .* checked/}
	${'an option cannot be read'}     | ${{ fetchCurrentResource: 'maybe' }} | ${'Fetch Current Resource'} | ${'invalidField'} | ${/^[A-Z].*\. The event .* checked/}
`(
	'passes an event on as an error, never as a good event, where $where and the node continues',
	async ({ options, error, kind, howToFix }: Failure) => {
		for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as const) {
			const { context } = executeContext({
				events: [event('a')],
				options,
				data: locked(),
				onError,
			});
			const [[item] = []] = await processEvents(context);
			expect(Object.keys(item?.json ?? {})).toEqual(['error', 'details']);
			expect(item).toMatchObject({
				json: {
					error: expect.stringContaining(error),
					details: { howToFix: expect.stringMatching(howToFix), kind, event: event('a') },
				},
				pairedItem: { item: 0 },
			});
		}
	},
);

describe('an execution that explains why events are rejected', () => {
	const alert = { alert: 'client' };

	it('fails the execution with what to do', async () => {
		const { context, recordings } = executeContext({ events: [alert] });
		await expect(processEvents(context)).rejects.toMatchObject({
			message:
				'The credential has been changed since this workflow was published: unpublish and publish it',
			description: expect.stringContaining('a different client'),
		});
		expect(recordings).toEqual([]);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'never starts the workflow, but leaves a hint, when the node continues after a failure: %s',
		async (onError) => {
			const { context } = executeContext({ events: [alert], onError });
			const hints: Array<{ message: string }> = [];
			Object.assign(context, {
				addExecutionHints: (hint: { message: string }) => void hints.push(hint),
			});
			expect(await processEvents(context)).toEqual([[]]);
			expect(hints).toEqual([
				{ message: expect.stringContaining('The credential has been changed'), type: 'warning' },
			]);
		},
	);
});
