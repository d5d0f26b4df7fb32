import {
	allKept,
	forget,
	keep,
	ownerOf,
	secretOf as keptSecretOf,
} from '../../../nodes/Stitch/webhook/keptSubscriptions';
import { keepOne, sealingCredential, staticDataHolder } from './contexts.mts';
import { secretOf } from './deliveries.mts';

const production = 'https://n8n.test/webhook';
const earlier = 'https://tunnel.test/webhook';

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

it('keeps one subscription for each address', () => {
	const holder = staticDataHolder();
	keepOne(holder);
	keepOne(holder, { url: earlier, id: 'ep_2' });
	expect(Object.keys(allKept(holder))).toEqual([production, earlier]);
});

it('puts a new one in place of the old one of the same address', () => {
	const holder = staticDataHolder();
	keepOne(holder);
	keepOne(holder, { id: 'ep_2' });
	expect(allKept(holder)).toMatchObject({ [production]: { id: 'ep_2' } });
});

it('forgets one address and keeps the others', () => {
	const holder = staticDataHolder();
	keepOne(holder);
	keepOne(holder, { url: earlier });
	forget(holder, production);
	expect(Object.keys(allKept(holder))).toEqual([earlier]);
});

it('shows no secret to anybody without the credential', () => {
	const holder = staticDataHolder();
	keepOne(holder);
	expect(JSON.stringify(holder.staticData)).not.toMatch(/whsec|made-up-client-secret/);
	const kept = allKept(holder)[production]!;
	expect(keptSecretOf(kept, sealingCredential, production)).toBe(secretOf('kept'));
	const other = { ...sealingCredential, clientSecret: 'another' };
	expect(keptSecretOf(kept, other, production)).toBeUndefined();
});

it('does not open what was moved to another address', () => {
	const holder = staticDataHolder();
	keepOne(holder);
	const kept = allKept(holder)[production]!;
	expect(keptSecretOf(kept, sealingCredential, earlier)).toBeUndefined();
});

it.each([
	['another workflow', { getWorkflow: () => ({ id: 'copy' }) }],
	['another node', { getNode: () => ({ id: 'copy' }) }],
	['another n8n', { getInstanceId: () => 'copy' }],
])('does not exist for a copy in %s, which keeps its own only', (_, copied) => {
	const original = staticDataHolder();
	keepOne(original);
	const copy = { ...original, ...copied };
	expect(allKept(copy)).toEqual({});
	expect(ownerOf(copy)).not.toBe(ownerOf(original));
	keepOne(copy, { url: earlier });
	expect(Object.keys(original.staticData.subscriptions as object)).toEqual([earlier]);
});

it('holds nothing where nothing was kept', () => {
	expect(allKept(staticDataHolder())).toEqual({});
});

it('is written as a whole, as n8n saves nothing else', () => {
	const { holder, set } = watchedHolder();
	keepOne(holder);
	forget(holder, production);
	expect(set).toEqual(['subscriptions', 'subscriptions']);
});

it('is not written, and the workflow not saved, where there is nothing to forget', () => {
	const { holder, set } = watchedHolder();
	forget(holder, production);
	expect(set).toEqual([]);
});

it('knows a test in the editor from a published workflow', () => {
	const holder = staticDataHolder('node', {}, 'manual');
	keep(holder, sealingCredential, production, { id: 'ep_1', filterTypes: [], secret: 'x' });
	expect(allKept(holder)[production]?.isTest).toBe(true);
});
