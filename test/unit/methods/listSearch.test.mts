import type { IDataObject, IHttpRequestOptions, ILoadOptionsFunctions } from 'n8n-workflow';

import { listSearch } from '../../../nodes/Stitch/methods/listSearch';
import { addresses, answer } from '../builders.mts';

const session = (id: number) => ({
	id: `session-${id}`,
	status: id % 2 === 0 ? 'success' : 'failure',
	intent: { charge: { amount: id } },
	createdAt: '2026-11-20T10:30:00Z',
});

/** The editor's context over a service that holds some records. */
function editorWith(records: IDataObject[], parameters: IDataObject = {}) {
	const asked: IHttpRequestOptions[] = [];
	const httpRequestWithAuthentication = async (_type: string, options: IHttpRequestOptions) => {
		asked.push(options);
		const offset = Number(options.qs?.offset);
		const data = records.slice(offset, offset + 50);
		const hasNext = offset + data.length < records.length;
		return answer(200, { data, page: { limit: 50, offset, hasNext } });
	};
	const context = {
		helpers: { httpRequestWithAuthentication },
		getCredentials: async () => ({ ...addresses, clientId: 'test-client', accessToken: 'token' }),
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
		name: 'failure · R1.00 · 20 Nov 2026, 12:30',
		value: 'session-1',
	});
	expect(paginationToken).toBe('50');
	expect(asked.map(({ url, qs }) => [url, qs])).toEqual([
		['https://rest.test/v2/terminal-sessions', { limit: 50, offset: 0 }],
	]);
});

it('goes on at the token, and ends without one', async () => {
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

it('looks through a bounded number of pages for one answer', async () => {
	const { asked, search } = editorWith(Array.from({ length: 2000 }, (_, id) => session(id)));
	const { results, paginationToken } = await search('searchTerminalSessions', 'nowhere');
	expect(results).toEqual([]);
	expect(asked).toHaveLength(10);
	expect(paginationToken).toBe('500');
});

it('lists refunds', async () => {
	const { asked, search } = editorWith([{ id: 'refund-1', status: 'success', amount: 5 }]);
	expect((await search('searchRefunds')).results).toEqual([
		{ name: 'success · R5.00', value: 'refund-1' },
	]);
	expect(asked[0]?.url).toBe('https://rest.test/v2/refunds');
});

it('lists the cards of the payer in the field Payer ID', async () => {
	const { asked, search } = editorWith([{ id: 'card-1' }], { payerId: ' payer-1 ' });
	expect((await search('searchCards')).results).toEqual([{ name: 'card-1', value: 'card-1' }]);
	expect(asked[0]).toMatchObject({
		url: 'https://rest.test/v2/cards',
		qs: { payerId: 'payer-1', limit: 50, offset: 0 },
	});
});

it.each([undefined, '', ' ', '={{ $json.payer }}'])(
	'asks for the payer before it can list cards: %p',
	async (payerId) => {
		const { asked, search } = editorWith([], { payerId });
		await expect(search('searchCards')).rejects.toThrow('Payer ID is empty');
		expect(asked).toEqual([]);
	},
);

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
		const search = editorOver(null);
		await expect(search('searchEventSubscriptions')).rejects.toThrow(
			'The service sent a list that cannot be read',
		);
	});
});

it('says in words why a list cannot be had', async () => {
	const { context, search } = editorWith([]);
	context.helpers.httpRequestWithAuthentication = async () =>
		answer(403, { code: 'FORBIDDEN', missingScopes: ['client_refund'] });
	await expect(search('searchRefunds')).rejects.toThrow(
		'The credential lacks the scope Refunds (client_refund)',
	);
});
