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

describe('the first object of a nonce in an answer of GraphQL', () => {
	const listed = (...nodes: unknown[]) => ({
		client: { refunds: { edges: nodes.map((node) => ({ node })) } },
	});

	it('is the one with this nonce', () => {
		const data = listed({ id: '1', nonce: 'b' }, null, { id: '2', nonce: 'a' });
		expect(firstNodeByNonce(data, 'refunds', 'a')).toEqual({ id: '2', nonce: 'a' });
	});

	it('is none where the list is empty', () => {
		expect(firstNodeByNonce(listed(), 'refunds', 'a')).toBeUndefined();
		const data = { client: { refunds: { edges: null } } };
		expect(firstNodeByNonce(data, 'refunds', 'a')).toBeUndefined();
	});

	it.each([
		{},
		{ client: null },
		{ client: {} },
		{ client: { refunds: null } },
		{ client: { refunds: { edges: 'x' } } },
	])('is not known where there is no list: %j', (data) => {
		expect(() => firstNodeByNonce(data, 'refunds', 'a')).toThrow(
			expect.objectContaining({ details: expect.objectContaining({ kind: 'unreadable' }) }),
		);
	});
});
