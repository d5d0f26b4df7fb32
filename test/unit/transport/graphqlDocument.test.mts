import {
	fragment,
	listDocument,
	listsDocument,
	nodeDocument,
	onlyReads,
} from '../../../nodes/Stitch/transport/graphqlDocument';

const fields = fragment('Thing', 'id', { metadata: 'metadata', ownerId: 'owner { id }' });
const things = {
	list: 'things',
	filterInput: 'ThingFilterInput',
	statusField: 'status',
	statusPrefix: 'Thing',
	fields,
};

const flat = (text: string) => text.replace(/\s+/g, ' ');

describe('a document', () => {
	it('asks for young fields in its full form only, and knows what the output calls them', () => {
		const { full, core, young } = nodeDocument('Thing', fields);
		expect(flat(full)).toContain('fragment ThingFields on Thing {id metadata owner { id }}');
		expect(flat(core)).toContain('fragment ThingFields on Thing {id}');
		expect(young).toEqual(['metadata', 'ownerId']);
	});

	it('reads a page of one list', () => {
		expect(flat(listDocument(things).core)).toBe(
			'query Things($first: UInt, $after: Cursor, $filter: ThingFilterInput) { client { things(first: $first, after: $after, filter: $filter) { edges { node { ...ThingFields } } pageInfo { hasNextPage endCursor } } } } fragment ThingFields on Thing {id}',
		);
	});

	it('reads several lists at once, each under its key, with each fragment once', () => {
		const { core } = listsDocument([
			{ ...things, key: 'new' },
			{ ...things, key: 'old' },
		]);
		expect(core).toContain('($first: UInt, $new: ThingFilterInput, $old: ThingFilterInput)');
		expect(core).toContain('old: things(first: $first, filter: $old)');
		expect(core.match(/fragment /g)).toHaveLength(1);
	});

	it.each([
		'{ client { id } }',
		'query { client { id } }',
		'# a comment\nquery A { a } fragment F on B { c }',
	])('%j only reads', (document) => {
		expect(onlyReads(document)).toBe(true);
	});

	it.each([
		'mutation { a }',
		'query A { a }\nmutation B { b }',
		'\uFEFF  mutation{a}',
		'#query\nmutation M($x: Int) { a(x: $x) }',
		'fragment F on Mutation { a } mutation { ...F }',
		'query { mutationCount }',
	])('%j may do more than read', (document) => {
		expect(onlyReads(document)).toBe(false);
	});
});
