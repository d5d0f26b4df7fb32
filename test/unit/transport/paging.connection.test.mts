import type { IDataObject } from 'n8n-workflow';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { readList } from '../../../nodes/Stitch/transport/paging';
import { ServiceFailure } from '../../../nodes/Stitch/transport/failure';
import { realClock } from '../../../nodes/Stitch/transport/clock';
import { Service, type RawAnswer } from '../../../nodes/Stitch/transport/service';
import { addresses, answer, serviceOf, type SentRequest } from '../builders.mts';
import fc from '../properties.mts';

const things = {
	query: 'query Things { client { things { edges { node { id } } } } }',
	variables: { filter: { owner: 'me' } },
	at: ['client', 'things'],
	asOutput: (node: IDataObject) => ({ id: node.id }),
};

function variablesOf({ body }: Pick<SentRequest, 'body'>): IDataObject {
	return (body as { variables: IDataObject }).variables;
}

function page(edges: unknown, pageInfo: IDataObject): RawAnswer {
	return answer(200, { data: { client: { things: { edges, pageInfo } } } });
}

/** A service that holds so many records; its cursors are positions. */
function holding(count: number, { most = 100 } = {}) {
	return (request: Pick<SentRequest, 'body'>) => {
		const { first, after } = variablesOf(request);
		const start = after === undefined ? 0 : Number(after) + 1;
		const size = Math.max(0, Math.min(Number(first), most, count - start));
		const edges = Array.from({ length: size }, (_, n) => ({
			node: { id: start + n, ballast: 'x' },
		}));
		const end = start + size;
		return page(edges, { hasNextPage: end < count, endCursor: String(end - 1) });
	};
}

async function failureOf(script: RawAnswer[]): Promise<unknown> {
	const { service } = serviceOf(script);
	return await readList(service, things, 500).catch((cause: unknown) => cause);
}

