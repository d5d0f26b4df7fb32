import {
	NodeOperationError,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';

import { cards } from '../actions/card/cards';
import {
	addressesToChoose,
	eventSubscriptionChoices,
} from '../actions/eventSubscription/eventSubscriptionChoices';
import type { Choices } from '../actions/fields/locator';
import { refunds } from '../actions/refund/refunds';
import { terminalSessions } from '../actions/terminalSession/terminalSessions';
import { asNodeError } from '../run/nodeError';
import { connect } from '../transport/connect';
import { readPage, type Page, type PagedList } from '../transport/restPaging';
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

/** Reads the records from an offset on. */
type Read = (service: Service, offset: number, filters: PagedList['filters']) => Promise<Page>;

/** Fills the lists of the fields that choose an object of the service. */
export const listSearch: Record<string, Search> = {
	...Object.fromEntries(
		[cards, refunds, terminalSessions].map((list) => [
			list.search,
			searchIn(list, async (service, offset, filters) => {
				return await readPage(service, { ...list, filters }, offset);
			}),
		]),
	),
	[eventSubscriptionChoices.search]: searchIn(eventSubscriptionChoices, async (service) => ({
		data: await addressesToChoose(service),
		next: undefined,
	})),
};

function searchIn(choices: Choices, read: Read): Search {
	return async function (filter, paginationToken) {
		return await search(this, { choices, read }, filter, paginationToken);
	};
}

/**
 * One portion of a list for the editor: the first page, starting at the token, with any record that
 * matches the filter.
 * @throws {NodeOperationError}
 */
async function search(
	context: ILoadOptionsFunctions,
	{ choices, read }: { choices: Choices; read: Read },
	filter = '',
	paginationToken = '0',
): Promise<INodeListSearchResult> {
	const timezone = context.getTimezone();
	const wanted = filter.trim().toLowerCase();
	const filters = filtersOf(context, choices);
	const service = await connect(context, options);
	let next: number | undefined = Number(paginationToken);
	let results: INodeListSearchItems[] = [];
	for (let page = 0; page < pagesPerSearch && next !== undefined && results.length === 0; page++) {
		const { data, next: following } = await forEditor(context, read(service, next, filters));
		results = data
			.map((record) => ({ name: choices.label(record, timezone), value: String(record.id) }))
			.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted));
		next = following;
	}
	return { results, paginationToken: next === undefined ? undefined : String(next) };
}

/** @throws {NodeOperationError} if the parameter that limits the list is empty */
function filtersOf(context: ILoadOptionsFunctions, { limitedBy }: Choices) {
	if (limitedBy === undefined) return undefined;
	const { name, label, toSee } = limitedBy;
	const value = String(context.getCurrentNodeParameter(name) ?? '').trim();
	if (value !== '' && !value.startsWith('=')) return { [name]: value };
	throw new NodeOperationError(context.getNode(), `${label} is empty`, {
		description: `Fill in ${label} to see ${toSee}, or give the ID instead.`,
	});
}

/** The editor shows the message of whatever is thrown, so it has to be a readable sentence. */
async function forEditor(context: ILoadOptionsFunctions, page: Promise<Page>): Promise<Page> {
	try {
		return await page;
	} catch (cause) {
		throw asNodeError(context.getNode(), cause);
	}
}
