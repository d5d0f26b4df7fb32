import type { IDataObject, IHttpRequestOptions, ILoadOptionsFunctions } from 'n8n-workflow';

import { listSearch } from '../../../nodes/Stitch/methods/listSearch';
import { answer, customAddresses } from '../builders.mts';

const session = (id: number) => ({
	id: `session-${id}`,
	status: id % 2 === 0 ? 'success' : 'failure',
	intent: { charge: { amount: id } },
	createdAt: '2026-11-20T10:30:00Z',
});

/** What GraphQL answers to variables. */
type Graphql = (variables: IDataObject) => IDataObject;

/** The editor's context over a service that holds some records. */
function editorWith(
	records: IDataObject[],
	parameters: IDataObject = {},
	graphql: Graphql = () => ({}),
) {
	const asked: IHttpRequestOptions[] = [];
	const httpRequestWithAuthentication = async (_type: string, options: IHttpRequestOptions) => {
		asked.push(options);
		if (options.url.endsWith('/graphql')) {
			const { variables } = options.body as { variables: IDataObject };
			return answer(200, { data: { client: graphql(variables) } });
		}
		const offset = Number(options.qs?.offset);
		const data = records.slice(offset, offset + 50);
		const hasNext = offset + data.length < records.length;
		return answer(200, { data, page: { limit: 50, offset, hasNext } });
	};
	const context = {
		helpers: { httpRequestWithAuthentication },
		getCredentials: async () => ({
			...customAddresses,
			clientId: 'test-client',
			accessToken: 'token',
		}),
		getCurrentNodeParameter: (name: string) => parameters[name],
		getNode: () => ({ name: 'Stitch', credentials: {} }),
		getTimezone: () => 'Africa/Johannesburg',
	} as unknown as ILoadOptionsFunctions;
	const search = (method: string, filter?: string, token?: string) =>
		listSearch[method]?.call(context, filter, token);
	return { asked, search, context };
}

const records = Array.from({ length: 120 }, (_, index) => session(index + 1));

it('shows the first page, and where the next one starts', async () => {
	const { asked, search } = editorWith(records);
	const { results, paginationToken } = await search('searchTerminalSessions');
	expect(results).toHaveLength(50);
	expect(results[0]).toEqual({
		name: 'R1.00 · 20 Nov 2026, 12:30 · failure',
		value: 'session-1',
	});
	expect(paginationToken).toBe('50');
	expect(asked.map(({ url, qs }) => [url, qs])).toEqual([
		['https://rest.test/v2/terminal-sessions', { limit: 50, offset: 0 }],
	]);
});

it('continues at the token, and ends without one', async () => {
	const { search } = editorWith(records);
	const { results, paginationToken } = await search('searchTerminalSessions', '', '100');
	expect(results).toHaveLength(20);
	expect(paginationToken).toBeUndefined();
});

it('searches labels and IDs, in any case, over several pages', async () => {
	const { search } = editorWith(records);
	const byAmount = await search('searchTerminalSessions', ' r110.00 ');
	expect(byAmount.results.map(({ value }) => value)).toEqual(['session-110']);
	const byId = await search('searchTerminalSessions', 'SESSION-120');
	expect(byId.results.map(({ value }) => value)).toEqual(['session-120']);
});

it('asks for no page twice where nothing matches', async () => {
	const { asked, search } = editorWith(records);
	expect(await search('searchTerminalSessions', 'nowhere')).toEqual({
		results: [],
		paginationToken: undefined,
	});
	expect(asked.map(({ qs }) => qs?.offset)).toEqual([0, 50, 100]);
});

it('shows older matches with the newest, because the editor asks for no more in a search', async () => {
	const { search } = editorWith(records);
	const { results } = await search('searchTerminalSessions', 'r11');
	const numbers = [11, ...Array.from({ length: 10 }, (_, index) => 110 + index)];
	expect(results.map(({ value }) => value)).toEqual(numbers.map((id) => `session-${id}`));
});

it('reads no more in a search than is enough to scroll', async () => {
	const { asked, search } = editorWith(records);
	expect((await search('searchTerminalSessions', 'failure')).paginationToken).toBe('50');
	expect(asked).toHaveLength(1);
});

describe('a search that finds nothing in ten pages', () => {
	const many = Array.from({ length: 2000 }, (_, id) => session(id));

	it('says that it has not searched them all, and what to do', async () => {
		const { asked, search } = editorWith(many);
		await expect(search('searchTerminalSessions', 'nowhere')).rejects.toMatchObject({
			message: 'No recent terminal session matches, and this list does not search older ones',
			description: "Choose 'By External Reference' or 'By ID' instead of 'From List'.",
		});
		expect(asked).toHaveLength(10);
	});

	it('keeps what it has found before', async () => {
		const { search } = editorWith(many);
		expect(await search('searchTerminalSessions', 'nowhere', '50')).toEqual({
			results: [],
			paginationToken: '550',
		});
	});
});

