import { graphqlService } from './graphqlService.mts';

const { client, ofClient, ofUser, run, runAsUser } = graphqlService(7);

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
		const credential = await ofUser();
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
		['{ user { id } }', /lacks the scope Accounts \(accounts\)/],
		[
			'{ client { disbursements(after: "x") { edges { cursor } } } }',
			/refused the values: after.*\(at client\.disbursements\)/,
		],
	])('says in plain words what is wrong with %s', async (query, message) => {
		const { error } = await run({ ...execute, query });
		expect(error?.message).toMatch(message);
	});

	it('returns the part that came back, and what did not, when asked to', async () => {
		const credential = await ofUser(['openid', 'accounts']);
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
		const credential = { ...ofClient(), accessToken: await client().token('client_disbursement') };
		await client().expireTokens();
		const query = '{ client { bankAccounts { id } } }';
		const { records, error } = await run({ ...execute, query }, credential);
		expect(error).toBeUndefined();
		expect(records).toHaveLength(1);
		expect(await client().summary()).toMatchObject({ tokensIssued: 2 });
	});

	it('never sends a mutation twice when its answer was lost', async () => {
		await client().addFaults({ kind: 'lost-answer', match: { path: '/graphql' } });
		const query = 'mutation { clientWebhookDelete(input: { url: "https://x.example" }) { url } }';
		const { error } = await run({ ...execute, query });
		expect(error?.message).toMatch(/ended before an answer came/);
		expect((await client().summary()).routes['POST /graphql']).toBe(1);
	});

	it('asks again when the answer of a query was lost', async () => {
		await client().addFaults({
			kind: 'lost-answer',
			match: { path: '/graphql' },
			requests: [1, 2],
		});
		const query = '{ client { disbursements { edges { node { id } } } } }';
		const { error } = await run({ ...execute, query });
		expect(error).toBeUndefined();
		expect((await client().summary()).routes['POST /graphql']).toBe(3);
	});
});
