import type { Publication } from '../../host/publication.mts';
import type { TestClient } from '../../simulator/control-client.mts';
import { activeTrigger, COMPLETED } from '../support/activeTrigger.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import {
	activate,
	deactivate,
	receivingClient,
	saveTriggered,
	trigger,
} from '../support/triggers.mts';

let environment: Environment;
/** Published first and looked at last: n8n repeats for a quarter of a minute what was refused. */
let refused: { client: TestClient; publication: Promise<Publication> };

beforeAll(async () => {
	environment = await openEnvironment();
	const { client, credential } = await receivingClient(environment);
	await client.change({ allowLoopbackWebhooks: false });
	const workflow = await saveTriggered(environment, trigger(credential, COMPLETED));
	refused = { client, publication: activate(environment, workflow) };
});

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
});
