import { openEnvironment } from './support/environment.mts';
import { startOwnN8n, type OwnN8n } from './support/ownN8n.mts';
import { Records } from './support/records.mts';
import {
	chain,
	manualTrigger,
	outputOf,
	runToEnd,
	saveCredential,
	stitch,
} from './support/workflows.mts';

describe('an n8n that is reached below a path of a public address', () => {
	let n8n: OwnN8n;

	beforeAll(async () => {
		n8n = await startOwnN8n(await openEnvironment(), {
			WEBHOOK_URL: 'https://Hooks.example.com/n8n',
			N8N_WEBHOOK_URL: '',
			N8N_EDITOR_BASE_URL: 'https://editor.example.com',
		});
	});

	afterAll(async () => {
		await n8n?.remove();
	});

	it('tells which event subscriptions are not its own', async () => {
		const { environment } = n8n;
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
});