describe('a GraphQL list', () => {
	it('is read with its variables next to the text, page after page', async () => {
		const { service, sent } = serviceOf(Array(3).fill(holding(250)));
		expect(await readList(service, things, Infinity)).toHaveLength(250);
		expect(sent.map(variablesOf)).toEqual([
			{ filter: { owner: 'me' }, first: 100, after: undefined },
			{ filter: { owner: 'me' }, first: 100, after: '99' },
			{ filter: { owner: 'me' }, first: 100, after: '199' },
		]);
		expect(sent.every(({ body }) => (body as IDataObject).query === things.query)).toBe(true);
	});

	it('returns every record when a page is longer than asked for', async () => {
		const longer = (request: SentRequest) => {
			const { first, ...rest } = variablesOf(request);
			return holding(450, { most: 150 })({ body: { variables: { ...rest, first: 150 } } });
		};
		const { service } = serviceOf(Array(5).fill(longer));
		const ids = (await readList(service, things, Infinity)).map(({ id }) => id);
		expect(ids).toEqual(Array.from({ length: 450 }, (_, id) => id));
	});

	it.each([
		['that a new one has moved to the next page', ['c', 'b'], ['b', 'a']],
		['that one page shows twice', ['c', 'b', 'b'], ['a', 'a']],
	])('takes a record once %s', async (_, first, second) => {
		const edges = (ids: string[]) => ids.map((id) => ({ node: { id } }));
		const { service } = serviceOf([
			page(edges(first), { hasNextPage: true, endCursor: '1' }),
			page(edges(second), { hasNextPage: false }),
		]);
		const records = await readList(service, things, Infinity);
		expect(records.map(({ id }) => id)).toEqual(['c', 'b', 'a']);
	});

	it('names in each record what Stitch does not offer', async () => {
		const refused = answer(400, {
			errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
		});
		const { service } = serviceOf([refused, page([{ node: { id: 7 } }], { hasNextPage: false })]);
		const query = { full: 'full', core: 'core', young: ['metadata'] };
		const records = await readList(service, { ...things, query, asOutput: (node) => node }, 500);
		expect(records).toEqual([{ id: 7, notRead: ['metadata'] }]);
	});

	it('is not read further than needed', async () => {
		const { service, sent } = serviceOf(Array(2).fill(holding(1000)));
		expect(await readList(service, things, 120)).toHaveLength(120);
		expect(sent.map((each) => variablesOf(each).first)).toEqual([100, 20]);
	});

	it('comes whole, in order, each record once, whatever the numbers are', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.nat(400),
				fc.integer({ min: 1, max: 120 }),
				fc.option(fc.integer({ min: 1, max: 500 }), { nil: Infinity }),
				async (count, most, limit) => {
					const { service } = serviceOf(Array(500).fill(holding(count, { most })));
					const ids = (await readList(service, things, limit)).map(({ id }) => id);
					expect(ids).toEqual(Array.from({ length: Math.min(count, limit) }, (_, id) => id));
				},
			),
			{ seed: 7, numRuns: 100 },
		);
	});

	it('of 5,000 records is read with one page held at a time', async () => {
		setFlagsFromString('--expose-gc');
		const collectGarbage = runInNewContext('gc') as () => void;
		const serve = holding(5000);
		const pages: Array<WeakRef<object>> = [];
		let mostHeld = 0;
		const service = new Service(
			async ({ body }) => {
				// A turn of its own, or what was read within this one would still be held by it.
				await new Promise((resolve) => setImmediate(resolve));
				if (pages.length % 10 === 5) {
					collectGarbage();
					const held = pages.filter((each) => each.deref() !== undefined).length;
					mostHeld = Math.max(mostHeld, held);
				}
				const served = serve({ body });
				const { data } = served.body as { data: { client: { things: { edges: object[] } } } };
				pages.push(new WeakRef(data.client.things.edges));
				return served;
			},
			addresses,
			'test-client',
			{ maxTries: 1, budgetMs: 1000, timeoutMs: 1000 },
			realClock(undefined),
		);
		expect(await readList(service, things, Infinity)).toHaveLength(5000);
		expect(pages).toHaveLength(50);
		// While a page is asked for, at most the one before it is still there.
		expect(mostHeld).toBeLessThanOrEqual(1);
	});

	it.each([
		['an empty page', page([], { hasNextPage: false })],
		['a page with null for its records', page(null, { hasNextPage: false })],
	])('ends at %s', async (_, end) => {
		const { service } = serviceOf([end]);
		expect(await readList(service, things, 500)).toEqual([]);
	});

	it.each([
		['a page without pageInfo', [answer(200, { data: { client: { things: { edges: [] } } } })]],
		['no such list', [answer(200, { data: { client: {} } })]],
		['nothing to look into', [answer(200, { data: { client: null } })]],
		['null instead of a list', [answer(200, { data: { client: { things: null } } })]],
		['null instead of a record', [page([{ node: { id: 1 } }, null], { hasNextPage: false })]],
		['a record that is null', [page([{ node: null }], { hasNextPage: false })]],
		['null for records that follow', [page(null, { hasNextPage: true, endCursor: 'a' })]],
		[
			'an empty page that claims a next one',
			[
				page([{ node: { id: 1 } }], { hasNextPage: true, endCursor: 'x' }),
				page([], { hasNextPage: true, endCursor: 'y' }),
			],
		],
		['a next page without a cursor', [page([{ node: {} }], { hasNextPage: true })]],
		['an empty cursor', [page([{ node: {} }], { hasNextPage: true, endCursor: '' })]],
		[
			'a cursor that does not move',
			Array(3).fill(page([{ node: {} }], { hasNextPage: true, endCursor: 'x' })),
		],
		[
			'cursors that go round',
			['a', 'b', 'a', 'b'].map((endCursor) =>
				page([{ node: {} }], { hasNextPage: true, endCursor }),
			),
		],
		['edges that are no list', [page({}, { hasNextPage: true, endCursor: 'x' })]],
	])('is refused for %s', async (_, script) => {
		expect(await failureOf(script)).toMatchObject({
			details: { sentence: 'Stitch sent a list that cannot be read' },
		});
	});

	it('is asked for again if its answer is lost', async () => {
		const lost = { kind: 'answerLost', happened: 'maybe' } as const;
		const { service } = serviceOf([lost, holding(1)], { maxTries: 2 });
		expect(await readList(service, things, 500)).toHaveLength(1);
	});

	it('of an object that does not exist is not found', async () => {
		const { service } = serviceOf([answer(200, { data: { node: null } })]);
		const ofNode = { ...things, at: ['node', 'things'] };
		await expect(readList(service, ofNode, 500)).rejects.toMatchObject({
			details: { kind: 'status', happened: 'no', status: 404 },
		});
	});

	it('is refused as a whole when a page holds errors', async () => {
		const failure = await failureOf([
			answer(200, {
				data: { client: { things: { edges: [], pageInfo: { hasNextPage: false } } } },
				errors: [{ message: 'No', path: ['client', 'things'], extensions: { code: 'FORBIDDEN' } }],
			}),
		]);
		expect(failure).toBeInstanceOf(ServiceFailure);
		expect(failure).toMatchObject({ details: { code: 'FORBIDDEN', path: 'client.things' } });
	});
});
