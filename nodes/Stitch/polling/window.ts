import type { IDataObject } from 'n8n-workflow';

import type { ChangedList } from '../run/resource';
import { timeOf } from '../transport/clock';
import { httpStatusOf, ServiceFailure, unreadableList } from '../transport/failure';
import { callGraphql } from '../transport/graphql';
import { listsDocument } from '../transport/graphqlDocument';
import {
	connectionAt,
	ofClient,
	readGraphqlPage,
	readList,
	readPage,
	type ListPage,
	type RestList,
} from '../transport/paging';
import type { Service } from '../transport/service';
import { isAsked, isPaged, shownBy, shownByRest, type PolledList, type Shown } from './changes';

/** A span of time of the service, in milliseconds since the epoch. */
export interface Window {
	/** Inclusive. */
	from: number;
	/** Exclusive; undefined for all that there is. */
	to: number | undefined;
}

/** A window of a list. */
export interface Asked<Source extends ChangedList | RestList = ChangedList | RestList> {
	list: PolledList<Source>;
	window: Window;
}

/**
 * What came of it: what the list showed, that it is more than a page, or that Stitch refuses the
 * question itself. Only one page is read in one instant: while several are read, lists keep moving.
 */
export type Reading = { shown: Shown[] } | { isTooMuch: true } | { refused: ServiceFailure };

/** Records of one list in one answer; more than change in a minute, in most shops. */
const pageSize = 200;

/** How often a list is read at most whose pages move while they are read. */
const mostReadings = 6;

/** By then a session is over: a customer stands at the till. */
const longestSessionMs = 60 * 60_000;

/**
 * Reads a window of each of some lists: those of GraphQL in one request, but for those that were
 * refused before.
 * @param refused keys of lists that were refused
 * @returns what came of each
 * @throws {ServiceFailure}
 */
export async function readWindows(
	service: Service,
	asked: readonly Asked[],
	refused: ReadonlySet<string>,
): Promise<Map<Asked, Reading>> {
	const graphql = asked.filter(isOfGraphql);
	const wasRefused = ({ list }: Asked) => refused.has(list.key);
	const together = graphql.filter((each) => !wasRefused(each));
	const apart = await readApart(service, graphql.filter(wasRefused));
	const readings = new Map<Asked, Reading>([...(await readTogether(service, together)), ...apart]);
	for (const each of asked) {
		const { list, window } = each;
		if (!isPaged(list)) continue;
		readings.set(each, await unlessRefused(readPaged(service, list, window)));
	}
	return readings;
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
	for (const list of lists) {
		if (!isPaged(list)) continue;
		const { data } = await readPage(service, list.source);
		shown.push(...data.map((record) => shownByRest(list, record, 0)));
	}
	return shown;
}

function isOfGraphql(asked: Asked): asked is Asked<ChangedList> {
	return isAsked(asked.list);
}

/** In one request; where Stitch refuses the document, one request each, so that one stops only itself. */
async function readTogether(
	service: Service,
	asked: ReadonlyArray<Asked<ChangedList>>,
): Promise<Map<Asked, Reading>> {
	const read = await unlessRefused(readFirstPages(service, asked));
	if (!('refused' in read)) return read;
	if (asked.length > 1) return await readApart(service, asked);
	return new Map(asked.map((each) => [each, read]));
}

async function readApart(
	service: Service,
	asked: ReadonlyArray<Asked<ChangedList>>,
): Promise<Map<Asked, Reading>> {
	const readings: Array<[Asked, Reading]> = [];
	for (const one of asked) readings.push(...(await readTogether(service, [one])));
	return new Map(readings);
}

/** What was read, or that Stitch refuses it. @throws whatever else prevents the reading */
async function unlessRefused<Read>(
	reading: Promise<Read>,
): Promise<Read | { refused: ServiceFailure }> {
	return await reading.catch((cause: unknown) => {
		if (isTooMany(cause)) return { refused: cause };
		throw cause;
	});
}

/** What Stitch does not offer, or does not allow this client, says nothing about other lists. */
function isTooMany(cause: unknown): cause is ServiceFailure {
	if (!(cause instanceof ServiceFailure)) return false;
	return cause.details.kind === 'notOffered' || httpStatusOf(cause.details) === 403;
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

/** The first page of each list, in one request. */
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
	return source.within({ gte: new Date(from).toISOString(), ...lt });
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
	const connection = {
		...ofClient(list.source),
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

/** What may have changed within a window, of a list that cannot be asked for that. */
async function readPaged(
	service: Service,
	list: PolledList<RestList>,
	window: Window,
): Promise<Reading> {
	const { from, to = Infinity } = window;
	const shown: Shown[] = [];
	let at: string | undefined;
	do {
		const { data, next } = await readPage(service, list.source, at);
		shown.push(...data.map((record) => shownByRest(list, record, from)));
		at = isPast(data, from - longestSessionMs) ? undefined : next;
	} while (at !== undefined);
	return { shown: shown.filter((each) => each.at >= from && each.at < to) };
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
