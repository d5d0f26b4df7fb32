import {
	oneAfterOther,
	pagesOf,
	pagesOfConnection,
	type ReadPortion,
} from '../../../nodes/Stitch/methods/listSearch';
import { answer, serviceOf, type Script } from '../builders.mts';

/** Reads a whole list, portion by portion, and tells the IDs and the tokens. */
async function readAll(read: ReadPortion, script: Script) {
	const { service, sent } = serviceOf(script);
	const ids: unknown[] = [];
	const tokens: Array<string | undefined> = [];
	let token: string | undefined;
	do {
		const { data, next } = await read(service, token, undefined);
		ids.push(...data.map(({ id }) => id));
		tokens.push(next);
		token = next;
	} while (token !== undefined);
	return { ids, tokens, sent };
}

const restPage = (offset: number, hasNext: boolean, ...ids: string[]) =>
	answer(200, { data: ids.map((id) => ({ id })), page: { offset, limit: 2, hasNext } });

const graphqlPage = (endCursor: string | undefined, ...ids: string[]) =>
	answer(200, {
		data: {
			client: {
				things: {
					edges: ids.map((id) => ({ node: { id } })),
					pageInfo: { hasNextPage: endCursor !== undefined, endCursor },
				},
			},
		},
	});

const rest = pagesOf({ path: '/things', pageSize: 2 });
const graphql = pagesOfConnection({
	query: 'query Things { client { things { edges { node { id } } } } }',
	at: ['client', 'things'],
	asOutput: ({ id }) => ({ id: `thing ${String(id)}` }),
});

it('reads a list of REST by offsets', async () => {
	const script = [restPage(0, true, 'a', 'b'), restPage(2, false, 'c')];
	const { ids, tokens, sent } = await readAll(rest, script);
	expect(ids).toEqual(['a', 'b', 'c']);
	expect(tokens).toEqual(['2', undefined]);
	expect(sent.map(({ qs }) => qs)).toEqual([
		{ limit: 2, offset: 0 },
		{ limit: 2, offset: 2 },
	]);
});

it('reads a list of GraphQL by cursors, each record as the output has it', async () => {
	const script = [graphqlPage('next', 'a'), graphqlPage(undefined, 'b')];
	const { ids, tokens, sent } = await readAll(graphql, script);
	expect(ids).toEqual(['thing a', 'thing b']);
	expect(tokens).toEqual(['next', undefined]);
	expect(sent.map(({ body }) => body)).toMatchObject([
		{ variables: { first: 100 } },
		{ variables: { first: 100, after: 'next' } },
	]);
});

it('reads one list to its end, and then the other', async () => {
	const { ids } = await readAll(oneAfterOther(graphql, rest), [
		graphqlPage('next', 'a'),
		graphqlPage(undefined, 'b'),
		restPage(0, true, 'c', 'd'),
		restPage(2, false, 'e'),
	]);
	expect(ids).toEqual(['thing a', 'thing b', 'c', 'd', 'e']);
});

it('is at its end where both lists are empty', async () => {
	const script = [graphqlPage(undefined), restPage(0, false)];
	expect(await readAll(oneAfterOther(graphql, rest), script)).toMatchObject({ ids: [] });
});