/** The editor over a list of GraphQL, page by page; anything else is an empty list of REST. */
function editorOverGraphql(list: string, ...pages: IDataObject[][]) {
	const asked: unknown[] = [];
	const { search } = editorWith([], {}, ({ after }) => {
		asked.push(after);
		const page = Number(after ?? 0);
		const pageInfo = { hasNextPage: page + 1 < pages.length, endCursor: String(page + 1) };
		return { [list]: { edges: pages[page]?.map((node) => ({ node })), pageInfo } };
	});
	return { search, asked };
}

const money = (quantity: string) => ({ quantity, currency: 'ZAR' });
const created = '2026-11-20T10:30:00Z';

const payout = (number: number) => ({
	id: `payout-${number}`,
	amount: money(`${number}.00`),
	bankBeneficiary: { accountHolder: 'N Dlamini' },
	externalReference: `salary-${number}`,
	created,
	status: { __typename: 'DisbursementPaused' },
});

it('lists disbursements with amount, payee and date, and continues at the cursor', async () => {
	const { search, asked } = editorOverGraphql('disbursements', [payout(1)], [payout(2)]);
	const first = await search('searchDisbursements');
	expect(first).toEqual({
		results: [
			{ name: 'R1.00 · N Dlamini · 20 Nov 2026, 12:30 · paused · salary-1', value: 'payout-1' },
		],
		paginationToken: '1',
	});
	const second = await search('searchDisbursements', '', '1');
	expect(second).toMatchObject({ results: [{ value: 'payout-2' }], paginationToken: undefined });
	expect(asked).toEqual([undefined, '1']);
});

it('searches a list of GraphQL on over its pages, by payee, amount or reference', async () => {
	const pages = [[payout(1)], [payout(2)], [payout(3)]];
	const found = async (words: string) =>
		(await editorOverGraphql('disbursements', ...pages).search('searchDisbursements', words))
			.results[0]?.value;
	expect(await found('SALARY-3')).toBe('payout-3');
	expect(await found('r2.00')).toBe('payout-2');
	expect(await found('dlamini')).toBe('payout-1');
	expect(await found('nobody')).toBeUndefined();
});

it.each(['1500', 'R1 500', 'r1\u00a0500.00', '1500.00', 'n dlamini'])(
	'finds a payment of R1 500.00 however the amount is typed: %s',
	async (typed) => {
		const { search } = editorOverGraphql('disbursements', [payout(1500)]);
		const { results } = await search('searchDisbursements', typed);
		expect(results.map(({ value }) => value)).toEqual(['payout-1500']);
	},
);

it('lists payment requests with amount, payer reference and date', async () => {
	const request = {
		id: 'request-1',
		amount: money('149.50'),
		payerReference: 'Order 1017',
		externalReference: 'order-1017',
		created,
		state: { __typename: 'PaymentInitiationRequestCompleted' },
	};
	const { search } = editorOverGraphql('paymentInitiationRequests', [request]);
	expect(await search('searchPaymentRequests')).toEqual({
		results: [
			{
				name: 'R149.50 · Order 1017 · 20 Nov 2026, 12:30 · completed · order-1017',
				value: 'request-1',
			},
		],
		paginationToken: undefined,
	});
});

it('lists refunds of payment requests, and behind them those of in-person charges', async () => {
	const online = { id: 'refund-2', amount: money('7.00'), status: { __typename: 'RefundPaused' } };
	const refunds = { edges: [{ node: online }], pageInfo: { hasNextPage: false } };
	const inPerson = Array.from({ length: 51 }, (_, number) => ({
		id: `in-person-${number}`,
		status: 'success',
		amount: 5,
	}));
	const { search } = editorWith(inPerson, {}, () => ({ refunds }));
	const first = await search('searchRefunds');
	expect(first.results).toEqual([{ name: 'R7.00 · paused', value: 'refund-2' }]);
	const second = await search('searchRefunds', '', first.paginationToken);
	expect(second.results[0]).toEqual({ name: 'R5.00 · success', value: 'in-person-0' });
	const third = await search('searchRefunds', '', second.paginationToken);
	expect(third.results.map(({ value }) => value)).toEqual(['in-person-50']);
	expect(third.paginationToken).toBeUndefined();
});

