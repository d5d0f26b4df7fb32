import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure, unreadableList } from './failure';
import { readGraphql } from './graphql';
import type { GraphqlDocument } from './graphqlDocument';
import { asFields, asJsonObject } from './json';
import type { Service } from './service';

/** A list of the service that is read page by page (companion spec 2.4). */
export interface PagedList {
	path: string;
	/** Filters; those without a value are not sent. */
	filters?: Record<string, string | undefined>;
	/** The largest page that the service returns (companion spec 8). */
	pageSize: number;
}

/** One page of a list. */
export interface ListPage<Place> {
	data: IDataObject[];
	/** Where the next page starts; undefined when this was the last one. */
	next: Place | undefined;
}

/**
 * Reads a list to its end or until there are `limit` records. Never asks for more than is needed, and
 * keeps only one page in memory in addition to what it returns. Lists begin with the newest, so what is
 * created while they are read moves the others on: a record that was there before is left out. One without
 * an ID is always taken.
 * @param readNext reads at most so many records from a place on, or from the beginning
 * @param asOutput what a record becomes
 */
async function readPages<Place>(
	limit: number,
	readNext: (at: Place | undefined, most: number) => Promise<ListPage<Place>>,
	asOutput = (record: IDataObject) => record,
): Promise<IDataObject[]> {
	const records: IDataObject[] = [];
	const seen = new Set<unknown>();
	const passed = new Set<Place | undefined>();
	let at: Place | undefined;
	do {
		passed.add(at);
		const { data, next } = await readNext(at, limit - records.length);
		for (const record of data) {
			// Of a page that is longer than asked for, only what is wanted; the next page follows all of it.
			if (records.length >= limit) break;
			if (typeof record.id === 'string' && seen.has(record.id)) continue;
			seen.add(record.id);
			records.push(asOutput(record));
		}
		if (next !== undefined && passed.has(next)) throw unreadableList();
		at = next;
	} while (at !== undefined && records.length < limit);
	return records;
}

/**
 * Reads a list of REST, as `readPages` does.
 * @throws {ServiceFailure}
 */
export async function readList(
	service: Service,
	list: PagedList,
	limit: number,
): Promise<IDataObject[]> {
	return await readPages<number>(limit, async (offset = 0, most) => {
		return await readPage(service, list, offset, most);
	});
}

/**
 * Reads one page that starts at `offset` and holds at most `limit` records.
 * @throws {ServiceFailure} also for an answer that is not the page that was asked for
 */
export async function readPage(
	service: Service,
	{ path, filters, pageSize }: PagedList,
	offset: number,
	limit = pageSize,
): Promise<ListPage<number>> {
	const most = Math.min(pageSize, limit);
	const { data, page } = await service.call({
		method: 'GET',
		path,
		query: { ...filters, limit: most, offset },
		repeat: 'always',
	});
	const { hasNext, offset: found } = (page ?? {}) as IDataObject;
	// A service that ignores the offset would repeat the same page for ever.
	if (!Array.isArray(data) || typeof hasNext !== 'boolean' || found !== offset) {
		throw unreadableList();
	}
	const records = data.slice(0, most).map(asJsonObject);
	if (records.includes(undefined)) throw unreadableList();
	// An empty page that announces more records does not show where they are.
	if (hasNext && records.length === 0) throw unreadableList();
	return { data: records as IDataObject[], next: hasNext ? offset + records.length : undefined };
}

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
): Promise<ListPage<string>> {
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
): ListPage<string> {
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
