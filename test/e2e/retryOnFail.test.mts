import type { Credential, Execution, WorkflowNode } from '../host/api.mts';
import type { TestClient } from '../simulator/controlClient.mts';
import { clientScopes } from '../simulator/scopes.mts';
import { openEnvironment, type Environment } from './support/environment.mts';
import { payouts } from './support/payroll.mts';
import { activate, deactivate } from './support/triggers.mts';
import {
	calledTrigger,
	callOf,
	chain,
	manualTrigger,
	outputOf,
	runToEnd,
	saveCredential,
	stitch,
} from './support/workflows.mts';

/** n8n runs a node with all its items again when it, or the first of them, has failed. */
const RETRIED = { retryOnFail: true, maxTries: 3, waitBetweenTries: 50 };

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

it('with Retry On Fail and the error output, pays the good row once beside a bad one that is tried again', async () => {
	/** Stitch refuses a bank that it does not know; the node cannot know them all. */
	const rows = [
		{ reference: 'bad', bank: 'bank_of_nowhere' },
		{ reference: 'good', bank: 'absa' },
	];
	const parameters = {
		...payouts.parameters,
		externalReference: '={{ $json.reference }}',
		bank: '={{ $json.bank }}',
		// So that the good row is sent, whatever becomes of the bad one.
		options: { concurrency: 2 },
	};
	const execution = await run(
		stitch('Pay', credential, parameters, { ...RETRIED, onError: 'continueErrorOutput' }),
		rows,
	);
	// Every try has sent both rows.
	expect(await received('POST', '/v2/disbursements')).toBe(6);
	const { disbursements } = await client.ledger();
	expect(disbursements.map(({ externalReference }) => externalReference)).toEqual(['good']);
	// As new as the execution: made by its first try.
	expect(outputOf(execution, 'Pay').map(({ json }) => [json.id, json.alreadyExisted])).toEqual([
		[disbursements[0]?.id, null],
	]);
});

it('rejects a reference from the clock in a sub-workflow that its caller runs again', async () => {
	const externalReference = "=salary-{{ $now.toFormat('yyyy-MM') }}-017";
	const pay = stitch('Pay', credential, { ...payouts.parameters, externalReference });
	const { pinData: _, ...called } = chain('Pays when called', [calledTrigger(), pay], []);
	const saved = await environment.api.createWorkflow(called);
	await activate(environment, saved);
	const call = callOf(saved, { waits: true });
	const { status, data } = await run({ ...call, ...RETRIED }, [{}]);
	expect(status).toBe('error');
	expect(data.resultData.error?.message).toContain(
		'is made with $now, which can differ the next time',
	);
	// Not even in the first try, of which nobody could tell that it will be repeated.
	expect(await environment.api.executions(saved.id)).toHaveLength(RETRIED.maxTries);
	expect(await received('POST', '/v2/disbursements')).toBe(0);
	await deactivate(environment, saved);
});
