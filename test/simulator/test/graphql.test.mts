import type { RunningSimulator } from '../start.mts';
import type { ClientSettings } from '../state/client-settings.mts';
import { startSimulator } from '../start.mts';
import { newCallers } from './caller.mts';
import { asker, codeOf, edgesOf, postGraphql } from './graphql-caller.mts';
import type { Edges } from './graphql-caller.mts';
import { disbursementBody, paymentRequestBody, rand } from './orders.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 10, timeScale: 0 });
});
afterAll(() => simulator.stop());

const newCaller = newCallers(() => simulator, 'client_disbursement', 'client_paymentrequest');

const ask = asker(() => simulator);

describe('the shape of answers (spec 4.6, 7)', () => {
	it.each([[undefined], ['malformed']])(
		'answers UNAUTHENTICATED with 200 for token %s',
		async (token) => {
			const answer = await postGraphql(simulator, token, { query: '{ client { id } }' });
			expect(answer.status).toBe(200);
			expect(answer.body).toEqual({
				errors: [{ message: expect.any(String), extensions: { code: 'UNAUTHENTICATED' } }],
			});
		},
	);

	it.each([
		['an unknown field', { query: '{ client { nothing } }' }],
		['a document that is none', { query: 'hello' }],
		['no query', {}],
		['a body that is a list', []],
		['variables that are a list', { query: '{ client { id } }', variables: [] }],
		['an unknown operation', { query: 'query A { client { id } }', operationName: 'B' }],
	])('answers %s with 200 and errors', async (_name, body) => {
		const answer = await postGraphql(simulator, (await newCaller()).token, body);
		expect(answer.status).toBe(200);
		expect(answer.body.errors).toEqual([expect.objectContaining({ message: expect.any(String) })]);
	});

	it('takes variables, null variables and an operation name', async () => {
		const caller = await newCaller();
		const query = 'query A { client { id } } query B { client { clientId } }';
		const answer = await postGraphql(simulator, caller.token, {
			query,
			variables: null,
			operationName: 'B',
		});
		expect(answer.body).toEqual({ data: { client: { clientId: caller.client.clientId } } });
	});

	it('names the missing scope', async () => {
		const caller = await newCaller({}, 'client_card');
		const answer = await ask(caller, '{ client { disbursements { edges { node { id } } } } }');
		expect(answer.body.errors).toMatchObject([
			{ extensions: { code: 'FORBIDDEN', missingScopes: ['client_disbursement'] } },
		]);
	});

	it('is struck by faults aimed at one operation', async () => {
		const caller = await newCaller();
		await caller.client.addFaults({
			kind: 'status',
			status: 503,
			match: { path: '/graphql', operation: 'clientWebhookAdd' },
		});
		expect((await ask(caller, '{ client { id } }')).status).toBe(200);
		const add =
			'mutation { clientWebhookAdd(input: {url: "https://x.example.com", filterTypes: ["payment"]}) { id } }';
		expect((await ask(caller, add)).status).toBe(503);
	});
});

describe('the banks (public guides)', () => {
	const query = `{ banks { bankId country state { __typename ... on BankSupportedState {
		featureStatus { payments { __typename description since } } } } } }`;

	/** The state of each bank, by its id. */
	async function states(banks: ClientSettings['banks']): Promise<Map<string, object>> {
		const { body } = await ask(await newCaller({ banks }, 'client_card'), query);
		const { banks: all } = body.data as { banks: Array<{ bankId: string; state: object }> };
		return new Map(all.map(({ bankId, state }) => [bankId, state]));
	}

	it('are up unless a test says otherwise, and need no scope', async () => {
		const since = expect.stringMatching(/T00:00:00/);
		const of = (type: string, health: string) => ({
			__typename: 'BankSupportedState',
			featureStatus: {
				payments: {
					__typename: `BankFeature${type}Status`,
					description: `The bank is ${health}.`,
					since,
				},
			},
		});
		const all = await states({ capitec: 'unavailable', absa: 'not-a-bank' });
		expect(all.get('fnb')).toEqual(of('Operational', 'operational'));
		expect(all.get('capitec')).toEqual(of('Unavailable', 'unavailable'));
		expect(all.get('absa')).toEqual({ __typename: 'BankUnsupportedState' });
	});
});

