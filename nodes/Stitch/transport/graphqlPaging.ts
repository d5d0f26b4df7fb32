import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure } from './failure';
import { queryGraphql } from './graphql';
import { unreadableList } from './restPaging';
import type { Service } from './service';

/** A list that GraphQL gives page by page: a connection, in the words of its public reference. */
export interface Connection {
	/** The document; it takes `$first` and `$after` and asks for `edges`, `node` and `pageInfo`. */
	query: string;
	/** Its other variables. */
	variables?: IDataObject;
	/** Where in the answer the connection stands, for example `['client', 'disbursements']`. */
	at: string[];
	/** What it means when nothing stands there, where that can be said. */
	ifAbsent?: { sentence: string; advice: string };
	/** What a record becomes in the output, so that no page is kept longer than it is read. */
	asOutput(node: IDataObject): IDataObject;
}

/** The service's own page sizes are not public, apart from one maximum of 2,000. */
const pageSize = 100;

/**
 * Reads a connection until it ends or `limit` records are there. Never asks for more than is
 * needed, and holds one page beside what is returned.
 * @throws {ServiceFailure} also for pages that cannot be followed
 */
export async function readConnection(
	service: Service,
	{ query, variables, at, ifAbsent, asOutput }: Connection,
	limit: number,
): Promise<IDataObject[]> {
	const records: IDataObject[] = [];
	const seen = new Set<string | undefined>();
	let after: string | undefined;
	do {
		seen.add(after);
		const first = Math.min(pageSize, limit - records.length);
		const data = await queryGraphql(service, {
			query,
			variables: { ...variables, first, after },
			repeat: 'always',
		});
		const connection = connectionAt(data, at);
		if (connection === undefined) throw absent(ifAbsent);
		const page = readPage(connection);
		// All of a page that is longer than asked for: the next one begins behind it.
		const wanted = page.nodes.slice(0, limit - records.length);
		for (const node of wanted) records.push(asOutput(node));
		if (page.next !== undefined && seen.has(page.next)) throw unreadableList();
		after = page.next;
	} while (after !== undefined && records.length < limit);
	return records;
}

/** The connection in an answer; nothing where there is no such place. */
function connectionAt(data: IDataObject, at: string[]): IDataObject | undefined {
	let found: unknown = data;
	for (const name of at) {
		if (typeof found !== 'object' || found === null) return undefined;
		found = (found as IDataObject)[name];
	}
	// Null without an error is an empty list (nullable in the public reference).
	return (found === null ? { pageInfo: { hasNextPage: false } } : found) as IDataObject | undefined;
}

function readPage({ edges, pageInfo }: IDataObject): {
	nodes: IDataObject[];
	next: string | undefined;
} {
	const { hasNextPage, endCursor } = (pageInfo ?? {}) as IDataObject;
	if (typeof hasNextPage !== 'boolean') throw unreadableList();
	const list = (edges ?? []) as Array<{ node?: IDataObject | null } | null>;
	if (!Array.isArray(list)) throw unreadableList();
	const nodes = list.flatMap((edge) => (edge?.node ? [edge.node] : []));
	// The end is a page without edges too, whatever it says about a next one.
	if (!hasNextPage || list.length === 0) return { nodes, next: undefined };
	if (typeof endCursor !== 'string' || endCursor === '') throw unreadableList();
	return { nodes, next: endCursor };
}

function absent(words: Connection['ifAbsent']): ServiceFailure {
	if (words === undefined) return unreadableList();
	return new ServiceFailure({ kind: 'unreadable', status: 200, ...words });
}
