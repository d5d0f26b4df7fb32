import {
	NodeOperationError,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';

import { cards } from '../actions/card/cards';
import type { SearchableList } from '../actions/fields/locator';
import { refunds } from '../actions/refund/refunds';
import { terminalSessions } from '../actions/terminalSession/terminalSessions';
import { asNodeError } from '../run/nodeError';
import { connect } from '../transport/connect';
import { readPage, type PagedList } from '../transport/restPaging';
import type { Service } from '../transport/service';

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** A person is waiting at the editor. */
const options = { maxAttempts: 2, budgetMs: 5000, timeoutMs: 10_000 };

/** The service cannot search text: at most this many pages are read for one answer. */
const pagesPerSearch = 10;

/** Fills the lists of the fields that choose an object of the service. */
export const listSearch: Record<string, Search> = Object.fromEntries(
	[cards, refunds, terminalSessions].map((list) => [list.search, searchIn(list)]),
);

function searchIn(list: SearchableList): Search {
	return async function (filter, paginationToken) {
		return await search(this, list, filter, paginationToken);
	};
}

/**
 * One portion of a list for the editor: the first page, starting at the token, with any record that
 * matches the filter.
 * @throws {NodeOperationError}
 */
async function search(
	context: ILoadOptionsFunctions,
	list: SearchableList,
	filter = '',
	paginationToken = '0',
): Promise<INodeListSearchResult> {
	const timezone = context.getTimezone();
	const wanted = filter.trim().toLowerCase();
	const paged = { ...list, filters: filtersOf(context, list) };
	const service = await connect(context, options);
	let next: number | undefined = Number(paginationToken);
	let results: INodeListSearchItems[] = [];
	for (let page = 0; page < pagesPerSearch && next !== undefined && results.length === 0; page++) {
		const { data, next: following } = await readForEditor(context, service, paged, next);
		results = data
			.map((record) => ({ name: list.label(record, timezone), value: String(record.id) }))
			.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted));
		next = following;
	}
	return { results, paginationToken: next === undefined ? undefined : String(next) };
}

/** @throws {NodeOperationError} if the parameter that limits the list is empty */
function filtersOf(context: ILoadOptionsFunctions, { limitedBy }: SearchableList) {
	if (limitedBy === undefined) return undefined;
	const { name, label, toSee } = limitedBy;
	const value = String(context.getCurrentNodeParameter(name) ?? '').trim();
	if (value !== '' && !value.startsWith('=')) return { [name]: value };
	throw new NodeOperationError(context.getNode(), `${label} is empty`, {
		description: `Fill in ${label} to see ${toSee}, or give the ID instead.`,
	});
}

/** The editor shows the message of whatever is thrown, so it has to be a readable sentence. */
async function readForEditor(
	context: ILoadOptionsFunctions,
	service: Service,
	list: PagedList,
	offset: number,
) {
	try {
		return await readPage(service, list, offset);
	} catch (cause) {
		throw asNodeError(context.getNode(), cause);
	}
}
