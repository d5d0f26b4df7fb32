import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import type { Caller } from './caller.mts';
import { newCallers } from './caller.mts';
import { asker } from './graphql-caller.mts';
import { createDisbursement, disbursementAt, rand } from './orders.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 34, timeScale: 0 });
});
afterAll(() => simulator.stop());

const newCaller = newCallers(() => simulator, 'client_disbursement');
const ask = asker(() => simulator);

const query = `query ($filter: DisbursementFilterInput, $first: UInt, $after: Cursor) { client {
	disbursements(filter: $filter, first: $first, after: $after) {
		edges { node { nonce created amount status { __typename
			... on DisbursementError { date disbursementErrorReason disbursementErrorDescription } } } }
		pageInfo { hasNextPage endCursor } } } }`;

interface Page {
	edges: Array<{ node: { nonce: string; created: string; status: object } }>;
	pageInfo: { hasNextPage: boolean; endCursor: string };
}

async function pageOf(caller: Caller, variables: object): Promise<Page> {
	const { body } = await ask(caller, query, variables);
	return (body.data as { client: { disbursements: Page } }).client.disbursements;
}

const noncesOf = ({ edges }: Page) => edges.map(({ node }) => node.nonce);
const found = async (caller: Caller, filter: object) => noncesOf(await pageOf(caller, { filter }));

/** Four disbursements, an hour apart: one completed, one failed, one paused, one pending. */
async function fourOrders(caller: Caller): Promise<string[]> {
	const created: string[] = [];
	for (const [nonce, amount] of [
		['a', 100],
		['b', 402],
		['c', 405],
		['d', 100],
	] as const) {
		const order = { nonce, externalReference: `PAY-${nonce}`, amount: rand(amount) };
		const id = await createDisbursement(caller, order);
		created.push(String((await caller.get(disbursementAt(id))).body.createdAt));
		if (nonce !== 'd') await simulator.control.advance(nonce === 'c' ? 1000 : 3_600_000);
	}
	return created;
}

describe('the list of disbursements (public documentation)', () => {
	it('finds by nonce and by external reference, one or several', async () => {
		const caller = await newCaller();
		await fourOrders(caller);
		expect(await found(caller, { nonce: { eq: 'b' } })).toEqual(['b']);
		expect(await found(caller, { nonce: { in: ['b', 'd', 'z'] } })).toEqual(['d', 'b']);
		expect(await found(caller, { externalReference: { eq: 'PAY-c' } })).toEqual(['c']);
		expect(await found(caller, { externalReference: { in: ['PAY-a', 'PAY-c'] } })).toEqual([
			'c',
			'a',
		]);
		expect(await found(caller, { nonce: { in: [] } })).toEqual([]);
	});

	it('finds by the time of creation, with and without the bounds', async () => {
		const caller = await newCaller();
		const [a, b, c, d] = await fourOrders(caller);
		expect(await found(caller, { created: { gte: b, lte: c } })).toEqual(['c', 'b']);
		expect(await found(caller, { created: { gt: b, lt: d } })).toEqual(['c']);
		expect(await found(caller, { created: { gte: b } })).toEqual(['d', 'c', 'b']);
		expect(await found(caller, { created: { lt: b } })).toEqual(['a']);
		// Another time zone names the same moment.
		const elsewhere = new Date(Date.parse(String(a)) + 7_200_000).toISOString();
		const created = { lte: elsewhere.replace('Z', '+02:00') };
		expect(await found(caller, { created })).toEqual(['a']);
	});

	it('finds by status, and by when the present status began', async () => {
		const caller = await newCaller();
		const [a, b] = await fourOrders(caller);
		const failedOrPaused = ['DisbursementError', 'DisbursementPaused'];
		expect(await found(caller, { status: { typename: { in: failedOrPaused } } })).toEqual([
			'c',
			'b',
		]);
		expect(await found(caller, { status: { typename: { nin: failedOrPaused } } })).toEqual([
			'd',
			'a',
		]);
		const since = (date: unknown) => ({ status: { DisbursementError: { date: { gte: date } } } });
		expect(await found(caller, since(a))).toEqual(['b']);
		expect(await found(caller, since('2999-01-01T00:00:00Z'))).toEqual([]);
		expect(await found(caller, { status: { DisbursementReversed: { date: { gte: b } } } })).toEqual(
			[],
		);
	});

	it('holds every condition of a filter, page by page', async () => {
		const caller = await newCaller();
		const [a] = await fourOrders(caller);
		const filter = {
			created: { gte: a },
			status: { typename: { nin: ['DisbursementError', 'DisbursementCancelled'] } },
		};
		const first = await pageOf(caller, { filter, first: 2 });
		expect(noncesOf(first)).toEqual(['d', 'c']);
		expect(first.pageInfo.hasNextPage).toBe(true);
		const { endCursor: after } = first.pageInfo;
		const last = await pageOf(caller, { filter, first: 2, after });
		expect(noncesOf(last)).toEqual(['a']);
		expect(last.pageInfo.hasNextPage).toBe(false);
	});

	it('shows why a disbursement failed, as the REST record does', async () => {
		const caller = await newCaller();
		const id = await createDisbursement(caller, { amount: rand(401) });
		await simulator.control.advance(120_000);
		expect((await caller.get(disbursementAt(id))).body).toMatchObject({
			status: 'error',
			statusReason: 'inactive_account',
			description: 'The disbursement was not paid.',
		});
		const [edge] = (await pageOf(caller, {})).edges;
		expect(edge?.node.status).toEqual({
			__typename: 'DisbursementError',
			date: expect.any(String),
			disbursementErrorReason: 'inactive_account',
			disbursementErrorDescription: 'The disbursement was not paid.',
		});
	});
});
