import type { IDataObject } from 'n8n-workflow';

import { listsFor, type PolledList } from '../../../nodes/Stitch/polling/changes';
import {
	isOfGraphql,
	isOfRest,
	readPaged,
	readSome,
	readWindows,
	type Asked,
	type Window,
} from '../../../nodes/Stitch/polling/window';
import { ServiceFailure } from '../../../nodes/Stitch/transport/failure';
import { answer, refused, serviceOf, type Script, type SentRequest } from '../builders.mts';
import { cases } from '../../setup/thorough.mts';
import fc from '../properties.mts';

const at = Date.parse('2026-11-20T10:00:00Z');
const hour = 3_600_000;
const iso = (time: number) => new Date(time).toISOString();

const variablesOf = ({ body }: SentRequest) => (body as { variables: IDataObject }).variables;

const node = (id: string, time = at) => ({
	id,
	status: { __typename: 'DisbursementCompleted', date: iso(time) },
});

function page(key: string, nodes: IDataObject[], next?: string) {
	const pageInfo = { hasNextPage: next !== undefined, endCursor: next ?? null };
	return { [key]: { edges: nodes.map((each) => ({ node: each })), pageInfo } };
}

const client = (...lists: IDataObject[]) =>
	answer(200, { data: { client: Object.assign({}, ...lists) as IDataObject } });

function reader(script: Script, lists: PolledList[]) {
	const { service, sent } = serviceOf(script);
	/** What all lists show; undefined if it is too much. */
	const read = async (window: Window) => {
		const asked: Asked[] = lists.map((list) => ({ list, window }));
		const found = await readWindows(service, asked.filter(isOfGraphql), new Set());
		for (const each of asked.filter(isOfRest)) {
			found.set(each, await readPaged(service, each, Infinity));
		}
		const readings = [...found.values()];
		if (readings.some((reading) => 'isTooMuch' in reading)) return undefined;
		return readings
			.flatMap((reading) => ('shown' in reading ? reading.shown : []))
			.flatMap(({ changes }) => changes.map(({ content }) => content));
	};
	return { read, sent };
}

const completed = listsFor(['disbursement.completed']);
const key = 'disbursement_completed';

it('asks all lists in one request, each by its own time within the window', async () => {
	const lists = listsFor(['disbursement.completed', 'refund.error']);
	const keys = lists.map((list) => list.key);
	const { read, sent } = reader([client(...keys.map((each) => page(each, [])))], lists);
	expect(await read({ from: at, to: at + hour })).toEqual([]);
	const date = { gte: iso(at), lt: iso(at + hour) };
	expect(sent.map((request) => variablesOf(request))).toEqual([
		{
			first: 200,
			disbursement_completed: { status: { DisbursementCompleted: { date } } },
			refund_error: { status: { RefundError: { date } } },
		},
	]);
});

describe('where all lists together fail', () => {
	const lists = listsFor(['disbursement.completed', 'refund.error']);
	const asked: Asked[] = lists.map((list) => ({ list, window: { from: at, to: undefined } }));
	const pages = lists.map((list) => client(page(list.key, [])));
	const read = async (failure: Script[number], script: Script & unknown[]) => {
		const { service, sent } = serviceOf([failure, ...script]);
		const found = await readWindows(service, asked.filter(isOfGraphql), new Set());
		return {
			requests: sent.length,
			readings: [...found.values()].map((one) => Object.keys(one)[0]),
		};
	};

	it.each([
		['does not allow one', answer(403, {})],
		['fails in the middle', refused('INTERNAL_SERVER_ERROR', 'No.')],
	])('each is read by itself if Stitch %s', async (_why, failure) => {
		const { requests, readings } = await read(failure, [failure, pages[1]] as never);
		expect([requests, readings]).toEqual([3, ['failure', 'shown']]);
	});

	it('nothing is read again if Stitch is away', async () => {
		await expect(read(answer(503, {}), pages as never)).rejects.toThrow(ServiceFailure);
	});
});

