import type { IDataObject } from 'n8n-workflow';
import type { TestClient } from '../simulator/control-client.mts';
import { startSimulator, type RunningSimulator } from '../simulator/start.mts';
import { runStitch } from './harness.mts';
import { callback, connectedCredential } from './userConsent.mts';

let simulator: RunningSimulator;
let client: TestClient;

beforeAll(async () => {
	simulator = await startSimulator({ seed: 7, timeScale: 0 });
});

afterAll(async () => {
	await simulator.stop();
});

beforeEach(async () => {
	client = await simulator.control.createClient({ redirectUris: [callback] });
});

const ofClient = (scopes = ['client_disbursement', 'client_paymentrequest', 'client_refund']) => {
	const { baseUrl, authUrl, graphqlUrl } = simulator;
	const { clientId, clientSecret } = client;
	return { clientId, clientSecret, scopes, baseUrl, authUrl, graphqlUrl, accessToken: '' };
};

async function run(parameters: IDataObject, credential: IDataObject = ofClient(), rows = [{}]) {
	const { outputs, error } = await runStitch({
		parameters: { options: {}, ...parameters },
		credential: credential as Record<string, string>,
		rows,
	});
	return { records: (outputs[0] ?? []).map(({ json }) => json), error };
}

async function runAsUser(parameters: IDataObject, credential: IDataObject, rows = [{}]) {
	const { outputs, error } = await runStitch({
		parameters: { options: {}, authentication: 'userToken', ...parameters },
		credential: credential as Record<string, string>,
		credentialType: 'stitchUserOAuth2Api',
		rows,
	});
	return { records: (outputs[0] ?? []).map(({ json }) => json), error };
}

async function post(path: string, body: object, ...scopes: string[]): Promise<IDataObject> {
	const answer = await fetch(simulator.baseUrl + path, {
		method: 'POST',
		headers: {
			authorization: `Bearer ${await client.token(...scopes)}`,
			'content-type': 'application/json',
		},
		body: JSON.stringify(body),
	});
	return (await answer.json()) as IDataObject;
}

describe('GraphQL → Execute Query', () => {
	const execute = { resource: 'graphql', operation: 'execute', authentication: 'clientToken' };

	it('asks with the client token, and puts variables beside the query', async () => {
		const { records, error } = await run(
			{
				...execute,
				query:
					'query Mine($first: UInt) { client { disbursements(first: $first) { edges { node { id } } } } }',
				variables: '={{ { "first": $json.first } }}',
			},
			ofClient(),
			[{ first: 5 }],
		);
		expect(error).toBeUndefined();
		expect(records).toEqual([{ client: { disbursements: { edges: [] } } }]);
	});

	it('asks with the user token when that is chosen', async () => {
		const credential = await connectedCredential(simulator, client);
		const { records, error } = await runAsUser(
			{ ...execute, authentication: 'userToken', query: '{ user { bankAccounts { id } } }' },
			credential,
		);
		expect(error).toBeUndefined();
		expect(records).toEqual([
			{ user: { bankAccounts: [{ id: 'account-1' }, { id: 'account-2' }] } },
		]);
	});

	it.each([
		['{ client { nothing } }', /Cannot query field "nothing"/],
		['{ client {', /Syntax Error/],
		['{ user { id } }', /lacks the scope accounts/],
		[
			'{ client { disbursements(after: "x") { edges { cursor } } } }',
			/refused the values: after.*\(BAD_USER_INPUT at client\.disbursements\)/,
		],
	])('says in plain words what is wrong with %s', async (query, message) => {
		const { error } = await run({ ...execute, query });
		expect(error?.message).toMatch(message);
	});

	it('returns the part that came back, and what did not, when asked to', async () => {
		const credential = await connectedCredential(simulator, client, ['openid', 'accounts']);
		const query = '{ user { bankAccounts { id currentBalance } } }';
		const { records, error } = await runAsUser(
			{ ...execute, authentication: 'userToken', query, options: { onPartialAnswer: 'return' } },
			credential,
		);
		expect(error).toBeUndefined();
		expect(records).toEqual([
			{
				data: {
					user: {
						bankAccounts: [
							{ id: 'account-1', currentBalance: null },
							{ id: 'account-2', currentBalance: null },
						],
					},
				},
				errors: [
					expect.objectContaining({
						code: 'FORBIDDEN',
						path: 'user.bankAccounts.0.currentBalance',
						missingScopes: ['balances'],
					}),
					expect.objectContaining({ path: 'user.bankAccounts.1.currentBalance' }),
				],
			},
		]);
	});

	it('renews a client token that is refused in an answer with status 200', async () => {
		const credential = { ...ofClient(), accessToken: await client.token('client_disbursement') };
		await client.expireTokens();
		const query = '{ client { bankAccounts { id } } }';
		const { records, error } = await run({ ...execute, query }, credential);
		expect(error).toBeUndefined();
		expect(records).toHaveLength(1);
		expect(await client.summary()).toMatchObject({ tokensIssued: 2 });
	});

	it('never sends a mutation twice when its answer was lost', async () => {
		await client.addFaults({ kind: 'lost-answer', match: { path: '/graphql' } });
		const query = 'mutation { clientWebhookDelete(input: { url: "https://x.example" }) { url } }';
		const { error } = await run({ ...execute, query, options: { maxAttempts: 5 } });
		expect(error?.message).toMatch(/ended before an answer came/);
		expect((await client.summary()).routes['POST /graphql']).toBe(1);
	});

	it('asks again when the answer of a query was lost', async () => {
		await client.addFaults({ kind: 'lost-answer', match: { path: '/graphql' }, requests: [1, 2] });
		const query = '{ client { disbursements { edges { node { id } } } } }';
		const { error } = await run({ ...execute, query });
		expect(error).toBeUndefined();
		expect((await client.summary()).routes['POST /graphql']).toBe(3);
	});
});

