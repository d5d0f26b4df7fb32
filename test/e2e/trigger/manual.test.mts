import { randomUUID } from 'node:crypto';
import { COMPLETED, disbursement, post, signedHeaders } from '../support/activeTrigger.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import {
	activate,
	deactivate,
	executionsOf,
	receivingClient,
	saveTriggered,
	trigger,
	urlOf,
	wentOn,
} from '../support/triggers.mts';

let environment: Environment;

beforeAll(async () => {
	environment = await openEnvironment();
});

describe('a manual subscription', () => {
	const secrets = [1, 2].map((n) => `whsec_${Buffer.alloc(24, n).toString('base64')}`);
	const manual = { ...COMPLETED, subscription: 'manual' };

	it('accepts events signed with any of several secrets, and asks Stitch for nothing', async () => {
		const { client, credential } = await receivingClient(environment, {
			manualEventSubscriptions: true,
			webhookSecret: secrets.join('\n'),
		});
		const start = trigger(credential, manual);
		const workflow = await saveTriggered(environment, start);
		await activate(environment, workflow);
		expect((await client.webhooks()).subscriptions).toEqual([]);
		for (const [index, secret] of secrets.entries()) {
			const data = disbursement(`payout-${index}`);
			const body = JSON.stringify({ type: 'disbursement', id: 'evt', data });
			const headers = signedHeaders(secret, randomUUID(), body);
			expect(await post(urlOf(environment, start), headers, body)).toMatchObject({ status: 200 });
		}
		expect(wentOn(await executionsOf(environment, workflow, 2))).toHaveLength(2);
		await deactivate(environment, workflow);
	});
});
