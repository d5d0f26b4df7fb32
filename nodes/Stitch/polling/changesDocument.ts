import type { AskedList } from './lists';

/** What is asked for, apart from its fields. */
type Asked = Pick<AskedList, 'key' | 'list' | 'filterInput' | 'fields'>;

/**
 * The document that asks several lists in one request. In the answer, each is under its key. The
 * variables are `first`, a filter for each key, and `after`, which only makes sense for a single list.
 */
export function changesDocument(lists: readonly Asked[]): string {
	const fragments = new Map(lists.map(({ fields }) => [fields.name, fields.text]));
	const after = lists.length === 1;
	return [
		`query Changes($first: UInt${after ? ', $after: Cursor' : ''}${lists.map(({ key, filterInput }) => `, $${key}: ${filterInput}`).join('')}) {`,
		'client {',
		...lists.map(
			({ key, list, fields }) =>
				`${key}: ${list}(filter: $${key}, first: $first${after ? ', after: $after' : ''}) { edges { node { ...${fields.name} } } pageInfo { hasNextPage endCursor } }`,
		),
		'} }',
		...fragments.values(),
	].join('\n');
}
