import type { IDataObject } from 'n8n-workflow';

import type { ChangedList } from '../run/resource';
import { timeOf } from '../transport/clock';
import { httpStatusOf, ServiceFailure, unreadableList } from '../transport/failure';
import { callGraphql } from '../transport/graphql';
import { listsDocument } from '../transport/graphqlDocument';
import {
	connectionAt,
	clientList,
	readGraphqlPage,
	readList,
	readPage,
	type ListPage,
	type RestList,
} from '../transport/paging';
import type { Service } from '../transport/service';
import { isAskedByTime, shownBy, shownByRest, type PolledList, type Shown } from './changes';

/** A span of time of the service, in milliseconds since the epoch. */
export interface Window {
	from: number;
	/** Exclusive; undefined for no end. */
	to: number | undefined;
}

export interface Asked<Source extends ChangedList | RestList = ChangedList | RestList> {
	list: PolledList<Source>;
	window: Window;
}

/**
 * The result of reading a window: the objects that the list showed, that it is more than a page, or why
 * this list alone could not be read. Only one page is read in one instant: while several are read, lists
 * keep moving.
 */
export type Reading = { shown: Shown[] } | { isTooMuch: true } | { failure: ServiceFailure };

/** Records of one list in one answer; more than change in a minute, in most shops. */
const pageSize = 200;

/** How often a list is read at most whose pages move while they are read. */
const mostReadings = 6;

/** No terminal session takes longer: a customer is standing at the till. */
const longestSessionMs = 60 * 60_000;

/**
 * Reads a window of several lists of GraphQL in one request, except lists that could not be read before.
 * @param unread keys of lists that could not be read before
 * @returns what came of each
 * @throws {ServiceFailure} for what concerns all lists
 */
export async function readWindows(
	service: Service,
	asked: ReadonlyArray<Asked<ChangedList>>,
	unread: ReadonlySet<string>,
): Promise<Map<Asked, Reading>> {
	const wasUnread = ({ list }: Asked) => unread.has(list.key);
	const apart = await readApart(service, asked.filter(wasUnread));
	const together = await readTogether(
		service,
		asked.filter((each) => !wasUnread(each)),
	);
	return new Map([...together, ...apart]);
}

/**
 * Some objects of each list, of whatever time: for the editor.
 * @throws {ServiceFailure}
 */
export async function readSome(
	service: Service,
	lists: readonly PolledList[],
	first: number,
): Promise<Shown[]> {
	const window = { from: 0, to: undefined };
	const asked: Asked[] = lists.map((list) => ({ list, window }));
	const pages = await askPages(service, asked.filter(isOfGraphql), first);
	const shown = pages.flatMap(({ each: { list }, page }) =>
		page.data.map((node) => shownBy(list, node, 0)),
	);
	for (const { list } of asked.filter(isOfRest)) {
		const { data } = await readPage(service, list.source);
		shown.push(...data.map((record) => shownByRest(list, record, 0)));
	}
	return shown;
}

export function isOfGraphql(asked: Asked): asked is Asked<ChangedList> {
	return isAskedByTime(asked.list);
}

export function isOfRest(asked: Asked): asked is Asked<RestList> {
	return !isAskedByTime(asked.list);
}

/**
 * In one request. If one list may be the reason why it fails, each list gets a separate request, so that
 * it stops only itself.
 */
async function readTogether(
	service: Service,
	asked: ReadonlyArray<Asked<ChangedList>>,
): Promise<Map<Asked, Reading>> {
	return await readFirstPages(service, asked).catch(async (failure: unknown) => {
		if (!isOfOneList(failure)) throw failure;
		if (asked.length > 1) return await readApart(service, asked);
		return new Map(asked.map((each) => [each, { failure }]));
	});
}

async function readApart(
	service: Service,
	asked: ReadonlyArray<Asked<ChangedList>>,
): Promise<Map<Asked, Reading>> {
	const readings: Array<[Asked, Reading]> = [];
	for (const one of asked) readings.push(...(await readTogether(service, [one])));
	return new Map(readings);
}

/**
 * Whether a failure may concern one list alone: Stitch does not offer it, does not allow it to this client,
 * or fails in the middle of an answer.
 */
function isOfOneList(cause: unknown): cause is ServiceFailure {
	if (!(cause instanceof ServiceFailure)) return false;
	const { kind } = cause.details;
	const status = httpStatusOf(cause.details);
	return kind === 'notOffered' || status === 403 || (kind === 'graphql' && status === 500);
}

