import type { IDataObject } from 'n8n-workflow';

import { webhookAdd } from '../../nodes/Stitch/actions/eventSubscription/eventSubscription.graphql';
import { runStitch } from './harness.mts';
import { simulatedService } from './service.mts';

const service = simulatedService({}, { allowLoopbackWebhooks: true });

/** The harness tells the node that n8n is at this address. */
const here = 'http://127.0.0.1/webhook/1/webhook';
const tunnel = 'https://Old-Tunnel.example.com/webhook/1/webhook';

/** Subscribes an address, as another n8n or program of the client does. */
async function subscribe(url: string, filterTypes = ['disbursement']): Promise<void> {
	const token = await service.client.token('client_paymentrequest');
	const answer = await fetch(`${service.simulator.graphqlUrl}/graphql`, {
		method: 'POST',
		headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
		body: JSON.stringify({ query: webhookAdd, variables: { url, filterTypes } }),
	});
	expect(await answer.json()).toMatchObject({
		data: { clientWebhookAdd: { id: expect.any(String) } },
	});
}

async function run(operation: string, parameters: IDataObject, rows: IDataObject[] = [{}]) {
	const { outputs, error } = await runStitch({
		parameters: { resource: 'eventSubscription', operation, ...parameters },
		credential: service.credential(['client_paymentrequest']),
		rows,
	});
	return { items: (outputs[0] ?? []).map(({ json }) => json), error };
}

const remove = async (url: string, rows?: IDataObject[]) =>
	await run('delete', { url: { __rl: true, mode: 'url', value: url } }, rows);

const left = async () =>
	(await service.client.webhooks()).subscriptions.map(({ url, filterTypes }) => [url, filterTypes]);

beforeEach(async () => {
	await subscribe(here);
	await subscribe(tunnel, ['payment', 'refund']);
});

it('lists all subscriptions of the client, and tells which are not of this n8n', async () => {
	const { items, error } = await run('getAll', { returnAll: true });
	expect(error).toBeUndefined();
	expect(items).toEqual([
		{ url: here, isElsewhere: false, filterTypes: ['disbursement'], id: expect.any(String) },
		// This n8n knows no public address, so nothing is sure of a public one.
		{ url: tunnel, isElsewhere: null, filterTypes: ['payment', 'refund'], id: expect.any(String) },
	]);
	expect((await run('getAll', { limit: 1 })).items).toHaveLength(1);
});

it('deletes an address however it is spelled, and leaves the others', async () => {
	const { items, error } = await remove(tunnel.toLowerCase());
	expect(error).toBeUndefined();
	expect(items).toEqual([{ deleted: true }]);
	expect(await left()).toEqual([[here, ['disbursement']]]);
});

it('deletes what Get Many has listed, also an address that has several', async () => {
	await subscribe(tunnel, ['disbursement']);
	const { items: listed } = await run('getAll', { returnAll: true });
	const rows = listed.filter(({ url }) => url === tunnel);
	expect(rows).toHaveLength(2);
	const { items, error } = await remove('={{ $json.url }}', rows);
	expect(error).toBeUndefined();
	expect(items).toEqual([{ deleted: true }, { deleted: true }]);
	expect(await left()).toEqual([[here, ['disbursement']]]);
});

it('tells when there is none at the address, and deletes nothing', async () => {
	const { error } = await remove('https://nowhere.example.com/webhook/1');
	expect(error).toMatchObject({
		message: expect.stringContaining('There is no event subscription at this address'),
		description: expect.stringContaining('There are 2 at other addresses: Get Many lists them.'),
	});
	expect(await left()).toHaveLength(2);
});

it('has deleted it although the answer was lost', async () => {
	const match = { operation: 'clientWebhookDelete' };
	await service.client.addFaults({ kind: 'lost-answer', match, requests: [1] });
	const { items, error } = await remove(tunnel);
	expect(error).toBeUndefined();
	expect(items).toEqual([{ deleted: true }]);
	expect(await left()).toEqual([[here, ['disbursement']]]);
});

it.each(['getAll', 'delete'])(
	'does not take a list for empty that the service could not complete: %s',
	async (name) => {
		await service.client.addFaults({
			kind: 'graphql-error',
			nullFields: ['webhookEndpoints'],
			match: { path: '/graphql' },
		});
		const url = { __rl: true, mode: 'url', value: tunnel };
		const { error } = await run(name, { url, returnAll: true, options: { retrySeconds: 0 } });
		expect(error?.message).toContain('The answer could not be completed');
		expect(await left()).toHaveLength(2);
	},
);
