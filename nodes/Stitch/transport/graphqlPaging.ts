import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure, unreadableList } from './failure';
import { readGraphql } from './graphql';
import type { GraphqlDocument } from './graphqlDocument';
import { asFields, asJsonObject } from './json';
import { readPages, type Page } from './restPaging';
import type { Service } from './service';

/** A list that GraphQL returns page by page; its public reference calls it a connection. */
export interface Connection {
	/** The document; it takes `$first` and `$after` and asks for `edges`, `node` and `pageInfo`. */
	query: string | GraphqlDocument;
	/** Its other variables. */
	variables?: IDataObject;
	/** The place of the connection in the answer, for example `['client', 'disbursements']`. */
	at: string[];
	/** What a record becomes in the output, so that no page is kept longer than it is read. */
	asOutput(node: IDataObject): IDataObject;
}

/** The service's own page sizes are not public, apart from one maximum of 2,000. */
const pageSize = 100;

/**
 * Reads a connection, as `readPages` does.
 * @throws {ServiceFailure} also for pages that cannot be followed
 */
export async function readConnection(
	service: Service,
	connection: Connection,
	limit: number,
): Promise<IDataObject[]> {
	return await readPages<string>(
		limit,
		async (after, most) => await readConnectionPage(service, connection, after, most),
		(node) => connection.asOutput(node),
	);
}

/**
 * A list that comes as a whole, without pages.
 * @param holder what should hold the list
 * @throws {ServiceFailure} if it is none: it is not known then what the list contains
 */
export function listedIn(holder: unknown, field: string): IDataObject[] {
	const listed = asFields(holder)[field];
	if (!Array.isArray(listed)) throw unreadableList();
	return (listed as unknown[]).map(asJsonObject).filter((one) => one !== undefined);
}

/**
 * Reads the page of a connection that follows `after`, or the first one; its records are as the
 * service sent them. It asks for at most `limit` of them.
 * @throws {ServiceFailure}
 */
export async function readConnectionPage(
	service: Service,
	{ query, variables, at }: Connection,
	after?: string,
	limit = pageSize,
): Promise<Page<string>> {
	const first = Math.min(pageSize, limit);
	const { data, notRead } = await readGraphql(service, {
		query,
		variables: { ...variables, first, after },
		repeat: 'always',
	});
	const connection = connectionAt(data, at);
	if (connection === undefined) throw absent(at);
	return readGraphqlPage(connection, notRead);
}

/**
 * The connection in an answer; undefined if there is no such place.
 * @throws {ServiceFailure} for null
 */
export function connectionAt(data: IDataObject, at: string[]): IDataObject | undefined {
	let found: unknown = data;
	for (const name of at) {
		if (typeof found !== 'object' || found === null) return undefined;
		found = (found as IDataObject)[name];
	}
	// The public reference allows null, but then it is unknown what the list contains.
	if (found === null) throw unreadableList();
	return found as IDataObject | undefined;
}

/**
 * One page of a connection, and where the next one starts; undefined after the last.
 * @param notRead what its records lack, as the output names it
 * @throws {ServiceFailure} for a page that cannot be followed
 */
export function readGraphqlPage(
	connection: IDataObject,
	notRead?: readonly string[],
): Page<string> {
	const { edges, pageInfo } = connection;
	const { hasNextPage, endCursor } = asFields(pageInfo);
	if (typeof hasNextPage !== 'boolean') throw unreadableList();
	const data = nodesOf(connection, notRead);
	if (!hasNextPage) return { data, next: undefined };
	// An empty page that announces more records does not show where they are.
	const isEmpty = !Array.isArray(edges) || edges.length === 0;
	if (isEmpty || typeof endCursor !== 'string' || endCursor === '') throw unreadableList();
	return { data, next: endCursor };
}

/**
 * The records of a connection, or of one page of it. Null stands for none (public reference).
 * @throws {ServiceFailure} if there is no list, or one in which a record is missing
 */
export function nodesOf({ edges }: IDataObject, notRead?: readonly string[]): IDataObject[] {
	if (edges === null) return [];
	if (!Array.isArray(edges)) throw unreadableList();
	return (edges as unknown[]).map((edge) => {
		const node = asJsonObject(asFields(edge).node);
		// What is missing may be what is looked for, or what is counted.
		if (node === undefined) throw unreadableList();
		return { ...node, ...(notRead && { notRead: [...notRead] }) };
	});
}

/** An object that is asked for by its ID (Relay's `node(id)`) and is not there has no list. */
function absent([root]: readonly string[]): ServiceFailure {
	if (root !== 'node') return unreadableList();
	return new ServiceFailure({ kind: 'status', status: 404, onlyRead: true });
}
