import { randomUUID } from 'node:crypto';
import type { Credential, Execution, WorkflowNode } from '../host/api.mts';
import type { TestClient } from '../simulator/control-client.mts';
import { clientScopes } from '../simulator/scopes.mts';
import { openEnvironment, type Environment } from './support/environment.mts';
import { Records } from './support/records.mts';
import {
	chain,
	expectSuccess,
	manualTrigger,
	outputOf,
	runToEnd,
	saveCredential,
	stitch,
} from './support/workflows.mts';

/** n8n runs a node with all its items again when it, or the first of them, has failed. */
const RETRIED = { retryOnFail: true, maxTries: 3, waitBetweenTries: 50 };

const withErrorOutput = { onError: 'continueErrorOutput' } as const;

let environment: Environment;
let client: TestClient;
let credential: Credential;

beforeAll(async () => {
	environment = await openEnvironment();
});

beforeEach(async () => {
	client = await environment.control.createClient();
	credential = await saveCredential(environment, client, [...clientScopes]);
});

async function run(node: WorkflowNode, rows: Array<Record<string, unknown>>): Promise<Execution> {
	return await runToEnd(environment.api, chain(node.name, [manualTrigger(), node], rows));
}

/** How many requests of a kind the service has received. */
async function received(method: string, path: string): Promise<number> {
	const { requests } = await client.ledger();
	return requests.filter((one) => one.method === method && one.path === path).length;
}

describe('Retry On Fail with one bad row and one good one', () => {
	/** The service refuses a bank that it does not know; the node cannot know them all. */
	const rows = [
		{ reference: 'bad', bank: 'bank_of_nowhere' },
		{ reference: 'good', bank: 'absa' },
	];

	function pay(nonceSource: string, settings: Partial<WorkflowNode>): WorkflowNode {
		const parameters = {
			resource: 'disbursement',
			operation: 'create',
			amount: '10.00',
			externalReference: '={{ $json.reference }}',
			beneficiaryName: 'Payee',
			bank: '={{ $json.bank }}',
			accountNumber: '1234567890',
			beneficiaryReference: 'Salary',
			nonceSource,
			// So that the good row is sent, whatever becomes of the bad one.
			options: { concurrency: 2 },
		};
		return stitch('Pay', credential, parameters, { ...RETRIED, ...settings });
	}

	it.each([
		['without the error output', {}],
		['with the error output', withErrorOutput],
	])('pays the good row once with By External Reference, %s', async (_, settings) => {
		const execution = await run(pay('externalReference', settings), rows);
		// Every try has sent both rows.
		expect(await received('POST', '/v2/disbursements')).toBe(6);
		const { disbursements } = await client.ledger();
		expect(disbursements.map(({ externalReference }) => externalReference)).toEqual(['good']);
		const returned = outputOf(execution, 'Pay', 0).map(({ json }) => [
			json.id,
			json.alreadyExisted,
		]);
		// As new as the execution: made by its first try.
		if ('onError' in settings) expect(returned).toEqual([[disbursements[0]?.id, null]]);
		else expect(execution.data.resultData.error?.description).toContain('Already processed');
	});
});

it('rejects a GraphQL mutation with Retry On Fail, and sends nothing', async () => {
	const { id } = await new Records(environment, client).paidPaymentRequest('order-1');
	const query =
		'mutation ($input: ClientRefundInitiateInput!) { clientRefundInitiate(input: $input) { refund { id } } }';
	const input = {
		paymentRequestId: id,
		amount: { quantity: '10.00', currency: 'ZAR' },
		reason: 'requested_by_user',
		beneficiaryReference: 'Refund',
		nonce: randomUUID(),
	};
	const parameters = {
		resource: 'graphql',
		operation: 'execute',
		query,
		variables: JSON.stringify({ input }),
	};
	const { status, data } = await run(stitch('Ask', credential, parameters, RETRIED), [{}]);
	expect(status).toBe('error');
	expect(data.resultData.error?.message).toContain("'Retry On Fail' would run the mutation twice");
	expect(await received('POST', '/graphql')).toBe(0);
	// The same is carried out without it.
	expectSuccess(await run(stitch('Ask', credential, parameters), [{}]));
	expect((await client.ledger()).paymentRefunds).toHaveLength(1);
});

describe('a refund whose metadata holds the present time', () => {
	async function refund(settings: Partial<WorkflowNode>): Promise<WorkflowNode> {
		const { id } = await new Records(environment, client).paidTerminalSession('receipt-1', 1000);
		const parameters = {
			resource: 'refund',
			operation: 'create',
			refundOf: 'terminalSession',
			terminalSessionId: { __rl: true, mode: 'id', value: `={{ $json.session ?? '${id}' }}` },
			amount: '100',
			additionalFields: { metadata: { entry: [{ key: 'at', value: '={{ $now.toISO() }}' }] } },
			options: { concurrency: 2 },
		};
		return stitch('Give Back', credential, parameters, settings);
	}

	/** The service refuses the second one in every try. */
	const rows = [{ wanted: true }, { session: 'nobody-knows-it' }];

	it('is made once with Retry On Fail', async () => {
		const { status } = await run(await refund(RETRIED), rows);
		expect(status).toBe('error');
		expect(await received('POST', '/v2/refunds')).toBe(6);
		expect((await client.ledger()).refunds).toHaveLength(1);
	});

	it('is made once when a failed execution is retried manually', async () => {
		const { api } = environment;
		const failed = await run(await refund({}), rows);
		expect(failed.status).toBe('error');
		for (let times = 0; times < 2; times++) {
			await api.finished(await api.retryExecution(failed.id));
		}
		expect(await received('POST', '/v2/refunds')).toBe(6);
		expect((await client.ledger()).refunds).toHaveLength(1);
	});
});
