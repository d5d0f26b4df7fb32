import type { IDataObject } from 'n8n-workflow';

import { queryGraphql } from '../transport/graphql';
import { listDocument, listsDocument } from '../transport/graphqlDocument';
import { connectionAt, readConnection, readGraphqlPage } from '../transport/graphqlPaging';
import { readPage, unreadableList } from '../transport/restPaging';
import type { Service } from '../transport/service';
import { asChange, asReadChange, timeOf, type Change } from './change';
import type { AskedList, ReadList, WatchedLists } from './lists';
import type { ReadWindow, Window } from './look';

/** Records of one list in one answer; more than change in a minute, in most shops. */
const pageSize = 200;

/** Objects of one list that a person is shown in the editor. */
const latest = 20;

/** How often a list is read at most whose pages move while they are read. */
const mostReadings = 6;

/** By then a session is over: a customer stands at the till. */
const longestSessionMs = 60 * 60_000;

/**
 * Reads the changes of some lists: all lists of GraphQL in one request, and those of REST once for
 * all windows.
 * @param starts for each list the time before which it is not read
 */
export function windowReader(
	service: Service,
	{ asked, read }: WatchedLists,
	starts: Readonly<Record<string, number>>,
): ReadWindow {
	const startOf = (key: string, { from }: Window) => Math.max(from, starts[key] ?? from);
	let recent: Change[] | undefined;
	return async (window) => {
		const { to = Infinity } = window;
		const begun = asked.filter(({ key }) => startOf(key, window) < to);
		const changed = await readAsked(
			service,
			begun.map((list) => ({ list, window: { from: startOf(list.key, window), to: window.to } })),
		);
		if (changed === undefined) return undefined;
		recent ??= await readRecent(service, read, window.from);
		const within = recent.filter(({ list, at }) => at >= startOf(list, window) && at < to);
		return [...changed, ...within];
	};
}

/**
 * Some changes of each list, the newest objects first.
 * @throws {ServiceFailure}
 */
export async function latestOf(service: Service, { asked, read }: WatchedLists): Promise<Change[]> {
	const window = { from: 0, to: undefined };
	const wanted = asked.map((list) => ({ list, window }));
	const pages = await askPages(service, wanted, latest);
	const changes = pages.flatMap(({ list, nodes }) =>
		asChanges(nodes, (node) => asChange(list, node, 0)),
	);
	for (const list of read) {
		const { data } = await readPage(service, list.list, 0);
		changes.push(...asChanges(data, (record) => asReadChange(list, record, 0)));
	}
	return changes;
}

interface AskedWindow {
	list: AskedList;
	window: Window;
}

async function readAsked(
	service: Service,
	wanted: readonly AskedWindow[],
): Promise<Change[] | undefined> {
	const pages = await askPages(service, wanted, pageSize);
	const tooLong = pages.filter(({ next }) => next !== undefined);
	if (tooLong.some(({ window }) => !isShortest(window))) return undefined;
	const changes: Change[] = [];
	for (const { list, window, nodes, next } of pages) {
		const all = next === undefined ? nodes : await readWhole(service, { list, window });
		changes.push(...asChanges(all, (node) => asChange(list, node, window.from)));
	}
	return changes;
}

/** The first page of each list, in one request. */
async function askPages(service: Service, wanted: readonly AskedWindow[], first: number) {
	if (wanted.length === 0) return [];
	const filters = wanted.map(({ list, window }) => [list.key, filterOf(list, window)]);
	const data = await queryGraphql(service, {
		query: listsDocument(wanted.map(({ list }) => list)).full,
		operationName: 'Changes',
		variables: { first, ...Object.fromEntries(filters) },
		repeat: 'always',
	});
	return wanted.map((each) => ({ ...each, ...pageOf(data, each.list) }));
}

/** Objects that do not say what they are about cannot be told of. */
function asChanges(
	objects: readonly IDataObject[],
	read: (object: IDataObject) => Change | undefined,
): Change[] {
	return objects.map(read).filter((change) => change !== undefined);
}

function pageOf(data: IDataObject, { key }: AskedList): ReturnType<typeof readGraphqlPage> {
	const connection = connectionAt(data, ['client', key]);
	if (connection === undefined) throw unreadableList();
	return readGraphqlPage(connection);
}

function isShortest({ from, to }: Window): boolean {
	return to !== undefined && to - from <= 1;
}

function filterOf(list: AskedList, { from, to }: Window): IDataObject {
	const lt = to === undefined ? {} : { lt: new Date(to).toISOString() };
	return list.within({ gte: new Date(from).toISOString(), ...lt });
}

/**
 * All objects of a window that has more than one page. When one that was read leaves the list, the
 * rest moves up, and one on the border between two pages is not seen. So the list is read until two
 * readings show the same.
 * @throws {ServiceFailure} if it keeps moving
 */
async function readWhole(service: Service, asked: AskedWindow): Promise<IDataObject[]> {
	const found = new Map<unknown, IDataObject>();
	let before: Set<unknown> | undefined;
	for (let reading = 0; reading < mostReadings; reading++) {
		const nodes = await readObjects(service, asked, Infinity);
		for (const node of nodes) found.set(node.id, node);
		const shown = new Set(nodes.map(({ id }) => id));
		if (before?.size === shown.size && [...shown].every((id) => before?.has(id))) {
			return [...found.values()];
		}
		before = shown;
	}
	throw unreadableList();
}

async function readObjects(
	service: Service,
	{ list, window }: AskedWindow,
	limit: number,
): Promise<IDataObject[]> {
	const connection = {
		query: listDocument(list).full,
		variables: { filter: filterOf(list, window) },
		at: ['client', list.list],
		asOutput: (node: IDataObject) => node,
	};
	return await readConnection(service, connection, limit);
}

/** The objects that may have changed since a moment, of lists that cannot be asked for that. */
async function readRecent(
	service: Service,
	lists: readonly ReadList[],
	from: number,
): Promise<Change[]> {
	const changes: Change[] = [];
	for (const list of lists) {
		let offset: number | undefined = 0;
		while (offset !== undefined) {
			const page = await readPage(service, list.list, offset);
			changes.push(...asChanges(page.data, (record) => asReadChange(list, record, from)));
			offset = isPast(page.data, from - longestSessionMs) ? undefined : page.next;
		}
	}
	return changes;
}

/**
 * Whether no later page can matter: this one shows the list to be newest first, and ends before the
 * moment. That order is not documented; a list in any other order is read to its end.
 */
function isPast(records: readonly IDataObject[], moment: number): boolean {
	const created = records.map(({ createdAt }) => timeOf(createdAt) ?? Infinity);
	const isNewestFirst = created.every((time, index) => time <= (created[index - 1] ?? Infinity));
	return isNewestFirst && created.length > 1 && (created.at(-1) ?? Infinity) < moment;
}
