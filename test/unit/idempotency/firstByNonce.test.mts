import { firstByNonce, firstNodeByNonce } from '../../../nodes/Stitch/idempotency/firstByNonce';
import { answer, serviceOf } from '../builders.mts';

const list = { path: '/refunds', pageSize: 100 };
const page = (...data: unknown[]) => answer(200, { data, page: { hasNext: false, offset: 0 } });

describe('the first object of a nonce in a list of REST', () => {
	it('is asked for with the filter by nonce, and alone', async () => {
		const { service, sent } = serviceOf([page({ id: '1', nonce: 'a' })]);
		expect(await firstByNonce(service, list, 'a')).toEqual({ id: '1', nonce: 'a' });
		expect(sent).toMatchObject([
			{ method: 'GET', url: expect.stringMatching(/\/refunds$/), qs: { nonce: 'a', limit: 1 } },
		]);
	});

	it('may come without its nonce', async () => {
		const { service } = serviceOf([page({ id: '1' })]);
		expect(await firstByNonce(service, list, 'a')).toEqual({ id: '1' });
	});

	it.each([
		['is none where the list is empty', page()],
		['is not one of another nonce, which a service without the filter lists', page({ nonce: 'b' })],
	])('%s', async (_what, listed) => {
		const { service } = serviceOf([listed]);
		expect(await firstByNonce(service, list, 'a')).toBeUndefined();
	});
});

describe('the first object of a nonce in a list of GraphQL', () => {
	const connection = { query: 'query', at: ['client', 'refunds'], asOutput: () => ({}) };
	const found = async (data: object) => {
		const { service, sent } = serviceOf([answer(200, { data })]);
		return { node: await firstNodeByNonce(service, connection, 'a'), sent };
	};
	const listed = (edges: unknown) => ({
		client: { refunds: { edges, pageInfo: { hasNextPage: false } } },
	});

	it('is asked for by the nonce, and is the one that has it', async () => {
		const edges = [{ id: '1', nonce: 'b' }, null, { id: '2', nonce: 'a' }].map((node) => ({
			node,
		}));
		const { node, sent } = await found(listed(edges));
		expect(node).toEqual({ id: '2', nonce: 'a' });
		expect(sent[0]?.body).toMatchObject({ variables: { filter: { nonce: { eq: 'a' } } } });
	});

	it.each([[[]], [null]])('is none where the list is empty: %j', async (edges) => {
		expect((await found(listed(edges))).node).toBeUndefined();
	});

	it.each([{}, { client: null }, { client: {} }, { client: { refunds: null } }, listed('x')])(
		'is not known where there is no list: %j',
		async (data) => {
			await expect(found(data)).rejects.toThrow(
				expect.objectContaining({ details: expect.objectContaining({ kind: 'unreadable' }) }),
			);
		},
	);
});
