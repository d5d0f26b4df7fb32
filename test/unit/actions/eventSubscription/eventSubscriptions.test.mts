import {
	addressesToChoose,
	deleteSubscriptionsAt,
	eventSubscriptions,
	isElsewhere,
	isSameAddress,
	listEventSubscriptions,
	subscriptionsAt,
} from '../../../../nodes/Stitch/actions/eventSubscription/eventSubscriptions';
import { labelOf } from '../../../../nodes/Stitch/run/label';
import { webhookEndpoints } from '../../../../nodes/Stitch/actions/eventSubscription/eventSubscription.graphql';
import { answer, type Script, serviceOf } from '../../builders.mts';
import { asked, deleted, gone, here, listed, lost, old } from './subscriptions.mts';

describe('the list of subscriptions', () => {
	const all = { ...old, filterTypes: [] };

	it('is that of the client, by GraphQL', async () => {
		const { service, sent } = serviceOf([listed(here, old)]);
		expect(await listEventSubscriptions(service)).toEqual([here, old]);
		expect(sent).toEqual([
			{
				method: 'POST',
				url: 'https://graphql.test/graphql',
				body: { query: webhookEndpoints, variables: null },
			},
		]);
	});

	it.each([
		['is empty where Stitch says null and no error', null, []],
		['leaves out an entry that is null', [null, old], [old]],
		['leaves out an entry without an address', [{ ...here, url: null }, old], [old]],
		['shows no types where all are meant', [{ ...old, filterTypes: null }], [all]],
		['shows no types, too, where the list is empty', [{ ...old, filterTypes: [] }], [all]],
		['has no ID where Stitch gives none', [{ ...old, id: null }], [{ ...old, id: null }]],
	])('%s', async (_, webhookEndpoints, expected) => {
		const { service } = serviceOf([answer(200, { data: { client: { webhookEndpoints } } })]);
		expect(await listEventSubscriptions(service)).toEqual(expected);
	});

	it.each([
		['there is no client', { client: null }],
		['it is missing', { client: {} }],
		['it is something else', { client: { webhookEndpoints: 'none' } }],
	])('cannot be read where %s: that does not mean that nothing exists', async (_, data) => {
		const { service } = serviceOf([answer(200, { data })]);
		await expect(listEventSubscriptions(service)).rejects.toMatchObject({
			details: { kind: 'unreadable', happened: 'no' },
		});
	});
});

it('offers each address once, with all that it is sent', async () => {
	const twin = { ...here, id: 'ep_3', filterTypes: ['refund', 'disbursement'] };
	const { service } = serviceOf([listed(here, old, twin)]);
	const choices = await addressesToChoose(service);
	expect(choices.map(({ id }) => id)).toEqual([here.url, old.url]);
	expect(choices.map((one) => labelOf(one, eventSubscriptions, 'UTC'))).toEqual([
		`${here.url} · payment, refund, disbursement`,
		`${old.url} · refund`,
	]);
});

it('says of one that brings everything that it does', async () => {
	const { service } = serviceOf([listed({ ...old, filterTypes: null })]);
	const [choice = {}] = await addressesToChoose(service);
	expect(labelOf(choice, eventSubscriptions, 'UTC')).toBe(`${old.url} · all types`);
});

it('finds what belongs to an address, however it is written', async () => {
	const twin = { ...old, id: 'ep_3', url: 'HTTPS://old.TEST:443/webhook/1/webhook' };
	const { service } = serviceOf([listed(here, old, twin)]);
	expect(await subscriptionsAt(service, 'https://old.test/webhook/1/webhook')).toEqual([old, twin]);
});

it.each([
	['https://n8n.test/a', 'https://N8N.test:443/a', true],
	['https://n8n.test/a', 'https://n8n.test/A', false],
	['https://n8n.test/a', 'http://n8n.test/a', false],
	['https://n8n.test/a', 'https://n8n.test/a/', false],
	['no address', 'no address', true],
	['no address', 'https://n8n.test/', false],
])('%s and %s are the same address: %p', (one, other, same) => {
	expect(isSameAddress(one, other)).toBe(same);
});