describe('where Stitch refuses one of two lists to the client', () => {
	const online = { id: 'refund-2', amount: money('7.00'), status: { __typename: 'RefundPaused' } };
	const pageInfo = { hasNextPage: false };

	function editorWithout(refused: 'graphql' | 'refunds', status: number) {
		const refunds = { edges: [{ node: online }], pageInfo };
		const { context, search } = editorWith([{ id: 'in-person-1' }], {}, () => ({ refunds }));
		const reach = context.helpers.httpRequestWithAuthentication;
		context.helpers.httpRequestWithAuthentication = async (type, options) =>
			options.url.endsWith(refused)
				? answer(status, { code: 'NO', title: 'No' })
				: await reach.call(context, type, options);
		return search;
	}

	it.each([403, 404])('the other one stays (%i)', async (status) => {
		const onlineOnly = editorWithout('refunds', status);
		const { results, paginationToken } = await onlineOnly('searchRefunds');
		expect(results.map(({ value }) => value)).toEqual(['refund-2']);
		// The editor asks for it at once, and shows a failure in place of the list.
		const rest = await onlineOnly('searchRefunds', '', paginationToken);
		expect(rest).toEqual({ results: [], paginationToken: undefined });
		const { results: inPerson } = await editorWithout('graphql', status)('searchRefunds');
		expect(inPerson.map(({ value }) => value)).toEqual(['in-person-1']);
	});

	it('a list that only cannot be read now is not left out', async () => {
		const search = editorWithout('refunds', 500);
		await expect(search('searchRefunds', '', 'then:')).rejects.toThrow('not available');
	});
});

it('offers nothing that has no ID, which no operation could name', async () => {
	const { search } = editorWith([{ status: 'success' }, session(1)]);
	const { results } = await search('searchTerminalSessions');
	expect(results.map(({ value }) => value)).toEqual(['session-1']);
});

it.each([
	['searchDisbursements', 'disbursements'],
	['searchPaymentRequests', 'paymentInitiationRequests'],
	['searchRefunds', 'refunds'],
])('%s shows an empty list where there is nothing', async (method, list) => {
	const { search } = editorOverGraphql(list, []);
	expect(await search(method)).toEqual({ results: [], paginationToken: undefined });
});

it('lists banks without asking the service, and finds one by another name of it', async () => {
	const { asked, search } = editorWith([]);
	const found = await search('searchDisbursementBanks', 'first national');
	expect(found).toEqual({ results: [{ name: 'FNB', value: 'fnb' }] });
	expect((await search('searchVerificationBanks')).results).toHaveLength(16);
	expect(asked).toEqual([]);
});

it('lists the cards of the payer in the field Payer ID', async () => {
	const { asked, search } = editorWith([{ id: 'card-1' }], { payerId: ' payer-1 ' });
	expect((await search('searchCards')).results).toEqual([{ name: 'card-1', value: 'card-1' }]);
	expect(asked[0]).toMatchObject({
		url: 'https://rest.test/v2/cards',
		qs: { payerId: 'payer-1', limit: 50, offset: 0 },
	});
});

it.each([
	[undefined, "'Payer ID' is empty"],
	['', "'Payer ID' is empty"],
	[' ', "'Payer ID' is empty"],
	['={{ $json.payer }}', "'Payer ID' is an expression, which has no value here"],
])('asks for the payer before it can list cards: %p', async (payerId, message) => {
	const { asked, search } = editorWith([], { payerId });
	await expect(search('searchCards')).rejects.toThrow(message);
	expect(asked).toEqual([]);
});

describe('the list of event subscriptions', () => {
	const urls = ['https://n8n.test/webhook/1', 'https://old.test/webhook/1'];

	function editorOver(webhookEndpoints: unknown) {
		const { context, search } = editorWith([]);
		context.helpers.httpRequestWithAuthentication = async () =>
			answer(200, { data: { client: { webhookEndpoints } } });
		return search;
	}

	it('offers their addresses, all at once, and finds one by a part of it', async () => {
		const search = editorOver(urls.map((url) => ({ id: 'ep', url, filterTypes: ['refund'] })));
		expect(await search('searchEventSubscriptions')).toEqual({
			results: urls.map((url) => ({ name: `${url} · refund`, value: url })),
			paginationToken: undefined,
		});
		const found = await search('searchEventSubscriptions', 'OLD.test');
		expect(found.results.map(({ value }) => value)).toEqual([urls[1]]);
	});

	it('is not empty where it cannot be read', async () => {
		const search = editorOver('none');
		await expect(search('searchEventSubscriptions')).rejects.toThrow(
			'Stitch sent a list that cannot be read',
		);
	});
});

it('explains why a list cannot be shown', async () => {
	const { context, search } = editorWith([]);
	context.helpers.httpRequestWithAuthentication = async () =>
		answer(403, { code: 'FORBIDDEN', missingScopes: ['client_refund'] });
	await expect(search('searchRefunds')).rejects.toThrow(
		'The credential lacks the scope Refunds (client_refund)',
	);
});
