import {
	forget,
	keepSecret,
	keptBy,
	openSecrets,
	seal,
	signingKeys,
	type StaticDataHolder,
	unseal,
} from '../../../nodes/Stitch/webhook/secrets';
import { keepOne, sealingCredential, staticDataHolder, webhookContext } from './contexts.mts';
import { secretOf } from './deliveries.mts';
import fc from '../properties.mts';

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
		keepSecret(holder, sealingCredential, {
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

describe('the keys that may have signed a request', () => {
	const manual = { subscription: 'manual' };

	it('are those of the subscriptions that this node has made, with their types', async () => {
		const { context } = webhookContext({});
		expect(await signingKeys(context)).toEqual({
			keys: [{ key: expect.anything(), filterTypes: ['disbursement'] }],
		});
	});

	it('are those in the credential when the subscription is manual', async () => {
		const webhookSecret = `${secretOf('old')}\n${secretOf('new')}, nonsense`;
		const credential = { clientId: 'live-1', manualEventSubscriptions: true, webhookSecret };
		const { context } = webhookContext({ parameters: manual, credential });
		expect(await signingKeys(context)).toMatchObject({
			keys: [{ filterTypes: [] }, { filterTypes: [] }],
		});
	});

	it.each([
		['credential', 'the credential cannot be read', { credential: null }, /cannot be read/],
		['client', 'they are of another client', { credential: { clientId: 'live-1' } }, /client/],
		['lost', 'nothing is kept', { staticData: {} }, /event subscription can be read/],
		['lost', 'the client secret is another', { credential: { clientId: 'test-1' } }, /can be read/],
		[
			'noSecret',
			'none is in the credential',
			{ parameters: manual, credential: {} },
			/contains no/,
		],
		[
			'noSecret',
			'the credential does not show the one that it has',
			{ parameters: manual, credential: { webhookSecret: secretOf('hidden') } },
			/contains no/,
		],
	])('are none, with the reason: %s, where %s', async (kind, _, given, why) => {
		const reason = expect.stringMatching(why);
		expect(await signingKeys(webhookContext(given).context)).toEqual({
			rejection: { kind, reason },
		});
	});

	it('are none, without an alert, when the database is away for a moment', async () => {
		const { context } = webhookContext({});
		const away = new Error('SELECT FROM credentials_entity: timeout exceeded');
		const getCredentials = async () => await Promise.reject(away);
		expect(await signingKeys(Object.assign(context, { getCredentials }))).toMatchObject({
			rejection: { kind: 'unavailable', reason: expect.stringContaining('database') },
		});
	});
});

describe('a sealed secret', () => {
	const credential = { clientId: 'test-1', clientSecret: 'made-up-1' };
	const text = 'a made-up secret';

	it('opens with the same credential, for what it was bound to', () => {
		expect(unseal(seal(text, credential, 'here'), credential, 'here')).toBe(text);
	});

	it('still opens after an update, as this one that version 1.0.0 has sealed', () => {
		const kept = 'nk0Bc/hbCBOGqQ/2jkI+ICKVcrbA8f+8SRbEEVa6VWtaMZnbKFmq0w9uFoE=';
		expect(unseal(kept, credential, 'here')).toBe(text);
	});

	it('opens where only spaces were added to the credential', () => {
		const pasted = { clientId: ' test-1 ', clientSecret: 'made-up-1\n' };
		expect(unseal(seal(text, credential, 'here'), pasted, 'here')).toBe(text);
	});

	it.each([
		['another client', { ...credential, clientId: 'test-2' }, 'here'],
		['another client secret', { ...credential, clientSecret: 'made-up-2' }, 'here'],
		['something else that it is bound to', credential, 'elsewhere'],
		['a credential without a secret', { clientId: 'test-1' }, 'here'],
	])('does not open with %s', (_, other, bound) => {
		expect(unseal(seal(text, credential, 'here'), other, bound)).toBeUndefined();
	});

	it('does not open with one flipped bit', () => {
		const sealed = Buffer.from(seal(text, credential, 'here'), 'base64');
		fc.assert(
			fc.property(fc.nat(sealed.length * 8 - 1), (bit) => {
				const changed = Buffer.from(sealed);
				changed[bit >> 3]! ^= 1 << (bit & 7);
				expect(unseal(changed.toString('base64'), credential, 'here')).toBeUndefined();
			}),
			{ seed: 16 },
		);
	});

	it.each([
		undefined,
		null,
		7,
		'',
		'short',
		'no base64 at all, but long enough to be taken for it',
	])('is not opened where it is none: %j', (sealed) => {
		expect(unseal(sealed, credential, 'here')).toBeUndefined();
	});

	it('shows neither the text nor the same bytes twice', () => {
		const [one = '', other = ''] = [0, 1].map(() => seal(text, credential, 'here'));
		expect(one).not.toBe(other);
		expect(Buffer.from(one, 'base64').toString('latin1')).not.toContain(text);
	});
});
