import type { IntrospectionQuery } from 'graphql';
import {
	buildClientSchema,
	buildSchema,
	findSchemaChanges,
	getIntrospectionQuery,
	introspectionFromSchema,
} from 'graphql';
import { publishedBefore, publishedText } from '../../published/published.mts';
import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import { codeIn, newCallers } from './caller.mts';
import { asker, postGraphql } from './graphql-caller.mts';
import { createPaymentRequest } from './orders.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 51, timeScale: 0 });
});
afterAll(() => simulator.stop());

const newCaller = newCallers(() => simulator, 'client_paymentrequest', 'client_disbursement');
const ask = asker(() => simulator);

/** The schema as it is served to the holder of a token, or to whoever has none. */
async function served(token?: string) {
	const { body } = await postGraphql(simulator, token, { query: getIntrospectionQuery() });
	return buildClientSchema(body.data as unknown as IntrospectionQuery);
}

/** The schema of a text, by the same way. */
const published = (text: string) => buildClientSchema(introspectionFromSchema(buildSchema(text)));

describe('the schema that is served', () => {
	it('is the published one: no type, field, argument or value beyond it, and none less nullable', async () => {
		const changes = findSchemaChanges(published(publishedText), await served());
		expect(changes.map(({ description }) => description)).toEqual([]);
	});

	it('lacks everything that is marked as young, and nothing else, for a client that is set so', async () => {
		const { token } = await newCaller({ lacksYoungFields: true });
		const marks = publishedText.match(/ # young$/gm) ?? [];
		expect(marks.length).toBeGreaterThan(20);
		const lacking = findSchemaChanges(published(publishedText), await served(token));
		expect(lacking).toHaveLength(marks.length);
		expect(findSchemaChanges(published(publishedBefore), await served(token))).toEqual([]);
	});
});

describe('what does not fit the schema', () => {
	const young = '{ client { paymentInitiationRequests { edges { node { id metadata } } } } }';

	it.each([[200], [400]] as const)(
		'is refused with GRAPHQL_VALIDATION_FAILED and status %i where a document asks for it',
		async (refusedDocumentStatus) => {
			const caller = await newCaller({ lacksYoungFields: true, refusedDocumentStatus });
			const answer = await ask(caller, young);
			expect([answer.status, codeIn(answer)]).toEqual([
				refusedDocumentStatus,
				'GRAPHQL_VALIDATION_FAILED',
			]);
			expect(answer.body).not.toHaveProperty('data');
			expect(answer.body.errors).toMatchObject([
				{ message: expect.stringContaining('"metadata"') as string },
			]);
			await caller.client.change({ lacksYoungFields: false });
			expect((await ask(caller, young)).body).not.toHaveProperty('errors');
		},
	);

	it.each([
		['Decimal', 'quantity', '1,50'],
		['Decimal', 'quantity', 1.5],
		['CurrencyCode', 'currency', 'rand'],
	])('is refused with BAD_USER_INPUT where a variable has it: %s', async (type, name, value) => {
		const caller = await newCaller();
		const amount = { quantity: '1.50', currency: 'ZAR', [name]: value };
		const answer = await ask(
			caller,
			'mutation ($input: ClientRefundInitiateInput!) { clientRefundInitiate(input: $input) { refund { id } } }',
			{
				input: {
					paymentRequestId: 'any',
					amount,
					nonce: 'n',
					reason: 'duplicate',
					beneficiaryReference: 'r',
				},
			},
		);
		expect(codeIn(answer)).toBe('BAD_USER_INPUT');
		expect(answer.body.errors).toMatchObject([
			{ message: expect.stringContaining(`${type} cannot represent`) as string },
		]);
	});

	it('is refused where a variable has a field that its input lacks', async () => {
		const caller = await newCaller({ lacksYoungFields: true });
		const list = `query ($filter: DisbursementFilterInput) {
			client { disbursements(filter: $filter) { edges { cursor } } } }`;
		const answer = await ask(caller, list, { filter: { externalReference: { eq: 'x' } } });
		expect(codeIn(answer)).toBe('BAD_USER_INPUT');
	});
});

describe('null, where the schema allows it', () => {
	const edges =
		'{ client { paymentInitiationRequests { edges { cursor } pageInfo { hasNextPage } } } }';

	it('is what the edges of an empty list are, for a client that is set so', async () => {
		const caller = await newCaller({ nullEdges: true });
		expect((await ask(caller, edges)).body.data).toEqual({
			client: { paymentInitiationRequests: { edges: null, pageInfo: { hasNextPage: false } } },
		});
		await createPaymentRequest(caller);
		expect((await ask(caller, edges)).body.data).toMatchObject({
			client: { paymentInitiationRequests: { edges: [{}] } },
		});
	});

	const endpoints = '{ client { webhookEndpoints { id url filterTypes } } }';

	it('is in subscriptions that others have made, which can be deleted by their url', async () => {
		const url = 'https://n8n.example.com/webhook/1';
		const caller = await newCaller({ otherEndpoints: [null, {}, { url }] });
		const nothing = { id: null, url: null, filterTypes: null };
		expect((await ask(caller, endpoints)).body.data).toEqual({
			client: { webhookEndpoints: [null, nothing, { ...nothing, url }] },
		});
		const remove = `mutation ($url: URL!) { clientWebhookDelete(input: {url: $url}) { url } }`;
		expect((await ask(caller, remove, { url })).body).not.toHaveProperty('errors');
		expect((await ask(caller, endpoints)).body.data).toEqual({
			client: { webhookEndpoints: [null, nothing] },
		});
	});

	it('is the list of subscriptions itself, for a client that is set so', async () => {
		const caller = await newCaller({ otherEndpoints: null });
		expect((await ask(caller, endpoints)).body.data).toEqual({
			client: { webhookEndpoints: null },
		});
	});
});