describe('a user token', () => {
	const accounts = { resource: 'bankAccount', operation: 'getAll', returnAll: true };

	it('reads the accounts of the person', async () => {
		const { records, error } = await runAsUser(
			accounts,
			await connectedCredential(simulator, client),
		);
		expect(error).toBeUndefined();
		expect(records).toEqual([
			expect.objectContaining({ id: 'account-1', currentBalance: expect.anything() }),
			expect.objectContaining({ id: 'account-2' }),
		]);
	});

	it('that has expired is renewed once for all items, and the new tokens are stored', async () => {
		const credential = await connectedCredential(simulator, client);
		const before = credential.oauthTokenData as IDataObject;
		const issued = (await client.summary()).tokensIssued;
		for (const round of [1, 2]) {
			await client.expireTokens();
			const { records, error } = await runAsUser(accounts, credential, Array(20).fill({}));
			expect(error).toBeUndefined();
			expect(records).toHaveLength(40);
			expect((await client.summary()).tokensIssued).toBe(issued + round);
		}
		const after = credential.oauthTokenData as IDataObject;
		expect(after.refresh_token).not.toBe(before.refresh_token);
	});

	it('of a person who has taken the consent back leads to "connect it again"', async () => {
		const credential = await connectedCredential(simulator, client);
		await client.withdrawConsent();
		const { error } = await runAsUser(accounts, credential);
		expect(error?.message).toContain('The connection of the credential has ended');
		expect(error?.description).toContain('connect it again');
	});

	it('is asked for again when the authorization server was away for a moment', async () => {
		const credential = await connectedCredential(simulator, client);
		await client.expireTokens();
		await client.addFaults({
			kind: 'status',
			status: 503,
			match: { path: '/connect/token' },
			requests: [1],
		});
		const { error } = await runAsUser(accounts, credential);
		expect(error).toBeUndefined();
	});

	it('that nobody has given leads to "not connected yet", and nothing is sent', async () => {
		const credential = await connectedCredential(simulator, client);
		delete credential.oauthTokenData;
		const before = (await client.summary()).requests;
		const { error } = await runAsUser(accounts, credential);
		expect(error?.message).toContain('not connected yet');
		expect((await client.summary()).requests).toBe(before);
	});

	it('goes to no address without https', async () => {
		const credential = await connectedCredential(simulator, client);
		const { error } = await runAsUser(accounts, {
			...credential,
			graphqlUrl: 'http://stitch.example.com',
		});
		expect(error?.message).toContain('GraphQL Address in the credential must start with https://');
	});
});

