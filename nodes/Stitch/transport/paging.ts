import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure, unknownId, unreadableList } from './failure';
import { callGraphql } from './graphql';
import { listDocument, type ClientList, type GraphqlDocument } from './graphqlDocument';
import { asFields, asJsonObject } from './json';
import type { Service } from './service';

/** A list that REST returns page by page (companion spec 2.4). */
export interface RestList {
	readonly path: string;
	/** Filters; those without a value are not sent. */
	readonly filters?: Record<string, string | undefined>;
	/** The largest page that the service returns (companion spec 8). */
	readonly pageSize: number;
	/** What tells a record from all others; by default, its ID. */
	recordKey?(record: IDataObject): string;
	/** What a record becomes, so that no page is kept longer than it is read; by default itself. */
	asOutput?(record: IDataObject): IDataObject;
}

/** A list that GraphQL returns page by page; its public reference calls it a connection. */
export interface GraphqlList {
	/** The document; it takes `$first` and `$after` and asks for `edges`, `node` and `pageInfo`. */
	readonly query: string | GraphqlDocument;
	/** Its other variables. */
	readonly variables?: IDataObject;
	/** The place of the connection in the answer, for example `['client', 'disbursements']`. */
	readonly at: readonly string[];
	/** What a record becomes, so that no page is kept longer than it is read; by default itself. */
	asOutput?(record: IDataObject): IDataObject;
}

export type List = RestList | GraphqlList;

/** A list under `client`, with everything that it contains. */
export function clientList<Listed extends ClientList>(
	list: Listed,
): Listed & { readonly query: GraphqlDocument; readonly at: readonly string[] } {
	return { ...list, query: listDocument(list), at: ['client', list.list] };
}

/** One page of a list. */
export interface ListPage {
	data: IDataObject[];
	/** Where the next page starts: an offset or a cursor; undefined when this was the last one. */
	next: string | undefined;
}

/** The same list, asked for exactly one value of a field (companion spec 4.2, 4.3; public reference). */
export function matching(list: List, field: string, value: string): List {
	return 'path' in list
		? { ...list, filters: { [field]: value } }
		: { ...list, variables: { filter: { [field]: { eq: value } } } };
}

/** How many pages in a row may contain nothing new: objects created in the meantime can move a list on. */
const mostRepeated = 10;

/**
 * Reads a list to its end or until there are `limit` records. Never asks for more than is needed, and
 * keeps only one page in memory in addition to what it returns. Lists begin with the newest, so what is
 * created while they are read moves the others on: a record that was there before is left out. One without
 * an ID is always taken.
 * @throws {ServiceFailure} also for pages that cannot be followed
 */
export async function readList(
	service: Service,
	list: List,
	limit: number,
): Promise<IDataObject[]> {
	const records: IDataObject[] = [];
	const seen = new Set<unknown>();
	const passed = new Set<string | undefined>();
	let at: string | undefined;
	let repeated = 0;
	do {
		passed.add(at);
		const before = records.length;
		const { data, next } = await ask(service, list, at, limit - before);
		for (const record of data) {
			// If a page is longer than requested, only the requested part is used; the next page follows
			// all of it.
			if (records.length >= limit) break;
			const key = keyOf(record, list);
			if (typeof key === 'string' && seen.has(key)) continue;
			seen.add(key);
			records.push(outputOf(record, list));
		}
		repeated = records.length > before ? 0 : repeated + 1;
		if (next !== undefined && (passed.has(next) || repeated > mostRepeated)) throw unreadableList();
		at = next;
	} while (at !== undefined && records.length < limit);
	return records;
}

/**
 * Reads the page that starts at a place, or the first one.
 * @throws {ServiceFailure} also for an answer that is not the page that was asked for
 */
export async function readPage(service: Service, list: List, at?: string): Promise<ListPage> {
	const { data, next } = await ask(service, list, at, Infinity);
	return { data: data.map((record) => outputOf(record, list)), next };
}

function keyOf(record: IDataObject, list: List): unknown {
	return 'path' in list && list.recordKey ? list.recordKey(record) : record.id;
}

function outputOf(record: IDataObject, list: List): IDataObject {
	return list.asOutput?.(record) ?? record;
}

async function ask(
	service: Service,
	list: List,
	at: string | undefined,
	most: number,
): Promise<ListPage> {
	return 'path' in list
		? await askRest(service, list, Number(at ?? 0), most)
		: await askConnection(service, list, at, most);
}

async function askRest(
	service: Service,
	{ path, filters, pageSize }: RestList,
	offset: number,
	limit: number,
): Promise<ListPage> {
	const { data, page } = await service.call({
		method: 'GET',
		path,
		query: { ...filters, limit: Math.min(pageSize, limit), offset },
		repeat: 'always',
	});
	const { hasNext, offset: found } = (page ?? {}) as IDataObject;
	// A service that ignores the offset would repeat the same page for ever.
	if (!Array.isArray(data) || typeof hasNext !== 'boolean' || found !== offset) {
		throw unreadableList();
	}
	const records = data.map(asJsonObject);
	if (records.includes(undefined)) throw unreadableList();
	// An empty page that announces more records does not show where they are.
	if (hasNext && records.length === 0) throw unreadableList();
	const next = hasNext ? String(offset + records.length) : undefined;
	return { data: records as IDataObject[], next };
}

/** The largest page to ask of GraphQL: its own page sizes are not public, apart from one maximum of 2,000. */
const connectionPageSize = 100;

async function askConnection(
	service: Service,
	{ query, variables, at }: GraphqlList,
	after: string | undefined,
	limit: number,
): Promise<ListPage> {
	const first = Math.min(connectionPageSize, limit);
	const { data, notRead } = await callGraphql(service, {
		query,
		variables: { ...variables, first, after },
		repeat: 'always',
	});
	const connection = connectionAt(data, at);
	if (connection === undefined) throw absent(at);
	return readGraphqlPage(connection, notRead);
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
 * The connection in an answer; undefined if there is no such place.
 * @throws {ServiceFailure} for null
 */
export function connectionAt(data: IDataObject, at: readonly string[]): IDataObject | undefined {
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
export function readGraphqlPage(connection: IDataObject, notRead?: readonly string[]): ListPage {
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
		// The missing record may be the one that is looked for, or one that is counted.
		if (node === undefined) throw unreadableList();
		return { ...node, ...(notRead && { notRead: [...notRead] }) };
	});
}

/** If an object is asked for by its ID (Relay's `node(id)`) and does not exist, it has no list. */
function absent([root]: readonly string[]): ServiceFailure {
	return root === 'node' ? new ServiceFailure(unknownId) : unreadableList();
}
