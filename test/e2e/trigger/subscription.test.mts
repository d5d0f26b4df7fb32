import type { Credential, SavedWorkflow } from '../../host/api.mts';
import type { Publication } from '../../host/publication.mts';
import type { TestClient } from '../../simulator/controlClient.mts';
import { activeTrigger, COMPLETED, disbursement } from '../support/activeTrigger.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import {
	activate,
	deactivate,
	executionsOf,
	receivingClient,
	saveTriggered,
	send,
	trigger,
	wentOn,
} from '../support/triggers.mts';
import { credentialData } from '../support/workflows.mts';

let environment: Environment;
/** Published first and looked at last: n8n repeats for a quarter of a minute what was refused. */
let refused: Publishing;
let mistyped: Publishing & { workflow: SavedWorkflow; credential: Credential };

interface Publishing {
	client: TestClient;
	publication: Promise<Publication>;
}

beforeAll(async () => {
	environment = await openEnvironment();
	const { client, credential } = await receivingClient(environment);
	await client.change({ allowLoopbackWebhooks: false });
	const workflow = await saveTriggered(environment, trigger(credential, COMPLETED));
	refused = { client, publication: activate(environment, workflow) };
	mistyped = await publishMistyped();
});

/** Publishes with a credential whose secret is wrong. */
async function publishMistyped() {
	const wrong = { clientSecret: 'mistyped' };
	const { client, credential } = await receivingClient(environment, wrong);
	const workflow = await saveTriggered(environment, trigger(credential, COMPLETED));
	return { client, credential, workflow, publication: activate(environment, workflow) };
}

const active = async (parameters?: Record<string, unknown>) =>
	await activeTrigger(environment, parameters);

describe('the subscription', () => {
	it('leaves alone what is subscribed at other addresses', async () => {
		const first = await active();
		const start = trigger(first.credential, COMPLETED);
		const second = await saveTriggered(environment, start);
		await activate(environment, second);
		await deactivate(environment, second);
		expect((await first.client.webhooks()).subscriptions).toEqual([
			expect.objectContaining({ url: first.url }),
		]);
	});

	it('that the service refuses keeps the workflow inactive, and says why', async () => {
		const { status, triggers } = await refused.publication;
		expect(status).toBe('failed');
		expect(triggers[0]?.errorMessage).toMatch(
			/Stitch refused the event subscription.*public https/,
		);
		expect((await refused.client.webhooks()).subscriptions).toEqual([]);
	});

	// n8n 2.41 takes a node for published whose removal fails after a publication that failed.
	it('is made by publishing again, once the credential that failed is right', async () => {
		const { client, credential, workflow, publication } = mistyped;
		expect(await publication).toMatchObject({ status: 'failed' });
		await environment.api.updateCredential(credential.id, {
			name: credential.name,
			type: 'stitchApi',
			data: credentialData(client, environment.service, ['client_paymentrequest']),
		});
		expect(await activate(environment, workflow)).toMatchObject({ status: 'published' });
		await send(client, 'disbursement', disbursement());
		expect(wentOn(await executionsOf(environment, workflow, 1))).toHaveLength(1);
		await deactivate(environment, workflow);
	});
});