async function readFirstPages(
	service: Service,
	asked: ReadonlyArray<Asked<ChangedList>>,
): Promise<Map<Asked, Reading>> {
	const readings = new Map<Asked, Reading>();
	for (const { each, page } of await askPages(service, asked, pageSize)) {
		const { list, window } = each;
		if (page.next !== undefined && !isShortest(window)) {
			readings.set(each, { isTooMuch: true });
			continue;
		}
		const nodes = page.next === undefined ? page.data : await readWhole(service, each);
		readings.set(each, { shown: nodes.map((node) => shownBy(list, node, window.from)) });
	}
	return readings;
}

/** In one request. */
async function askPages(service: Service, asked: ReadonlyArray<Asked<ChangedList>>, first: number) {
	if (asked.length === 0) return [];
	const filters = asked.map(({ list, window }) => [list.key, filterOf(list, window)]);
	const { data } = await callGraphql(service, {
		query: listsDocument(asked.map(({ list: { key, source } }) => ({ ...source, key }))),
		operationName: 'Changes',
		variables: { first, ...Object.fromEntries(filters) },
		repeat: 'always',
	});
	return asked.map((each) => ({ each, page: pageOf(data, each.list) }));
}

function pageOf(data: IDataObject, { key }: PolledList): ListPage {
	const connection = connectionAt(data, ['client', key]);
	if (connection === undefined) throw unreadableList();
	return readGraphqlPage(connection);
}

/** It cannot be divided, so all of it is read. */
function isShortest({ from, to }: Window): boolean {
	return to !== undefined && to - from <= 1;
}

function filterOf({ source }: PolledList<ChangedList>, { from, to }: Window): IDataObject {
	const lt = to === undefined ? {} : { lt: new Date(to).toISOString() };
	return source.windowFilter({ gte: new Date(from).toISOString(), ...lt });
}

/**
 * All objects of a window that has more than one page. When one that was read leaves the list, the
 * rest moves up, and one on the border between two pages is not seen. So the list is read until two
 * readings show the same.
 * @throws {ServiceFailure} if it keeps moving
 */
async function readWhole(
	service: Service,
	{ list, window }: Asked<ChangedList>,
): Promise<IDataObject[]> {
	// As Stitch sends them: events are read from that form.
	const { query, at } = clientList(list.source);
	const connection = {
		query,
		at,
		variables: { filter: filterOf(list, window) },
	};
	const found = new Map<unknown, IDataObject>();
	let before: Set<unknown> | undefined;
	for (let reading = 0; reading < mostReadings; reading++) {
		const nodes = await readList(service, connection, Infinity);
		for (const node of nodes) found.set(node.id, node);
		const shown = new Set(nodes.map(({ id }) => id));
		if (before?.size === shown.size && [...shown].every((id) => before?.has(id))) {
			return [...found.values()];
		}
		before = shown;
	}
	throw unreadableList();
}

/**
 * What may have changed since a window begins, of a list that cannot be asked for that. It has pages
 * without end where they do not say when their sessions began.
 * @param until milliseconds of the clock's `elapsed`; what is not read by then counts as unreadable
 */
export async function readPaged(
	service: Service,
	{ list, window: { from } }: Asked<RestList>,
	until: number,
): Promise<Reading> {
	const shown: Shown[] = [];
	let at: string | undefined;
	do {
		if (service.clock.elapsed() >= until) return { failure: moreThanOnePoll() };
		const page = await readPage(service, list.source, at).catch(failureIn);
		if ('failure' in page) return page;
		shown.push(...page.data.map((record) => shownByRest(list, record, from)));
		at = isPast(page.data, from - longestSessionMs) ? undefined : page.next;
	} while (at !== undefined);
	return { shown: shown.filter(({ at: changedAt }) => changedAt >= from) };
}

/** A failure to return; throws anything else. */
function failureIn(cause: unknown): { failure: ServiceFailure } {
	if (cause instanceof ServiceFailure) return { failure: cause };
	throw cause;
}

function moreThanOnePoll(): ServiceFailure {
	return new ServiceFailure({
		kind: 'unreadable',
		status: 200,
		happened: 'no',
		sentence: 'Stitch lists more terminal sessions than one poll can read',
		advice:
			"To start again, remove the terminal session events from 'Events', publish, add them again and publish. Use Get Many to see what has changed in between. If it happens again, use the Stitch Payments Trigger for these events.",
	});
}

/**
 * Whether no later page can matter: this one shows the list to be newest first, and ends before the
 * moment. That order is not documented; a list in any other order is read to its end.
 */
function isPast(records: readonly IDataObject[], moment: number): boolean {
	const created = records.map(({ createdAt }) => timeOf(createdAt) ?? Infinity);
	const isNewestFirst = created.every((time, index) => time <= (created[index - 1] ?? Infinity));
	return isNewestFirst && (created.at(-1) ?? Infinity) < moment;
}
