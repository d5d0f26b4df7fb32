import { N8nApiRefusal, type Credential } from '../host/api.mts';
import type { TestClient } from '../simulator/control-client.mts';
import { openEnvironment, type Environment } from './support/environment.mts';
import { Records } from './support/records.mts';
import { saveCredential, STITCH } from './support/workflows.mts';

const SCOPES = ['client_card', 'client_refund', 'client_terminal_session'];

interface List {
	results: Array<{ name: string; value: string }>;
	paginationToken?: string;
}

describe('the lists that the editor fills from the service', () => {
	let environment: Environment;
	let client: TestClient;
	let records: Records;
	let credential: Credential;

	beforeAll(async () => {
		environment = await openEnvironment();
	});

	beforeEach(async () => {
		client = await environment.control.createClient();
		records = new Records(environment, client);
		credential = await saveCredential(environment, client, SCOPES);
	});

	/** What the editor asks when a person opens a list or types into its search. */
	async function open(
		methodName: string,
		more: { filter?: string; paginationToken?: string } = {},
		currentNodeParameters: Record<string, unknown> = {},
	): Promise<List> {
		const { id, name } = credential;
		return await environment.api.request(
			'POST',
			'/rest/dynamic-node-parameters/resource-locator-results',
			{
				path: 'parameters.any',
				methodName,
				nodeTypeAndVersion: { name: STITCH, version: 1 },
				currentNodeParameters,
				credentials: { stitchApi: { id, name } },
				...more,
			},
		);
	}

	it('show terminal sessions page by page, and find one by its reference', async () => {
		for (let number = 1; number <= 60; number++) {
			await records.terminalSession(`receipt-${number}`, number);
		}
		const first = await open('searchTerminalSessions');
		expect(first.results).toHaveLength(50);
		expect(first.results[0]?.name).toMatch(/^R60\.00 · .+ · pending · receipt-60$/);
		const { paginationToken = '' } = first;
		const second = await open('searchTerminalSessions', { paginationToken });
		expect(second.results).toHaveLength(10);
		expect(second.paginationToken).toBeUndefined();

		const found = await open('searchTerminalSessions', { filter: 'receipt-7' });
		expect(found.results.map(({ name }) => name.split(' · ').at(-1))).toEqual(['receipt-7']);
	});

	it('show the cards of the payer that the node names', async () => {
		await client.addCard({ payerId: 'payer-1', network: 'visa', last4: '0000' });
		const { results } = await open('searchCards', {}, { payerId: 'payer-1' });
		expect(results.map(({ name }) => name)).toEqual(['visa · …0000']);
		expect((await open('searchCards', {}, { payerId: 'payer-2' })).results).toEqual([]);
	});

	it('say what is missing instead of an empty list', async () => {
		const refusal: unknown = await open('searchCards').catch((cause: unknown) => cause);
		expect(refusal).toBeInstanceOf(N8nApiRefusal);
		expect((refusal as N8nApiRefusal).message).toContain("'Payer ID' is empty");
	});

	it('show the addresses of event subscriptions, and find one by a part of it', async () => {
		const urls = ['https://n8n.example.com/webhook/1', 'https://old.example.com/webhook/1'];
		for (const url of urls) await records.eventSubscription(url);
		const { results } = await open('searchEventSubscriptions');
		expect(results).toEqual(urls.map((url) => ({ name: `${url} · disbursement`, value: url })));
		const found = await open('searchEventSubscriptions', { filter: 'OLD.' });
		expect(found.results.map(({ value }) => value)).toEqual([urls[1]]);
	});

	it('show refunds, or nothing where there are none', async () => {
		expect((await open('searchRefunds')).results).toEqual([]);
		const { id } = await records.refund('receipt-to-refund');
		const { results } = await open('searchRefunds');
		expect(results).toEqual([{ name: expect.stringContaining('R40.00'), value: id }]);
	});
});
