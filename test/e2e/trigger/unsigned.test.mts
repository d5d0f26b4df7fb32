import { activeTrigger, disbursement, post, signedHeaders } from '../support/activeTrigger.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import { executionsOf, send } from '../support/triggers.mts';

let environment: Environment;

beforeAll(async () => {
	environment = await openEnvironment();
});

const active = async (parameters?: Record<string, unknown>) =>
	await activeTrigger(environment, parameters);

describe('a request that the service did not sign', () => {
	it('is answered with 401 and nothing else, and is not stored', async () => {
		const { client, workflow, url } = await active();
		const [subscription] = (await client.webhooks()).subscriptions;
		const secret = subscription?.secret ?? '';
		const body = JSON.stringify({ type: 'disbursement', id: 'evt', data: disbursement() });
		const good = signedHeaders(secret, 'msg_1', body);
		const json = { 'content-type': 'application/json' };
		const otherSecret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
		const form = new FormData();
		form.append('file', new Blob(['x']), 'x.txt');
		const answers = [
			await post(url, json, body),
			await post(url, { 'content-type': 'text/plain' }, 'nothing like an event'),
			await post(url, signedHeaders(otherSecret, 'msg_1', body), body),
			await post(url, good, body.replace('150.00', '999.00')),
			await post(url, { ...good, 'webhook-id': 'msg_2' }, body),
			await post(url, good, JSON.stringify(JSON.parse(body), null, 1)),
			await post(url, good, ''),
			await fetch(url, { method: 'POST', body: form }).then(async (answer) => ({
				status: answer.status,
				text: await answer.text(),
			})),
		];
		expect(answers).toEqual(answers.map(() => ({ status: 401, text: '' })));
		expect(await post(url, good, body)).toEqual({ status: 200, text: '' });
		expect(await executionsOf(environment, workflow, 1)).toHaveLength(1);
	});

	it('is not stored either when n8n itself cannot read it', async () => {
		const { client, workflow, url } = await active();
		const { status } = await post(url, { 'content-type': 'application/json' }, '{"type": "disb');
		expect(status).toBe(422);
		await send(client, 'disbursement', disbursement());
		expect(await executionsOf(environment, workflow, 1)).toHaveLength(1);
	});
});
