/**
 * One of the node's own documents. GraphQL refuses a whole document for one unknown field, and a few
 * published fields are young: older pages of the reference do not have them. So a document also has a
 * form without them.
 */
export interface GraphqlDocument {
	readonly full: string;
	/** Without the young fields. */
	readonly core: string;
	/** The fields that `core` leaves out, as the output names them. */
	readonly young: readonly string[];
}

/**
 * Whether a document certainly changes nothing: the language has only one word for changes. If that word
 * is part of something else, there is one repeat too few, which does no harm.
 */
export function onlyReads(query: string): boolean {
	return !/mutation/i.test(query);
}

/** The fields that are read of an object, however it is found. */
interface Fragment extends GraphqlDocument {
	readonly name: string;
}

/** A list under `client` of objects with a status; events in the form of GraphQL call them the same. */
export interface ClientList {
	/** Its name: `disbursements`. */
	readonly list: string;
	/** The type of its filter: `DisbursementFilterInput`. */
	readonly filterInput: string;
	/** The field with the status: `status`, or for payment requests `state`. */
	readonly statusField: string;
	/** The beginning of the names of status types: `Disbursement` of `DisbursementPaused`. */
	readonly statusPrefix: string;
	readonly fields: Fragment;
}

/**
 * @param type of the object: `Disbursement`
 * @param core the fields that every form of the reference has
 * @param young the others: for each name in the output, how it is asked for
 */
export function fragment(
	type: string,
	core: string,
	young: Readonly<Record<string, string>> = {},
): Fragment {
	const name = `${type}Fields`;
	const asking = (...fields: string[]) => `fragment ${name} on ${type} {${fields.join('\n')}}`;
	return {
		name,
		full: asking(core, ...Object.values(young)),
		core: asking(core),
		young: Object.keys(young),
	};
}

/** The same where every field is needed: it has no form without the young ones. */
export function fullOnly({ name, full }: Fragment): Fragment {
	return { name, full, core: full, young: [] };
}

export function documentOf(text: string, fragments: readonly Fragment[]): GraphqlDocument {
	const used = [...new Map(fragments.map((each) => [each.name, each])).values()];
	return {
		full: [text, ...used.map(({ full }) => full)].join('\n'),
		core: [text, ...used.map(({ core }) => core)].join('\n'),
		young: [...new Set(used.flatMap(({ young }) => young))],
	};
}

/** Reads one object of a type by its ID; takes `$id`. */
export function nodeDocument(type: string, fields: Fragment): GraphqlDocument {
	const text = `query ${type}ById($id: ID!) { node(id: $id) { ... on ${type} { ...${fields.name} } } }`;
	return documentOf(text, [fields]);
}

/** Reads a page of one list; takes `$first`, `$after` and `$filter`. */
export function listDocument(list: ClientList): GraphqlDocument {
	const variables = `$first: UInt, $after: Cursor, $filter: ${list.filterInput}`;
	const asked = `${list.list}(first: $first, after: $after, filter: $filter) ${pageText(list)}`;
	const name = list.list.charAt(0).toUpperCase() + list.list.slice(1);
	return documentOf(`query ${name}(${variables}) { client { ${asked} } }`, [list.fields]);
}

/**
 * Reads the first page of several lists, each under its key, which is also the variable of its filter;
 * takes `$first`.
 */
export function listsDocument(
	lists: ReadonlyArray<ClientList & { readonly key: string }>,
): GraphqlDocument {
	const variables = lists.map(({ key, filterInput }) => `, $${key}: ${filterInput}`).join('');
	const asked = lists.map(
		(each) => `${each.key}: ${each.list}(first: $first, filter: $${each.key}) ${pageText(each)}`,
	);
	const text = `query Changes($first: UInt${variables}) { client { ${asked.join('\n')} } }`;
	return documentOf(
		text,
		lists.map(({ fields }) => fields),
	);
}

function pageText({ fields }: ClientList): string {
	return `{ edges { node { ...${fields.name} } } pageInfo { hasNextPage endCursor } }`;
}
