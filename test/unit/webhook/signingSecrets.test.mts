import type { IDataObject } from 'n8n-workflow';

import { drop, ownSubscriptions, remember } from '../../../nodes/Stitch/webhook/signingSecrets';
import { keepOne, sealingCredential as credential, staticDataHolder } from './contexts.mts';
import { secretOf } from './deliveries.mts';

const url = 'https://n8n.test/webhook';
const renewed = { ...credential, clientSecret: 'renewed' };
const otherClient = { clientId: 'live-1', clientSecret: 'made-up-live' };

const subscribed = (id: string) => ({ id, filterTypes: ['refund'], secret: secretOf(id) });

/** What n8n has in its database at this moment. */
const copyOf = (data: IDataObject) => structuredClone(data);

/** The same node, in an n8n that has another state in its database. */
function withData(holder: ReturnType<typeof staticDataHolder>, staticData: IDataObject) {
	return { ...holder, staticData, getWorkflowStaticData: () => staticData };
}

/** The same node in another process, which knows nothing but the database. */
function inAnotherProcess(
	work: (modules: typeof import('../../../nodes/Stitch/webhook/signingSecrets')) => void,
) {
	jest.isolateModules(() => {
		work(require('../../../nodes/Stitch/webhook/signingSecrets'));
	});
}

it('knows what was remembered, with its secret', () => {
	const holder = staticDataHolder();
	remember(holder, credential, url, subscribed('ep_1'));
	expect(ownSubscriptions(holder, credential)).toEqual([
		{ url, ...subscribed('ep_1'), clientId: 'test-1', isTest: false },
	]);
});

it('knows nothing of what was dropped', () => {
	const holder = staticDataHolder();
	remember(holder, credential, url, subscribed('ep_1'));
	drop(holder, url);
	expect(ownSubscriptions(holder, credential)).toEqual([]);
	expect(holder.staticData.subscriptions).toEqual({});
});

it('tells the subscription of another client, but not its secret', () => {
	const holder = staticDataHolder();
	remember(holder, credential, url, subscribed('ep_1'));
	expect(ownSubscriptions(holder, otherClient)).toMatchObject([
		{ id: 'ep_1', clientId: 'test-1', secret: undefined },
	]);
});

describe('when a run writes back what n8n kept before', () => {
	it('the subscription that was made since is still known, and kept again', () => {
		const holder = staticDataHolder();
		remember(holder, credential, url, subscribed('ep_1'));
		const before = copyOf(holder.staticData);
		drop(holder, url);
		remember(holder, credential, url, subscribed('ep_2'));
		const undone = withData(holder, before);
		expect(ownSubscriptions(undone, credential)).toMatchObject([
			{ id: 'ep_2', secret: secretOf('ep_2') },
		]);
		expect(JSON.stringify(undone.staticData)).toContain('ep_2');
		expect(JSON.stringify(undone.staticData)).not.toContain('ep_1');
	});

	it('the same holds for the very first one', () => {
		const holder = staticDataHolder();
		remember(holder, credential, url, subscribed('ep_1'));
		const undone = withData(holder, {});
		expect(ownSubscriptions(undone, credential)).toMatchObject([{ id: 'ep_1' }]);
		expect(JSON.stringify(undone.staticData)).toContain('ep_1');
	});

	it('one that was removed does not come back', () => {
		const holder = staticDataHolder();
		remember(holder, credential, url, subscribed('ep_1'));
		const before = copyOf(holder.staticData);
		drop(holder, url);
		expect(ownSubscriptions(withData(holder, before), credential)).toEqual([]);
	});
});

it('believes another process that has replaced it, and does not go back', () => {
	const holder = staticDataHolder();
	remember(holder, credential, url, subscribed('ep_1'));
	const before = copyOf(holder.staticData);
	inAnotherProcess((other) => {
		other.drop(holder, url);
		other.remember(holder, credential, url, subscribed('ep_2'));
	});
	expect(ownSubscriptions(holder, credential)).toMatchObject([{ id: 'ep_2' }]);
	expect(ownSubscriptions(withData(holder, before), credential)).toMatchObject([{ id: 'ep_2' }]);
});

describe('when the client secret is renewed', () => {
	it('what this process knows goes on, and is sealed anew', () => {
		const holder = staticDataHolder();
		remember(holder, credential, url, subscribed('ep_1'));
		expect(ownSubscriptions(holder, renewed)).toMatchObject([{ secret: secretOf('ep_1') }]);
		inAnotherProcess((other) => {
			expect(other.ownSubscriptions(holder, renewed)).toMatchObject([{ secret: secretOf('ep_1') }]);
		});
	});

	it('a process that never knew it cannot open it', () => {
		const holder = staticDataHolder();
		keepOne(holder);
		expect(ownSubscriptions(holder, renewed)).toMatchObject([{ id: 'ep_1', secret: undefined }]);
	});
});

it('keeps a test in the editor and the published workflow apart', () => {
	const published = staticDataHolder('node-of-test');
	remember(published, credential, url, subscribed('ep_1'));
	const test = staticDataHolder('node-of-test', {}, 'manual');
	remember(test, credential, `${url}-test`, subscribed('ep_2'));
	for (const _ of ['once', 'again']) {
		expect(ownSubscriptions(test, credential)).toMatchObject([{ id: 'ep_2', isTest: true }]);
		expect(ownSubscriptions(published, credential)).toMatchObject([{ id: 'ep_1', isTest: false }]);
	}
});