describe('what the client can read', () => {
	it('shows the float balance as money', async () => {
		const caller = await newCaller({ float: 1234.5 });
		const answer = await ask(
			caller,
			'{ client { bankAccounts { accountFunction availableBalance } } }',
		);
		expect(answer.body.data).toEqual({
			client: {
				bankAccounts: [
					{
						accountFunction: 'float',
						availableBalance: { quantity: '1234.50', currency: 'ZAR' },
					},
				],
			},
		});
	});

	it('finds a disbursement by its nonce', async () => {
		const caller = await newCaller();
		const body = disbursementBody();
		const created = await caller.post('/disbursements', body);
		await caller.post('/disbursements', disbursementBody());
		const answer = await ask(
			caller,
			`query ($nonce: String!) { client { disbursements(filter: {nonce: {eq: $nonce}}) {
				edges { node { id nonce amount externalReference status { __typename ... on DisbursementPending { date } } } } } } }`,
			{ nonce: body.nonce },
		);
		expect(edgesOf(answer, 'disbursements')).toEqual([
			{
				node: {
					id: created.body.id,
					nonce: body.nonce,
					amount: { quantity: '100.00', currency: 'ZAR' },
					externalReference: 'payout-1',
					status: { __typename: 'DisbursementPending', date: expect.any(String) },
				},
			},
		]);
	});

	it('shows the reason of each status under its own name', async () => {
		const caller = await newCaller();
		const created = await caller.post('/disbursements', disbursementBody());
		const id = String(created.body.id);
		const query = `{ client { disbursements { edges { node { status { __typename
			... on DisbursementError { disbursementErrorReason }
			... on DisbursementPaused { disbursementPausedReason }
			... on DisbursementCancelled { disbursementCancelledReason }
			... on DisbursementReversed { disbursementReversedReason } } } } } } }`;
		for (const [status, field] of [
			['error', 'disbursementErrorReason'],
			['paused', 'disbursementPausedReason'],
			['cancelled', 'disbursementCancelledReason'],
			['reversed', 'disbursementReversedReason'],
		] as const) {
			await simulator.control.setDisbursementStatus(id, status, 'why');
			const [edge] = edgesOf(await ask(caller, query), 'disbursements');
			expect(edge?.node.status).toMatchObject({ [field]: 'why' });
		}
	});

	it('pages through a list with cursors, newest first, each item once', async () => {
		const caller = await newCaller();
		const ids: unknown[] = [];
		for (let count = 0; count < 5; count++) {
			ids.unshift((await caller.post('/disbursements', disbursementBody())).body.id);
		}
		const query = `query ($after: Cursor) { client { disbursements(first: 2, after: $after) {
			edges { node { id } } pageInfo { hasNextPage endCursor } } } }`;
		const seen: unknown[] = [];
		let after: unknown;
		let pages = 0;
		for (let more = true; more; pages++) {
			const { data } = (await ask(caller, query, { after })).body as {
				data: {
					client: {
						disbursements: { edges: Edges; pageInfo: { hasNextPage: boolean; endCursor: string } };
					};
				};
			};
			const { edges, pageInfo } = data.client.disbursements;
			seen.push(...edges.map(({ node }) => node.id));
			({ hasNextPage: more, endCursor: after } = pageInfo);
		}
		expect(pages).toBe(3);
		expect(seen).toEqual(ids);
	});

	it.each([
		['{status: {typename: {eq: DisbursementPaused}}}', 1],
		['{status: {typename: {in: [DisbursementPaused, DisbursementPending]}}}', 2],
		['{status: {typename: {in: [DisbursementPaused]}}}', 1],
		['{status: {typename: {nin: [DisbursementPaused]}}}', 1],
		['{externalReference: {eq: "payout-1"}}', 2],
		['{beneficiaryReference: {glob: "Sal*"}}', 2],
		['{created: {gt: "2000-01-01T00:00:00Z", lt: "2001-01-01T00:00:00Z"}}', 0],
		['{nonce: {ne: "x"}}', 2],
	])('filters disbursements by %s', async (filter, count) => {
		const caller = await newCaller();
		await caller.post('/disbursements', disbursementBody());
		await caller.post('/disbursements', disbursementBody({ amount: rand(500) }));
		await simulator.control.advance(1000);
		const query = `{ client { disbursements(filter: ${filter}) { edges { node { id } } } } }`;
		expect(edgesOf(await ask(caller, query), 'disbursements')).toHaveLength(count);
	});

	it('refuses a cursor and a page size that are none', async () => {
		const caller = await newCaller();
		const query = `query ($first: UInt, $after: Cursor) {
			client { disbursements(first: $first, after: $after) { edges { cursor } } } }`;
		expect(codeOf(await ask(caller, query, { after: 'x' }))).toBe('BAD_USER_INPUT');
		expect(codeOf(await ask(caller, query, { first: 0 }))).toBe('BAD_USER_INPUT');
	});

	it('lists payment requests with their state', async () => {
		const caller = await newCaller();
		const created = await caller.post('/payment-requests', paymentRequestBody());
		await simulator.control.payer('pay', String(created.body.id));
		const query = `{ client { paymentInitiationRequests(filter: {externalReference: {eq: "order-1"}}) { edges { node {
			id url amount state { __typename ... on PaymentInitiationRequestCompleted { date amount } }
			paymentConfirmation { __typename } } } } } }`;
		expect(edgesOf(await ask(caller, query), 'paymentInitiationRequests')).toMatchObject([
			{
				node: {
					id: created.body.id,
					amount: { quantity: '100.50' },
					state: { __typename: 'PaymentInitiationRequestCompleted' },
					paymentConfirmation: { __typename: 'PaymentPending' },
				},
			},
		]);
	});
});
