import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import type { Caller } from './caller.mts';
import { newCallers } from './caller.mts';
import { asker, codeOf } from './graphql-caller.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 19, timeScale: 0 });
});
afterAll(() => simulator.stop());

const newCaller = newCallers(() => simulator, 'client_paymentrequest');

const ask = asker(() => simulator);

describe('webhook subscriptions (public documentation)', () => {
	const add = `mutation ($url: URL!, $filterTypes: [String!]!) {
		clientWebhookAdd(input: {url: $url, filterTypes: $filterTypes}) { id url filterTypes secret } }`;
	const remove = `mutation ($url: URL!, $filterTypes: [String!]) {
		clientWebhookDelete(input: {url: $url, filterTypes: $filterTypes}) { url } }`;
	const list =
		'query ($filter: [String!]) { client { webhookEndpoints(filter: $filter) { id url filterTypes } } }';
	const url = 'https://n8n.example.com/webhook/1';

	const listed = async (caller: Caller, filter?: string[]) => {
		const { data } = (await ask(caller, list, { filter })).body as {
			data: { client: { webhookEndpoints: Array<{ url: string; filterTypes: string[] }> } };
		};
		return data.client.webhookEndpoints.map(({ filterTypes, url: address }) => [
			address,
			filterTypes,
		]);
	};

	it('are added with a secret of their own, listed without it, and deleted by url', async () => {
		const caller = await newCaller();
		const filterTypes = ['payment', 'disbursement'];
		const answer = await ask(caller, add, { url, filterTypes });
		expect(answer.body.data).toEqual({
			clientWebhookAdd: {
				id: expect.any(String),
				url,
				filterTypes,
				secret: expect.stringMatching(/^whsec_/),
			},
		});
		expect(await listed(caller)).toEqual([[url, filterTypes]]);
		expect(await listed(caller, ['refund'])).toEqual([]);
		await ask(caller, remove, { url, filterTypes: ['payment'] });
		expect(await listed(caller)).toEqual([[url, ['disbursement']]]);
		await ask(caller, remove, { url });
		expect(await listed(caller)).toEqual([]);
		expect(codeOf(await ask(caller, remove, { url }))).toBe('BAD_USER_INPUT');
	});

	it.each([
		['http', { url: 'http://n8n.example.com/' }, {}],
		['a loopback address', { url: 'http://127.0.0.1:5678/' }, {}],
		['loopback by https', { url: 'https://localhost/' }, {}],
		['no address', { url: 'somewhere' }, {}],
		['no types', { filterTypes: [] }, {}],
		['an unknown type', { filterTypes: ['weather'] }, {}],
		[
			'http elsewhere, although loopback is allowed',
			{ url: 'http://n8n.example.com/' },
			{ allowLoopbackWebhooks: true },
		],
		[
			'terminal sessions when not accepted',
			{ filterTypes: ['terminal-session.success'] },
			{ terminalSessionEvents: false },
		],
	])('are refused for %s', async (_name, changes, options) => {
		const caller = await newCaller(options);
		const answer = await ask(caller, add, { url, filterTypes: ['payment'], ...changes });
		expect(codeOf(answer)).toBe('BAD_USER_INPUT');
		expect(await listed(caller)).toEqual([]);
	});
});
