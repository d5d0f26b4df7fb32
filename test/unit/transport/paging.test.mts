import { unreadableList } from '../../../nodes/Stitch/transport/failure';
import { readList } from '../../../nodes/Stitch/transport/paging';
import { answer, serviceOf, type SentRequest } from '../builders.mts';
import fc from '../properties.mts';

const list = { path: '/things', filters: { owner: 'me', nonce: undefined }, pageSize: 50 };

/** A service that holds so many records and answers as companion spec 2.4 says. */
function holding(count: number, { most = 50 } = {}) {
	return ({ qs }: SentRequest) => {
		const limit = Math.min(Number(qs?.limit), most);
		const offset = Number(qs?.offset);
		const data = Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, n) => ({
			id: offset + n,
		}));
		const hasNext = offset + data.length < count;
		return answer(200, { data, page: { limit, offset, hasNext } });
	};
}

function repeatedly(next: ReturnType<typeof holding>) {
	return Array.from({ length: 100 }, () => next);
}

it('asks for one page with its filters, and leaves empty filters out', async () => {
	const { service, sent } = serviceOf([holding(3)]);
	expect(await readList(service, list, 10)).toEqual([{ id: 0 }, { id: 1 }, { id: 2 }]);
	expect(sent).toEqual([
		{
			method: 'GET',
			url: 'https://rest.test/v2/things',
			qs: { owner: 'me', limit: 10, offset: 0 },
		},
	]);
});

it('never asks for more than the service gives at once, nor for more than is needed', async () => {
	const { service, sent } = serviceOf(repeatedly(holding(1000)));
	expect(await readList(service, list, 120)).toHaveLength(120);
	expect(sent.map(({ qs }) => [qs?.limit, qs?.offset])).toEqual([
		[50, 0],
		[50, 50],
		[20, 100],
	]);
});

it('reads all records, each once and in order, whatever the numbers are', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.nat(300),
			fc.integer({ min: 1, max: 60 }),
			fc.option(fc.integer({ min: 1, max: 400 }), { nil: Infinity }),
			async (count, most, limit) => {
				const { service } = serviceOf(Array(400).fill(holding(count, { most })));
				const ids = (await readList(service, list, limit)).map(({ id }) => id);
				expect(ids).toEqual(Array.from({ length: Math.min(count, limit) }, (_, id) => id));
			},
		),
		{ seed: 1, numRuns: 100 },
	);
});

it('rejects an empty page that claims that more follows: the list would not be complete', async () => {
	const { service } = serviceOf([
		answer(200, { data: [{ id: 1 }], page: { limit: 50, offset: 0, hasNext: true } }),
		answer(200, { data: [], page: { limit: 50, offset: 1, hasNext: true } }),
	]);
	await expect(readList(service, list, Infinity)).rejects.toEqual(unreadableList());
});

it('stops when the service says that nothing follows', async () => {
	const { service, sent } = serviceOf([
		answer(200, { data: [{ id: 1 }], page: { limit: 50, offset: 0, hasNext: false } }),
	]);
	await readList(service, list, Infinity);
	expect(sent).toHaveLength(1);
});

it.each([
	['more follow', true],
	['none follow', false],
])(
	'returns every record when a page is longer than asked for and says that %s',
	async (_, hasNext) => {
		const records = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
		const { service } = serviceOf([
			answer(200, { data: records, page: { limit: 3, offset: 0, hasNext } }),
			answer(200, { data: [{ id: 'd' }], page: { limit: 3, offset: 3, hasNext: false } }),
		]);
		const expected = hasNext ? [...records, { id: 'd' }] : records;
		expect(await readList(service, { ...list, pageSize: 2 }, Infinity)).toEqual(expected);
	},
);

it.each([
	['no records', { page: { limit: 50, offset: 0, hasNext: false } }],
	['no page', { data: [] }],
	['no word on whether more follow', { data: [{ id: 'a' }], page: { limit: 5, offset: 0 } }],
	['another page than the one asked for', { data: [], page: { offset: 50, hasNext: true } }],
	['records of another place', { data: [{ id: 'a' }], page: { offset: 50, hasNext: false } }],
	['null for a record', { data: [null], page: { offset: 0, hasNext: false } }],
])('rejects an answer with %s', async (_, body) => {
	const { service } = serviceOf([answer(200, body)]);
	await expect(readList(service, list, 5)).rejects.toEqual(unreadableList());
});

it('repeats a page that could not be had, as reading twice does no harm', async () => {
	const { service, sent } = serviceOf([answer(503, {}), holding(1)], { maxTries: 2 });
	expect(await readList(service, list, 5)).toHaveLength(1);
	expect(sent).toHaveLength(2);
});

it('takes a record once that a new one has moved to the next page', async () => {
	const page = (ids: Array<string | undefined>, offset: number, hasNext: boolean) =>
		answer(200, { data: ids.map((id) => ({ id })), page: { limit: 2, offset, hasNext } });
	const { service, sent } = serviceOf([
		page(['c', 'b'], 0, true),
		page(['b', undefined], 2, true),
		page([undefined, 'a'], 4, false),
	]);
	const records = await readList(service, { ...list, pageSize: 2 }, Infinity);
	// Without an ID, nobody knows whether two are the same.
	expect(records.map(({ id }) => id)).toEqual(['c', 'b', undefined, undefined, 'a']);
	expect(sent.map(({ qs }) => qs?.offset)).toEqual([0, 2, 4]);
});

it('rejects a list that repeats its records for ever under new places', async () => {
	const { service, sent } = serviceOf(
		Array.from({ length: 50 }, (_, page) =>
			answer(200, { data: [{ id: 'a' }], page: { limit: 1, offset: page, hasNext: true } }),
		),
	);
	const reading = readList(service, { ...list, pageSize: 1 }, Infinity);
	await expect(reading).rejects.toThrow('cannot be read');
	expect(sent.length).toBeLessThan(20);
});

it('takes no more than it was asked for of a page that is longer', async () => {
	const page = { limit: 2, offset: 0, hasNext: true };
	const { service } = serviceOf([answer(200, { data: [{ id: 'a' }, { id: 'b' }, {}], page })]);
	expect(await readList(service, list, 2)).toEqual([{ id: 'a' }, { id: 'b' }]);
});
