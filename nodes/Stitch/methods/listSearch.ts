import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { cards } from '../actions/card/cards';
import { disbursementChoices } from '../actions/disbursement/disbursements';
import {
	addressesToChoose,
	eventSubscriptionChoices,
} from '../actions/eventSubscription/eventSubscriptions';
import { bankLists } from '../actions/fields/bank';
import type { Choices, Searchable } from '../actions/fields/locator';
import { paymentRequestChoices } from '../actions/paymentRequest/paymentRequests';
import { onlineRefundConnection, refundChoices, refunds } from '../actions/refund/refunds';
import { terminalSessionChoices } from '../actions/terminalSession/terminalSessions';
import { asNodeError } from '../run/nodeError';
import { searchBanks } from '../schemas/bank';
import { connect, setupError } from '../transport/connect';
import { readPage, type ListPage, type ListReading, type PagedList } from '../transport/paging';
import { hasId } from '../transport/object';
import { quoted } from '../transport/wording';
import type { Service } from '../transport/service';

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** A person is waiting at the editor. */
const options = { maxTries: 2, budgetMs: 5000, timeoutMs: 10_000 };

/** The service cannot search text: at most this many pages are read for one answer. */
const pagesPerSearch = 10;

/** Each list that the service fills. */
const lists: ReadonlyArray<[Searchable, ReadPortion]> = [
	[cards, pagesOf(cards)],
	[disbursementChoices, pagesOf(disbursementChoices)],
	[
		eventSubscriptionChoices,
		async (service) => ({ data: await addressesToChoose(service), next: undefined }),
	],
	[paymentRequestChoices, pagesOf(paymentRequestChoices)],
	[refundChoices, oneAfterOther(pagesOf(onlineRefundConnection), pagesOf(refunds))],
	[terminalSessionChoices, pagesOf(terminalSessionChoices)],
];

/** Fills the lists of the fields that choose an object of the service, or a bank. */
export const listSearch: Record<string, Search> = {
	...Object.fromEntries(lists.map(([choices, read]) => [choices.search, searchIn(choices, read)])),
	...Object.fromEntries(
		Object.values(bankLists).map(({ search: method, ids }) => [
			method,
			async (filter = '') => ({ results: searchBanks(ids, filter) }),
		]),
	),
};

/**
 * Fills a list with one portion: the first page, starting at the token, with any record that matches
 * the filter. The editor shows the message of whatever is thrown, so it has to be a readable sentence.
 */
function searchIn(choices: Choices, read: ReadPortion): Search {
	return async function (filter = '', paginationToken) {
		const timezone = this.getTimezone();
		const wanted = filter.trim().toLowerCase();
		const filters = filtersOf(this, choices);
		const service = await connect(this, options);
		let next = paginationToken;
		let results: INodeListSearchItems[] = [];
		for (let page = 0; page < pagesPerSearch && results.length === 0; page++) {
			const portion = await read(service, next, filters).catch((cause: unknown) => {
				throw asNodeError(this.getNode(), cause);
			});
			results = portion.data
				.filter(hasId)
				.map((record) => ({ name: choices.label(record, timezone), value: String(record.id) }))
				.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted));
			next = portion.next;
			if (next === undefined) break;
		}
		return { results, paginationToken: next };
	};
}

/** @throws {NodeOperationError} if the parameter that limits the list has no value */
function filtersOf(context: ILoadOptionsFunctions, { limitedBy }: Choices) {
	if (limitedBy === undefined) return undefined;
	const { name, label, toSee } = limitedBy;
	const value = String(context.getCurrentNodeParameter(name) ?? '').trim();
	if (value !== '' && !value.startsWith('=')) return { [name]: value };
	const what = value === '' ? 'is empty' : 'is an expression, which has no value here';
	throw setupError(
		context,
		`${quoted(label)} ${what}`,
		`Fill in ${quoted(label)} to see ${toSee}, or enter the ID instead.`,
	);
}

/**
 * Reads the portion of a list that starts at a token, or the first one.
 * @throws {ServiceFailure}
 */
type ReadPortion = (
	service: Service,
	token: string | undefined,
	filters: PagedList['filters'],
) => Promise<ListPage>;

/** The pages of a list; a token is where one starts. */
function pagesOf(list: ListReading): ReadPortion {
	return async (service, token, filters) =>
		await readPage(service, { ...list, ...(filters && { filters }) }, token);
}

/** All pages of one list, and then those of another. */
function oneAfterOther(first: ReadPortion, second: ReadPortion): ReadPortion {
	const inSecond = 'then:';
	return async (service, token, filters) => {
		if (token?.startsWith(inSecond)) {
			const from = token.slice(inSecond.length) || undefined;
			const { data, next } = await second(service, from, filters);
			return { data, next: next === undefined ? undefined : inSecond + next };
		}
		const { data, next } = await first(service, token, filters);
		return { data, next: next ?? inSecond };
	};
}
