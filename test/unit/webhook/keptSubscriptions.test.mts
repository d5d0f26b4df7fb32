import {
	forget,
	keepSecrets,
	keptBy,
	openSecrets,
	type StaticDataHolder,
} from '../../../nodes/Stitch/webhook/keptSubscriptions';
import { keepOne, sealingCredential, staticDataHolder } from './contexts.mts';
import { secretOf } from './deliveries.mts';

const production = 'https://n8n.test/webhook';
const opened = (holder: StaticDataHolder, credential: object = sealingCredential) =>
	openSecrets(holder, { ...credential });

/** What n8n keeps with a workflow: it saves what it has seen being set, and nothing deeper. */
function watchedHolder() {
	const set: string[] = [];
	const holder = staticDataHolder();
	const watched = new Proxy(holder.staticData, {
		set(target, name, value) {
			set.push(String(name));
			return Reflect.set(target, name, value);
		},
	});
	return { set, holder: { ...holder, getWorkflowStaticData: () => watched } };
}

describe('the store of subscriptions', () => {
	it('keeps all that were made at an address, and opens them with the credential', () => {
		const holder = staticDataHolder();
		const subscriptions = ['one', 'two'].map((id) => ({
			id,
			filterTypes: [id],
			secret: secretOf(id),
		}));
		keepSecrets(holder, sealingCredential, {
			url: production,
			asked: ['one', 'two'],
			subscriptions,
		});
		expect(opened(holder)).toEqual(subscriptions);
		expect(keptBy(holder)).toMatchObject({ url: production, clientId: 'test-1' });
	});

	it('puts new ones in place of those before', () => {
		const holder = staticDataHolder();
		keepOne(holder, { url: 'https://tunnel.test/webhook' });
		keepOne(holder, { id: 'ep_2' });
		expect(opened(holder)).toMatchObject([{ id: 'ep_2' }]);
		expect(keptBy(holder)?.url).toBe(production);
	});

	it('shows no secret without the credential', () => {
		const holder = staticDataHolder();
		keepOne(holder);
		expect(JSON.stringify(holder.staticData)).not.toMatch(/whsec|made-up-client-secret/);
		expect(opened(holder, { ...sealingCredential, clientSecret: 'another' })).toEqual([]);
		expect(opened(holder, { ...sealingCredential, clientId: 'live-1' })).toEqual([]);
	});

	it.each(['url', 'clientId'])('opens nothing whose %s was replaced', (field) => {
		const holder = staticDataHolder();
		keepOne(holder);
		Object.assign(keptBy(holder) ?? {}, { [field]: 'another' });
		expect(opened(holder)).toEqual([]);
	});

	it.each([
		['another workflow', { getWorkflow: () => ({ id: 'copy' }) }],
		['another node', { getNode: () => ({ id: 'copy' }) }],
		['another n8n', { getInstanceId: () => 'copy' }],
	])('is empty for a copy in %s', (_, copied) => {
		const original = staticDataHolder();
		keepOne(original);
		const copy = { ...original, ...copied };
		expect(keptBy(copy)).toBeUndefined();
		expect(opened(copy)).toEqual([]);
		forget(copy, 'https://n8n.test/webhook');
		expect(opened(original)).toHaveLength(1);
	});

	it('keeps a test in the editor and the published workflow apart', () => {
		const published = staticDataHolder('node');
		const test = staticDataHolder('node', published.staticData, 'manual');
		keepOne(published);
		keepOne(test, { url: 'https://n8n.test/webhook-test', id: 'ep_2', name: 'test' });
		expect(opened(published)).toMatchObject([{ id: 'ep_1' }]);
		expect(opened(test)).toMatchObject([{ id: 'ep_2' }]);
		// n8n does not say that it is a test which it ends.
		forget(published, 'https://n8n.test/webhook-test');
		expect(opened(published)).toHaveLength(1);
		expect(opened(test)).toEqual([]);
	});

	it('is written as a whole, as n8n saves nothing else', () => {
		const { holder, set } = watchedHolder();
		keepOne(holder);
		forget(holder, 'https://n8n.test/webhook');
		expect(new Set(set)).toEqual(new Set(['stitchSubscriptions']));
		expect(keptBy(holder)).toBeUndefined();
	});

	it('is not written, and the workflow not saved, where there is nothing to forget', () => {
		const { holder, set } = watchedHolder();
		forget(holder, 'https://n8n.test/webhook');
		expect(set).toEqual([]);
	});
});
