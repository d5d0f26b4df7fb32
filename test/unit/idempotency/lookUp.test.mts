import type { IDataObject } from 'n8n-workflow';

import { firstByNonce, lookUp } from '../../../nodes/Stitch/idempotency/lookUp';
import { ServiceFailure } from '../../../nodes/Stitch/transport/failure';
import { hasId } from '../../../nodes/Stitch/transport/object';
import { answer, restPage, serviceOf } from '../builders.mts';

/** Looks up over some outcomes, one for each look; an error is thrown. */
async function known(outcomes: Array<IDataObject | Error | undefined>) {
	const { service, clock } = serviceOf([]);
	let looks = 0;
	const result = await lookUp(service, async () => {
		const outcome = outcomes[looks++];
		if (outcome instanceof Error) throw outcome;
		return outcome;
	});
	return { result, looks, pauses: clock.pauses };
}

it('finds a payment at once', async () => {
	expect(await known([{ id: '1' }])).toEqual({
		result: { found: { id: '1' } },
		looks: 1,
		pauses: [],
	});
});

it('asks three times before it says that there is none', async () => {
	expect(await known([])).toEqual({ result: { none: true }, looks: 3, pauses: [500, 2000] });
});

it('finds what the service lists a little later', async () => {
	const { result } = await known([undefined, undefined, { id: '1' }]);
	expect(result).toEqual({ found: { id: '1' } });
});

it('never takes a look-up that failed for a payment that is not there', async () => {
	const details = { kind: 'notConnected', happened: 'no', host: 'api.test' } as const;
	const { result, looks } = await known([undefined, new ServiceFailure(details)]);
	expect(result).toEqual({ failure: details });
	expect(looks).toBe(2);
});

it('gives the reason why a look-up was impossible, whatever it was', async () => {
	const { result } = await known([new Error('The answer has no amount')]);
	expect(result).toEqual({
		failure: { kind: 'unreadable', happened: 'no', title: 'The answer has no amount' },
	});
});

const list = { path: '/refunds', pageSize: 100 };
const record = { id: '1', status: 'pending', nonce: 'a' };

/** What is no record of the payment that was asked for. */
const strangers: Array<[string, IDataObject]> = [
	['has no ID', { status: 'pending', nonce: 'a', message: 'maintenance' }],
	['has a number for its ID', { ...record, id: 503 }],
	['has an empty ID', { ...record, id: '' }],
	['has another nonce', { ...record, nonce: 'b' }],
];

describe('the first object of a nonce in a list of REST', () => {
	it('is asked for with the filter by nonce', async () => {
		const { service, sent } = serviceOf([restPage(record)]);
		expect(await firstByNonce(service, list, 'a')).toEqual(record);
		expect(sent).toMatchObject([
			{ method: 'GET', url: expect.stringMatching(/\/refunds$/), qs: { nonce: 'a', offset: 0 } },
		]);
	});

	it('may come without its nonce', async () => {
		const { nonce: _, ...untold } = record;
		const { service } = serviceOf([restPage(untold)]);
		expect(await firstByNonce(service, list, 'a')).toEqual(untold);
	});

	it('may come without a status where none is specified', async () => {
		const { service } = serviceOf([restPage({ id: '1' })]);
		expect(await firstByNonce(service, list, 'a', hasId)).toEqual({ id: '1' });
	});

	it('is not known where several have the nonce, in whatever order, and says which', async () => {
		const two = [record, { ...record, id: '2', status: 'completed' }];
		for (const listed of [two, two.toReversed()]) {
			const { service } = serviceOf([restPage(...listed)]);
			await expect(firstByNonce(service, list, 'a')).rejects.toMatchObject({
				details: {
					...{ kind: 'unreadable', happened: 'no', ids: listed.map(({ id }) => id) },
					advice: 'Check them in Stitch before you pay anything again.',
					sentence: expect.stringMatching(
						/^Stitch has 2 payments under one unique key \(nonce\): their IDs are \d and \d$/,
					),
				},
			});
		}
	});

	it('may be listed twice', async () => {
		const { service } = serviceOf([restPage(record, record)]);
		expect(await firstByNonce(service, list, 'a')).toEqual(record);
	});

	it('is none where the list is empty', async () => {
		const { service } = serviceOf([restPage()]);
		expect(await firstByNonce(service, list, 'a')).toBeUndefined();
	});

	it.each<[string, object | null]>([
		...strangers,
		['has no status', { id: '1', nonce: 'a' }],
		['is null', null],
	])('is not known where what is listed %s', async (_, listed) => {
		const { service } = serviceOf([restPage(listed)]);
		await expect(firstByNonce(service, list, 'a')).rejects.toThrow('cannot be read');
	});
});

describe('the first object of a nonce in a list of GraphQL', () => {
	const connection = {
		query: 'query',
		at: ['client', 'refunds'],
		asOutput: ({ state, ...node }: IDataObject) => ({ ...node, status: state }),
	};
	const found = async (data: object) => {
		const { service, sent } = serviceOf([answer(200, { data })]);
		return { node: await firstByNonce(service, connection, 'a'), sent };
	};
	const listed = (edges: unknown) => ({
		client: { refunds: { edges, pageInfo: { hasNextPage: false } } },
	});
	const node = { id: '2', nonce: 'a', state: 'pending' };

	it('is asked for by the nonce, and is the one that has it', async () => {
		const edges = [{ ...node, id: '1', nonce: 'b' }, node].map((one) => ({ node: one }));
		const { node: first, sent } = await found(listed(edges));
		expect(first).toEqual({ id: '2', nonce: 'a', status: 'pending' });
		expect(sent[0]?.body).toMatchObject({ variables: { filter: { nonce: { eq: 'a' } } } });
	});

	it.each([[[]], [null]])('is none where the list is empty: %j', async (edges) => {
		expect((await found(listed(edges))).node).toBeUndefined();
	});

	it.each([
		{},
		{ client: null },
		{ client: {} },
		{ client: { refunds: null } },
		listed('x'),
		listed([{ node }, { node: null }]),
		...strangers.map(([, { status: state, ...one }]) => listed([{ node: { ...one, state } }])),
	])('is not known where there is no such list: %j', async (data) => {
		await expect(found(data)).rejects.toThrow(
			expect.objectContaining({
				details: expect.objectContaining({ kind: 'unreadable', happened: 'no' }),
			}),
		);
	});
});
