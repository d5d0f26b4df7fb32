import { openEnvironment, type Environment } from './support/environment.mts';
import { startOwnN8n, type OwnN8n } from './support/ownN8n.mts';
import { payouts } from './support/payroll.mts';
import { moreLooks, savePolling } from './support/pollingTrigger.mts';
import { Records } from './support/records.mts';
import { activate, executionsOf, wentOn } from './support/triggers.mts';
import {
	chain,
	manualTrigger,
	outputOf,
	runToEnd,
	saveCredential,
	stitch,
} from './support/workflows.mts';

/** With these, n8n keeps the Poll Times and what a trigger notes in tables of their own. */
const durablePollers = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};

const belowAPath = {
	WEBHOOK_URL: '',
	N8N_WEBHOOK_URL: 'https://Hooks.example.com/n8n',
	N8N_EDITOR_BASE_URL: 'https://editor.example.com',
};

/** n8n's protection against requests to internal addresses, which lets the simulator through. */
const protection = {
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.0/8',
};

describe('an n8n with other settings', () => {
	let n8n: OwnN8n;
	let environment: Environment;

	beforeAll(async () => {
		n8n = await startOwnN8n(await openEnvironment(), {
			...durablePollers,
			...belowAPath,
			...protection,
		});
		environment = n8n.environment;
	});

	afterAll(async () => {
		await n8n?.remove();
	});

	it('that is reached below a path of a public address shows which event subscriptions are not its own', async () => {
		const client = await environment.control.createClient();
		const records = new Records(environment, client);
		const isElsewhere = {
			'https://hooks.example.com/n8n/webhook/1/webhook': false,
			// n8n sends tests there.
			'https://editor.example.com/webhook-test/1/webhook': false,
			'https://hooks.example.com/webhook/1/webhook': true,
			'https://old-tunnel.example.com/n8n/webhook/1/webhook': true,
		};
		for (const url of Object.keys(isElsewhere)) await records.eventSubscription(url);

		const credential = await saveCredential(environment, client, ['client_paymentrequest']);
		const parameters = { resource: 'eventSubscription', operation: 'getAll', returnAll: true };
		const run = await runToEnd(
			environment.api,
			chain('Find orphans', [manualTrigger(), stitch('Find', credential, parameters)], [{}]),
		);
		const found = outputOf(run, 'Find').map(({ json }) => [json.url, json.isElsewhere]);
		expect(Object.fromEntries(found)).toEqual(isElsewhere);
	});

	it.each([
		['a token', 'authUrl'],
		['a payment', 'baseUrl'],
	])('that blocks the request for %s says so, and that nothing was sent', async (_, address) => {
		const client = await environment.control.createClient();
		const elsewhere = { [address]: 'https://10.255.255.1' };
		const credential = await saveCredential(environment, client, undefined, elsewhere);
		const pay = stitch('Pay', credential, { ...payouts.parameters, externalReference: 'blocked' });
		const run = await runToEnd(environment.api, chain('Blocked', [manualTrigger(), pay], [{}]));
		const { message = '', description = '' } = run.data.resultData.error ?? {};
		expect(message).toContain('n8n has blocked the request: its SSRF protection');
		expect(`${message} ${description}`).toMatch(/Nothing was sent.*N8N_SSRF_ALLOWED_HOSTNAMES=/);
	});

	it('with durable pollers starts a workflow once for each change, also over a restart', async () => {
		const { client, workflow } = await savePolling(environment, {
			events: ['disbursement.completed'],
		});
		const records = new Records(environment, client);
		const paid = async (reference: string) => {
			const { id } = await records.disbursement(reference);
			await environment.control.setDisbursementStatus(id, 'completed');
			return id;
		};
		const told = async (count: number) =>
			wentOn(await executionsOf(environment, workflow, count)).map((run) =>
				outputOf(run, 'After').map(({ json }) => json.id),
			);
		await paid('before it was published');
		expect(await activate(environment, workflow)).toMatchObject({ status: 'published' });
		await moreLooks(client, 2);
		const first = await paid('payout-1');
		expect(await told(1)).toEqual([[first]]);
		await moreLooks(client, 2);
		expect(await told(1)).toEqual([[first]]);
		await n8n.kill();
		const second = await paid('while n8n was away');
		await n8n.startAgain();
		expect(await told(2)).toEqual([[first], [second]]);
		await moreLooks(client, 2);
		expect(await told(2)).toEqual([[first], [second]]);
		// What the trigger notes is not kept with the workflow.
		expect(n8n.log()).not.toContain('durable poll cursors stay disabled');
		expect(await environment.api.workflow(workflow.id)).toMatchObject({ staticData: null });
	});
});