it('asks for a list that could not be read before by itself', async () => {
	const lists = listsFor(['disbursement.completed', 'refund.error', 'refund.completed']);
	const [unread = '', ...others] = lists.map((list) => list.key);
	const all = (keys: string[]) => client(...keys.map((each) => page(each, [])));
	const { service, sent } = serviceOf([all([unread]), all(others)]);
	const asked: Asked[] = lists.map((list) => ({ list, window: { from: at, to: undefined } }));
	const found = await readWindows(service, asked.filter(isOfGraphql), new Set([unread]));
	const askedFor = sent.map((request) => Object.keys(variablesOf(request)));
	expect(askedFor).toEqual([
		['first', unread],
		['first', ...others],
	]);
	expect([...found.values()]).toEqual(lists.map(() => ({ shown: [] })));
});

it('leaves the end open for the present', async () => {
	const { read, sent } = reader([client(page(key, [node('a')]))], completed);
	expect(await read({ from: at, to: undefined })).toMatchObject([{ id: 'a' }]);
	expect(sent.map((request) => variablesOf(request)[key])).toEqual([
		{ status: { DisbursementCompleted: { date: { gte: iso(at) } } } },
	]);
});

it('says that a window is too large, instead of reading a second page at another moment', async () => {
	const { read, sent } = reader([client(page(key, [node('a')], 'more'))], completed);
	expect(await read({ from: at, to: at + 2 })).toBeUndefined();
	expect(sent).toHaveLength(1);
});

it.each([
	['without the list', client({})],
	['with null for the list', client({ [key]: null })],
	['with a list without pages', client({ [key]: { edges: [] } })],
	[
		'that is refused in part',
		answer(200, { data: { client: page(key, []) }, errors: [{ message: 'no' }] }),
	],
])('fails on an answer %s', async (_, given) => {
	const { read } = reader([given], completed);
	await expect(read({ from: at, to: undefined })).rejects.toThrow(ServiceFailure);
});

it('asks again where an answer was lost', async () => {
	const script: Script = [
		{ kind: 'answerLost', happened: 'maybe' },
		client(page(key, [node('a')])),
	];
	const { service } = serviceOf(script, { maxTries: 2 });
	expect(await readSome(service, completed, 20)).toHaveLength(1);
});

it('fails as a whole when a page in the middle fails', async () => {
	const script = [
		client(page(key, [node('a')], '1')),
		client(page('disbursements', [node('a')], '1')),
		answer(500, ''),
	];
	const { read } = reader(script, completed);
	await expect(read({ from: at, to: at + 1 })).rejects.toThrow();
});

it('fails on a list that never comes to rest, so that the next poll reads it again', async () => {
	let reading = 0;
	const service = () => client(page('disbursements', [node(`id-${reading++}`)], undefined));
	const script = [
		client(page(key, [node('a')], 'more')),
		...Array.from({ length: 9 }, () => service),
	];
	const { read } = reader(script, completed);
	await expect(read({ from: at, to: at + 1 })).rejects.toThrow('a list that cannot be read');
});

it.each`
	change                     | readings
	${'loses an object'}       | ${['a b c', 'b c', 'b c']}
	${'exchanges one'}         | ${['a b', 'b c', 'b c']}
	${'is the same from then'} | ${['a b', 'a b']}
`(
	'reads the pages of one millisecond until two readings show the same: one $change',
	async ({ readings }: { readings: string[] }) => {
		const pages = readings.map((ids) => ids.split(' ').map((id) => node(id)));
		const script = pages.map((nodes) => client(page('disbursements', nodes)));
		const { read, sent } = reader([client(page(key, [node('a')], 'more')), ...script], completed);
		const found = await read({ from: at, to: at + 1 });
		const seen = new Set(readings.join(' ').split(' '));
		expect(found?.map(({ id }) => id)).toEqual([...seen]);
		const date = { gte: iso(at), lt: iso(at + 1) };
		expect(sent.slice(1).map((request) => variablesOf(request))).toEqual(
			readings.map(() =>
				expect.objectContaining({ filter: { status: { DisbursementCompleted: { date } } } }),
			),
		);
	},
);

