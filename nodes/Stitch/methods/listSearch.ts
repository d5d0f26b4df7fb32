import {
	NodeOperationError,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';

import { connect } from '../transport/connect';
import { explainThrown } from '../transport/messages';
import { readPage, type PagedList } from '../transport/restPaging';
import type { Service } from '../transport/service';
import { cards } from '../actions/card/cards';
import type { SearchMethod } from '../actions/fields/locator';
import { cardLabel, refundLabel, terminalSessionLabel } from '../actions/recordLabel';
import { refunds } from '../actions/refund/refunds';
import { terminalSessions } from '../actions/terminalSession/terminalSessions';

type Label = (record: IDataObject, timezone: string) => string;
type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** A person is waiting at the editor. */
const options = { maxAttempts: 2, budgetMs: 5000, timeoutMs: 10_000 };

/** The service cannot search text, so so many pages are looked through for one answer at most. */
const pagesPerSearch = 10;

/** Fills the lists of the fields that choose an object of the service. */
export const listSearch: Record<SearchMethod, Search> = {
	async searchCards(filter, paginationToken) {
		const payerId = String(this.getCurrentNodeParameter('payerId') ?? '').trim();
		if (payerId === '' || payerId.startsWith('=')) {
			throw new NodeOperationError(this.getNode(), 'Payer ID is empty', {
				description: 'Fill in Payer ID to see the cards of this payer, or give the card by ID.',
			});
		}
		const list = { ...cards, filters: { payerId } };
		return await search(this, list, cardLabel, filter, paginationToken);
	},

	async searchRefunds(filter, paginationToken) {
		return await search(this, refunds, refundLabel, filter, paginationToken);
	},

	async searchTerminalSessions(filter, paginationToken) {
		return await search(this, terminalSessions, terminalSessionLabel, filter, paginationToken);
	},
};

/**
 * One helping of a list for the editor: the first page from the token on that holds anything which
 * matches the filter.
 * @throws {NodeOperationError}
 */
async function search(
	context: ILoadOptionsFunctions,
	list: PagedList,
	label: Label,
	filter = '',
	paginationToken = '0',
): Promise<INodeListSearchResult> {
	const timezone = context.getTimezone();
	const wanted = filter.trim().toLowerCase();
	const service = await connect(context, options);
	let next: number | undefined = Number(paginationToken);
	let results: INodeListSearchItems[] = [];
	for (let page = 0; page < pagesPerSearch && next !== undefined && results.length === 0; page++) {
		const { data, next: following } = await readForEditor(context, service, list, next);
		results = data
			.map((record) => ({ name: label(record, timezone), value: String(record.id) }))
			.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted));
		next = following;
	}
	return { results, paginationToken: next === undefined ? undefined : String(next) };
}

/** The editor shows the message of what is thrown, so it has to be in words. */
async function readForEditor(
	context: ILoadOptionsFunctions,
	service: Service,
	list: PagedList,
	offset: number,
) {
	try {
		return await readPage(service, list, offset);
	} catch (cause) {
		const { message, description } = explainThrown(cause);
		throw new NodeOperationError(context.getNode(), message, { description });
	}
}
