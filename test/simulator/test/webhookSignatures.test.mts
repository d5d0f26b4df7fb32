import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import path from 'node:path';
import { clientSettingsSchema } from '../state/clientSettings.mts';
import { Simulation } from '../state/simulation.mts';
import type { Received } from './receiver.mts';
import { webhookSuite } from './webhookSuite.mts';

const suite = webhookSuite(21);
const { subscriber, advance } = suite;

/** The signature by the documentation's formula, with nothing but the runtime's own HMAC. */
function formula(secret: string, { headers, body }: Received): string {
	const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
	const signed = `${headers['svix-id']}.${headers['svix-timestamp']}.${body}`;
	return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

/** Whether the sender's own library accepts a delivery. */
function svixAccepts(secret: string, { headers, body }: Received): boolean {
	const program = path.join(__dirname, 'svixCheck.mts');
	const input = JSON.stringify({ secret, headers, body });
	return spawnSync(process.execPath, [program], { input }).stdout.toString() === 'accepted\n';
}

describe('signatures (public documentation)', () => {
	it('follow the documented formula over the exact bytes, and the svix library accepts them', async () => {
		const who = await subscriber(['disbursement']);
		await who.caller.client.sendEvent('disbursement', '{"odd" :  "spacing é"}');
		await advance(who, 0);
		const item = suite.receiver.received[0] as Received;
		expect(item.body).toBe('{"odd" :  "spacing é"}');
		expect(item.headers['svix-signature']).toBe(formula(who.secret, item));
		expect(svixAccepts(who.secret, item)).toBe(true);
		expect(svixAccepts(who.secret, { ...item, body: `${item.body} ` })).toBe(false);
	});

	it('are made when the turn of an event comes, not while it waits for others', async () => {
		const simulation = new Simulation(22, 0);
		const settings = clientSettingsSchema.parse({ allowLoopbackWebhooks: true });
		const client = simulation.createClient({ settings });
		client.subscriptions.add(suite.receiver.url, ['disbursement']);
		const asked = Date.parse('2026-11-22T08:00:00Z');
		const clock = jest.spyOn(Date, 'now').mockReturnValue(asked);
		let letThrough = () => {};
		const gate = new Promise<void>((resolve) => (letThrough = resolve));
		const firstFive = new Promise<void>((resolve) => {
			suite.receiver.hold = async () => {
				if (suite.receiver.received.length === 5) resolve();
				await gate;
			};
		});
		for (let count = 0; count < 6; count++) client.webhooks.sendRaw('disbursement', '{}');
		await firstFive;
		clock.mockReturnValue(asked + 10 * 60_000);
		letThrough();
		await client.webhooks.settled();
		const seconds = suite.receiver.received.map(({ headers }) => headers['svix-timestamp']);
		expect(seconds.map((text) => Number(text) - asked / 1000)).toEqual([0, 0, 0, 0, 0, 600]);
		clock.mockRestore();
		await simulation.stop();
	});
});