describe('deleting', () => {
	const all = { url: old.url, filterTypes: null };

	it.each<[string, Script, unknown[]]>([
		['asks once where it is done', [deleted], [all]],
		['is content when it was gone already', [gone, listed(here)], [all, 'list']],
		['is content when only the answer was lost', [lost, listed(here)], [all, 'list']],
		[
			'is content when another was made at the address since',
			[lost, listed({ ...old, id: 'ep_4' })],
			[all, 'list'],
		],
	])('%s', async (_, script, expected) => {
		const { service, sent } = serviceOf(script);
		await deleteSubscriptionsAt(service, [old]);
		expect(asked(sent)).toEqual(expected);
	});

	it('names each spelling as it is listed, once', async () => {
		const respelled = { ...old, id: 'ep_3', url: 'https://OLD.test/webhook/1/webhook' };
		const { service, sent } = serviceOf([deleted, deleted]);
		await deleteSubscriptionsAt(service, [old, { ...old, id: 'ep_5' }, respelled]);
		expect(asked(sent)).toEqual([all, { ...all, url: respelled.url }]);
	});

	it('checks whether it is gone when the answer is null', async () => {
		const script = [answer(200, { data: { clientWebhookDelete: null } }), listed(here)];
		const { service, sent } = serviceOf(script);
		await deleteSubscriptionsAt(service, [old]);
		expect(asked(sent)).toEqual([all, 'list']);
	});

	it('does not call it done where the answer is null and it is still there', async () => {
		const script = [answer(200, { data: { clientWebhookDelete: null } }), listed(old)];
		const { service } = serviceOf(script);
		await expect(deleteSubscriptionsAt(service, [old])).rejects.toMatchObject({
			details: { kind: 'unreadable', happened: 'maybe' },
		});
	});

	it.each<[string, Script]>([
		['it is still there', [lost, listed(old)]],
		['nobody can see whether it is', [lost, lost]],
	])('does not call it done where %s', async (_, script) => {
		const { service } = serviceOf(script);
		await expect(deleteSubscriptionsAt(service, [old])).rejects.toMatchObject({
			details: { kind: 'answerLost', happened: 'maybe' },
		});
	});

	describe('of some types alone', () => {
		const types = ['payment'];

		it('says which', async () => {
			const { service, sent } = serviceOf([deleted]);
			await deleteSubscriptionsAt(service, [here], types);
			expect(asked(sent)).toEqual([{ url: here.url, filterTypes: types }]);
		});

		it('is not done where one that brings all types is left', async () => {
			const everything = { ...here, filterTypes: null };
			const { service } = serviceOf([lost, listed(everything)]);
			await expect(deleteSubscriptionsAt(service, [here], types)).rejects.toMatchObject({
				details: { kind: 'answerLost', happened: 'maybe' },
			});
		});

		it('succeeds when the others are left', async () => {
			const { service } = serviceOf([lost, listed({ ...here, filterTypes: ['refund'] })]);
			await expect(deleteSubscriptionsAt(service, [here], types)).resolves.toBeUndefined();
		});

		it('is not done where one of them is left', async () => {
			const { service } = serviceOf([lost, listed(here)]);
			await expect(deleteSubscriptionsAt(service, [here], types)).rejects.toMatchObject({
				details: { kind: 'answerLost', happened: 'maybe' },
			});
		});
	});
});

const own = ['https://n8n.test/'];

it.each([
	['the production address of a trigger', 'https://n8n.test/webhook/1/webhook', own],
	['its test address', 'https://n8n.test/webhook-test/1/webhook', own],
	['an address in another spelling', 'HTTPS://N8N.test:443/webhook/1/webhook', own],
	['an address below a path', 'https://shared.test/n8n/webhook/1', ['https://shared.test/n8n/']],
	[
		'a test address that begins as the editor does',
		'https://editor.test/webhook-test/1/webhook',
		[...own, 'https://editor.test/'],
	],
	['a simulator’s', 'http://127.0.0.1:5678/webhook/1', ['http://127.0.0.1:5678/']],
])('takes %s for one of this n8n', (_, url, addresses) => {
	expect(isElsewhere(url, addresses)).toBe(false);
});

it.each([
	['an old tunnel', 'https://old-tunnel.test/webhook/1/webhook', own],
	['a host that begins alike', 'https://n8n.test.example.com/webhook/1', own],
	['another port', 'https://n8n.test:8443/webhook/1', own],
	['another path of the host', 'https://shared.test/shop/1', ['https://shared.test/n8n/']],
])('knows %s for another', (_, url, addresses) => {
	expect(isElsewhere(url, addresses)).toBe(true);
});

it.each([
	['knows no public address of its own', ['http://localhost:5678/']],
	[
		'knows a public address for its editor only',
		['http://localhost:5678/', 'https://editor.test/'],
	],
])('does not guess where n8n %s', (_, addresses) => {
	expect(isElsewhere('https://n8n.test/webhook/1/webhook', addresses)).toBeNull();
});