describe('Transaction → Get Many', () => {
	const list = { resource: 'transaction', operation: 'getAll', bankAccountId: 'account-1' };

	it('pages through 5,000 transactions, each once', async () => {
		await client.change({ transactionsPerAccount: 5000 });
		const credential = await connectedCredential(simulator, client);
		const { records, error } = await runAsUser({ ...list, returnAll: true }, credential);
		expect(error).toBeUndefined();
		expect(new Set(records.map(({ id }) => id)).size).toBe(5000);
		expect((await client.summary()).routes['POST /graphql']).toBe(50);
	});

	it('stops at Limit, and filters by date', async () => {
		const credential = await connectedCredential(simulator, client);
		const limited = await runAsUser({ ...list, returnAll: false, limit: 7 }, credential);
		expect(limited.records).toHaveLength(7);
		const fifth = limited.records[4]?.date;
		const recent = await runAsUser(
			{ ...list, returnAll: true, filters: { dateFrom: fifth } },
			credential,
		);
		expect(recent.error).toBeUndefined();
		expect(recent.records).toHaveLength(5);
	});

	it('says that it does not know an account', async () => {
		const credential = await connectedCredential(simulator, client);
		const { error } = await runAsUser({ ...list, bankAccountId: 'account-9' }, credential);
		expect(error?.message).toContain('does not know this Bank Account ID');
	});
});

describe('the lists of the client', () => {
	async function pay(reference: string, quantity: string): Promise<IDataObject> {
		return await post(
			'/disbursements',
			{
				amount: { currency: 'ZAR', quantity },
				nonce: `nonce-of-${reference}`,
				externalReference: reference,
				beneficiaryReference: 'Test',
				beneficiary: { name: 'Payee', accountNumber: '1234567890', bank: 'fnb' },
			},
			'client_disbursement',
		);
	}

	it('Disbursement → Get Many finds by status, nonce and external reference', async () => {
		for (let number = 1; number <= 5; number++) await pay(`PAY-${number}`, '10.00');
		const paused = await pay('PAY-6', '500.00');
		const list = { resource: 'disbursement', operation: 'getAll', returnAll: true };

		const all = await run(list);
		expect(all.error).toBeUndefined();
		expect(all.records).toHaveLength(6);
		const [newest] = all.records;
		const restNames = ['id', 'amount', 'nonce', 'externalReference', 'status', 'createdAt'];
		for (const name of restNames) expect(newest).toHaveProperty(name);
		expect(newest).toMatchObject({ beneficiary: { name: 'Payee', bankId: 'fnb' } });

		const byReference = await run({ ...list, filters: { externalReference: 'PAY-3' } });
		expect(byReference.records).toEqual([expect.objectContaining({ nonce: 'nonce-of-PAY-3' })]);
		const byNonce = await run({ ...list, filters: { nonce: 'nonce-of-PAY-2' } });
		expect(byNonce.records).toEqual([expect.objectContaining({ externalReference: 'PAY-2' })]);

		await simulator.control.setDisbursementStatus(
			String(paused.id),
			'paused',
			'insufficient_funds',
		);
		const byStatus = await run({ ...list, filters: { status: ['paused'] } });
		expect(byStatus.error).toBeUndefined();
		expect(byStatus.records).toEqual([
			expect.objectContaining({
				externalReference: 'PAY-6',
				status: 'paused',
				statusReason: 'insufficient_funds',
			}),
		]);
	});

	it('Payment Request → Get Many finds by status and external reference', async () => {
		const request = await payable('order-1', 100);
		await payable('order-2', 100);
		await simulator.control.payer('pay', String(request.id));
		const list = { resource: 'paymentRequest', operation: 'getAll', returnAll: true };

		const all = await run(list);
		expect(all.error).toBeUndefined();
		expect(all.records.map(({ externalReference }) => externalReference)).toEqual([
			'order-2',
			'order-1',
		]);
		const completed = await run({ ...list, filters: { status: ['completed'] } });
		expect(completed.records).toEqual([
			expect.objectContaining({ id: request.id, status: 'completed' }),
		]);
		const byReference = await run({ ...list, filters: { externalReference: 'order-2' } });
		expect(byReference.records).toEqual([
			expect.objectContaining({
				status: 'pending',
				interaction: { type: 'redirect', url: expect.any(String) },
			}),
		]);
	});

	it('Float Account → Get Balance tells what disbursements can be paid from', async () => {
		await client.change({ float: 1_000_000 });
		const { records, error } = await run({ resource: 'floatAccount', operation: 'getBalance' });
		expect(error).toBeUndefined();
		expect(records).toEqual([
			expect.objectContaining({
				accountFunction: 'float',
				availableBalance: { quantity: '1000000.00', currency: 'ZAR' },
			}),
		]);
	});

	it('says which scope is missing', async () => {
		const { error } = await run(
			{ resource: 'disbursement', operation: 'getAll' },
			ofClient(['client_paymentrequest']),
		);
		expect(error?.message).toContain('lacks the scope client_disbursement');
	});
});

