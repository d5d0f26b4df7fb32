import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { bankLists } from '../actions/fields/bank';
import { records } from '../actions/records';
import { asNodeError } from '../run/nodeError';
import { labelOf } from '../run/label';
import { having, type ResourceWith } from '../run/resource';
import { searchBanks } from '../schemas/bank';
import { connect, setupError } from '../transport/connect';
import { httpStatusOf, ServiceFailure } from '../transport/failure';
import { readPage, type List, type ListPage, type RestList } from '../transport/paging';
import { hasId } from '../transport/object';
import { quoted } from '../transport/wording';
import type { Service } from '../transport/service';

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** A person is waiting at the editor. */
const searchOptions = { maxTries: 2, budgetMs: 5000, timeoutMs: 10_000 };

/** The service cannot search text: at most this many pages are read for one answer. */
const pagesPerSearch = 10;

/** More than the editor shows at once. In a search, it asks for more only when somebody scrolls. */
const enoughToScroll = 20;

/** Fills the lists of the fields that choose an object of the service, or a bank. */
export const listSearch: Record<string, Search> = {
	...Object.fromEntries(
		having(records, 'choice', 'label').map((resource) => [
			resource.choice.search,
			searchIn(resource),
		]),
	),
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
function searchIn(resource: ResourceWith<'choice' | 'label'>): Search {
	const { choice } = resource;
	const read = portionsOf(choice.from);
	return async function (filter = '', paginationToken) {
		const timezone = this.getTimezone();
		const wanted = compared(filter);
		const enough = wanted === '' ? 1 : enoughToScroll;
		const filters = filtersOf(this, choice);
		const service = await connect(this, searchOptions);
		let next = paginationToken;
		const results: INodeListSearchItems[] = [];
		for (let page = 0; page < pagesPerSearch && results.length < enough; page++) {
			const portion = await read(service, next, filters).catch((cause: unknown) => {
				throw asNodeError(this.getNode(), cause);
			});
			const found = portion.data
				.filter(hasId)
				.map((record) => ({ name: labelOf(record, resource, timezone), value: String(record.id) }))
				.filter(({ name, value }) => compared(`${name} ${value}`).includes(wanted));
			results.push(...found);
			next = portion.next;
			if (next === undefined) break;
		}
		// The editor would say "No results" and ask for no more.
		const isUnsearched = results.length === 0 && next !== undefined && !paginationToken;
		if (isUnsearched) throw notAmongNewest(this, resource);
		return { results, paginationToken: next };
	};
}

/** Amounts are shown with no-break spaces, and typed with others or with none. */
const compared = (text: string) => text.replace(/\s/g, '').toLowerCase();

function notAmongNewest(
	context: ILoadOptionsFunctions,
	{ noun, findByReference }: ResourceWith<'choice'>,
) {
	const what = `No recent ${noun} matches, and this list does not search older ones`;
	const modes = findByReference ? "'By External Reference' or 'By ID'" : "'By ID'";
	return setupError(context, what, `Choose ${modes} instead of 'From List'.`);
}

/** @throws {NodeOperationError} if the parameter that limits the list has no value */
function filtersOf(
	context: ILoadOptionsFunctions,
	{ limitedBy }: ResourceWith<'choice'>['choice'],
) {
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
	filters: RestList['filters'],
) => Promise<ListPage>;

/** Everything that is offered: the pages of one list after those of another, or all at once. */
function portionsOf(from: ResourceWith<'choice'>['choice']['from']): ReadPortion {
	if (typeof from !== 'function')
		return from.map(pagesOf).reduceRight((rest, first) => oneAfterOther(first, rest));
	return async (service) => ({ data: await from(service), next: undefined });
}

/** The pages of a list; a token is where one starts. */
function pagesOf(list: List): ReadPortion {
	return async (service, token, filters) =>
		await readPage(service, { ...list, ...(filters && { filters }) }, token);
}

/** One that Stitch refuses to this client must not hide the other: the editor shows a failure in place of all. */
function oneAfterOther(first: ReadPortion, second: ReadPortion): ReadPortion {
	const secondPrefix = 'then:';
	const readSecond: ReadPortion = async (service, from, filters) => {
		const { data, next } = await second(service, from, filters);
		return { data, next: next === undefined ? undefined : secondPrefix + next };
	};
	return async (service, token, filters) => {
		if (token?.startsWith(secondPrefix)) {
			const from = token.slice(secondPrefix.length) || undefined;
			return await readSecond(service, from, filters).catch(nothingIfRefused);
		}
		const page = await first(service, token, filters).catch(nothingIfRefused);
		if (page === nothing) return await readSecond(service, undefined, filters);
		return { data: page.data, next: page.next ?? secondPrefix };
	};
}

const nothing: ListPage = { data: [], next: undefined };

function nothingIfRefused(cause: unknown): ListPage {
	const status = cause instanceof ServiceFailure ? httpStatusOf(cause.details) : 0;
	if (status !== 403 && status !== 404) throw cause;
	return nothing;
}