it('finds all objects of one millisecond although its pages move while they are read', async () => {
	const moves = fc.array(fc.nat({ max: 3 }), { maxLength: 12 });
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 5, max: 40 }), moves, async (count, leaving) => {
			let present = Array.from({ length: count }, (_, n) => `id-${n}`);
			const gone = new Set<string>();
			const left = [...leaving];
			const service = (request: SentRequest) => {
				const { after = '0' } = variablesOf(request);
				const start = Number(after);
				const nodes = present.slice(start, start + 4).map((id) => node(id));
				const next = start + 4 < present.length ? String(start + 4) : undefined;
				// Some take another status between two pages: the rest moves up.
				for (let n = left.shift() ?? 0; n > 0 && present.length > 5; n--) {
					const [first] = present.splice(0, 1);
					if (first !== undefined) gone.add(first);
				}
				return client(page(key, nodes, next), page('disbursements', nodes, next));
			};
			const { read } = reader(
				Array.from({ length: 500 }, () => service),
				completed,
			);
			const found = (await read({ from: at, to: at + 1 })) ?? [];
			const ids = found.map(({ id }) => id);
			expect(new Set(ids).size).toBe(ids.length);
			expect(present.filter((id) => !ids.includes(id))).toEqual([]);
		}),
		{ seed: 17, numRuns: cases(300) },
	);
});

describe('terminal sessions', () => {
	const lists = listsFor(['terminalSession.success']);
	const session = (id: string, created: number, changed = created) => ({
		id,
		status: 'success',
		createdAt: iso(created),
		updatedAt: iso(changed),
	});
	const listed = (offset: number, hasNext: boolean, data: IDataObject[]) =>
		answer(200, { data, page: { limit: 50, offset, hasNext } });

	it('are read from the newest on, until one is too old to have changed', async () => {
		const script = [
			listed(0, true, [session('new', at + 5), session('slow', at - 1000, at)]),
			listed(2, true, [session('before', at - 1), session('old', at - 2 * hour)]),
		];
		const { read, sent } = reader(script, lists);
		const found = await read({ from: at, to: undefined });
		expect(found?.map(({ id }) => id)).toEqual(['new', 'slow']);
		expect(sent).toHaveLength(2);
	});

	it.each([
		['are read on while one that takes an hour may have changed', 59, ['changed']],
		['are not read on behind one that began more than an hour before', 61, []],
	])('%s', async (_, minutes, found) => {
		const began = at - minutes * 60_000;
		const script = [
			listed(0, true, [session('long', began)]),
			listed(1, false, [session('changed', began - 1, at)]),
		];
		const { read } = reader(script, lists);
		const shown = await read({ from: at, to: undefined });
		expect(shown?.map(({ id }) => id)).toEqual(found);
	});

	it('are read to the end where the newest do not come first', async () => {
		const script = [
			listed(0, true, [session('old', at - 3 * hour), session('older', at - 2 * hour)]),
			listed(2, false, [session('new', at)]),
		];
		const { read } = reader(script, lists);
		expect(await read({ from: at, to: undefined })).toMatchObject([{ id: 'new' }]);
	});
});

it('shows the latest of every list in the editor, with one request for those of GraphQL', async () => {
	const lists = listsFor(['disbursement.completed', 'refund.error', 'terminalSession.failure']);
	const script = [
		client(page(key, [node('a')], 'more'), page('refund_error', [])),
		answer(200, {
			data: [{ id: 's', status: 'failure', updatedAt: iso(at) }],
			page: { limit: 50, offset: 0, hasNext: true },
		}),
	];
	const { service, sent } = serviceOf(script);
	const shown = await readSome(service, lists, 20);
	const found = shown.flatMap(({ changes }) => changes.map(({ content }) => content.id));
	expect(found).toEqual(['a', 's']);
	expect(variablesOf(sent[0] as SentRequest).first).toBe(20);
});