async function payable(externalReference: string, quantity: number): Promise<IDataObject> {
	return await post(
		'/payment-requests',
		{
			amount: { currency: 'ZAR', quantity },
			externalReference,
			expireAt: '2100-01-01T00:00:00Z',
			merchantId: 'merchant-1',
			paymentMethods: { eft: { enabled: true, payerReference: 'Shop' } },
		},
		'client_paymentrequest',
	);
}

describe('Refund → Create for a payment request', () => {
	const refund = {
		resource: 'refund',
		operation: 'create',
		refundOf: 'paymentRequest',
		amount: '40.50',
		reason: 'requested_by_customer',
		beneficiaryReference: 'Refund 1017',
		nonceSource: 'itemContent',
	};

	async function paid(): Promise<string> {
		const { id } = await payable('order-1', 100);
		await simulator.control.payer('pay', String(id));
		return String(id);
	}

	it('refunds once, however often it runs', async () => {
		const paymentRequestId = await paid();
		const first = await run({ ...refund, paymentRequestId });
		expect(first.error).toBeUndefined();
		expect(first.records).toEqual([
			expect.objectContaining({ paymentRequestId, status: 'pending', alreadyExisted: false }),
		]);
		const second = await run({ ...refund, paymentRequestId });
		expect(second.records).toEqual([
			expect.objectContaining({ id: first.records[0]?.id, alreadyExisted: true }),
		]);
		expect(await client.summary()).toMatchObject({ refunds: 1 });
	});

	it('refunds once when the answer was lost', async () => {
		const paymentRequestId = await paid();
		await client.addFaults({
			kind: 'lost-answer',
			match: { path: '/graphql' },
			requests: [1],
			processed: true,
		});
		const { records, error } = await run({ ...refund, paymentRequestId });
		expect(error).toBeUndefined();
		expect(records).toEqual([expect.objectContaining({ alreadyExisted: true })]);
		expect(await client.summary()).toMatchObject({ refunds: 1 });
	});

	it('says in the words of the service why it refuses', async () => {
		const { id } = await payable('order-1', 100);
		const { error } = await run({ ...refund, paymentRequestId: String(id) });
		expect(error?.message).toContain('the payment request is pending');
		expect(await client.summary()).toMatchObject({ refunds: 0 });
	});

	it('is stopped by the amount limits before anything is sent', async () => {
		const paymentRequestId = await paid();
		const { error } = await run({
			...refund,
			paymentRequestId,
			options: { maxAmountPerItem: '40' },
		});
		expect(error?.message).toContain('Maximum Amount per Item');
		expect(await client.summary()).toMatchObject({ refunds: 0 });
	});
});
