import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure } from '../../../nodes/Stitch/transport/failure';
import { allKept } from '../../../nodes/Stitch/webhook/keptSubscriptions';
import { ownSubscriptions, remember } from '../../../nodes/Stitch/webhook/signingSecrets';
import { Subscription } from '../../../nodes/Stitch/webhook/subscription';
import { answer, serviceOf, type Script } from '../builders.mts';
import { sealingCredential, staticDataHolder } from './contexts.mts';
import { secretOf } from './deliveries.mts';

const url = 'https://n8n.test/webhook/1';
const elsewhere = { id: 'ep_9', url: 'https://n8n.test/webhook/2', filterTypes: ['refund'] };
const ours = { id: 'ep_1', url, filterTypes: ['disbursement', 'refund'] };
const secret = secretOf('kept');

const listed = (...webhookEndpoints: unknown[]) =>
	answer(200, { data: { client: { webhookEndpoints } } });
const added = (more: IDataObject = {}) =>
	answer(200, { data: { clientWebhookAdd: { id: 'ep_1', secret, ...more } } });
const deleted = answer(200, { data: { clientWebhookDelete: { url } } });
const refused = answer(400, { code: 'BAD_USER_INPUT', detail: 'The url is not public' });
const lost = { kind: 'answerLost' } as const;

function subscriptionOver(script: Script, { credential = sealingCredential } = {}) {
	const { service, sent } = serviceOf(script);
	const warnings: string[] = [];
	const logger = { warn: (line: string) => void warnings.push(line) };
	const context = { ...staticDataHolder(), logger };
	/** What the service was asked, each by the first field that it names. */
	const asked = () =>
		sent.map(({ body }) => {
			const { query } = body as { query: string };
			return /clientWebhook\w+|webhookEndpoints/.exec(query)?.[0];
		});
	return {
		subscription: new Subscription(context, service, credential, url),
		context,
		sent,
		asked,
		warnings,
		/** Has a subscription been made here before? */
		keep(id = 'ep_1', at = url) {
			remember(context, sealingCredential, at, { id, filterTypes: ours.filterTypes, secret });
		},
		kept: () => Object.keys(allKept(context)),
		secretKnown: () => ownSubscriptions(context, credential).find((one) => one.url === url)?.secret,
	};
}

const list = 'webhookEndpoints';
const add = 'clientWebhookAdd';
const remove = 'clientWebhookDelete';

describe('a subscription is in place', () => {
	it.each([
		['in whatever order its types are listed', [ours, elsewhere], ['refund', 'disbursement'], true],
		[
			'where its address is written in another way',
			[{ ...ours, url: url.replace('n8n', 'N8N') }],
			ours.filterTypes,
			true,
		],
		['only at its own address', [{ ...ours, url: elsewhere.url }], ours.filterTypes, false],
		['only with the types that are wanted', [ours], ['disbursement'], false],
		[
			'only where no second one is beside it',
			[ours, { ...ours, id: 'ep_2' }],
			ours.filterTypes,
			false,
		],
		[
			'only where it is the one whose secret is known',
			[{ ...ours, id: 'ep_2' }],
			ours.filterTypes,
			false,
		],
	])('%s', async (_, endpoints, wanted, inPlace) => {
		const { subscription, keep } = subscriptionOver([listed(...endpoints)]);
		keep();
		expect(await subscription.isInPlace(wanted)).toBe(inPlace);
	});

	it('never where its secret is not known', async () => {
		const { subscription } = subscriptionOver([listed(ours)]);
		expect(await subscription.isInPlace(ours.filterTypes)).toBe(false);
	});
});

describe('subscribing', () => {
	it('clears the address, subscribes it and keeps the secret', async () => {
		const script = [listed(ours, elsewhere), deleted, added()];
		const { subscription, secretKnown, sent, asked } = subscriptionOver(script);
		await subscription.create(['refund']);
		expect(asked()).toEqual([list, remove, add]);
		expect(sent[1]?.body).toMatchObject({ variables: { url } });
		expect(sent[2]?.body).toMatchObject({ variables: { url, filterTypes: ['refund'] } });
		expect(secretKnown()).toBe(secret);
	});

	it('starts anew when the answer was lost, as nobody knows the secret of what that left', async () => {
		const script = [listed(), lost, listed(ours), deleted, added()];
		const { subscription, secretKnown, asked } = subscriptionOver(script);
		await subscription.create(['refund']);
		expect(asked()).toEqual([list, add, list, remove, add]);
		expect(secretKnown()).toBe(secret);
	});

	it('leaves nothing behind when every answer was lost', async () => {
		const attempt: Script = [listed(), lost];
		const script = [...attempt, ...attempt, ...attempt, listed(ours), deleted];
		const { subscription, kept, asked } = subscriptionOver(script);
		await expect(subscription.create(['refund'])).rejects.toBeInstanceOf(ServiceFailure);
		expect(asked().filter((field) => field === add)).toHaveLength(3);
		expect(asked().at(-1)).toBe(remove);
		expect(kept()).toEqual([]);
	});

	it('gives up at once when the service refuses', async () => {
		const { subscription, asked } = subscriptionOver([listed(), refused]);
		await expect(subscription.create(['refund'])).rejects.toMatchObject({
			details: { status: 400, code: 'BAD_USER_INPUT' },
		});
		expect(asked()).toEqual([list, add]);
	});

	it.each([
		['no secret', { id: 'ep_1', secret: null }],
		['a secret of another form', { id: 'ep_1', secret: 'whsec_' }],
		['no ID', { id: null, secret }],
		['nothing', null],
	])('fails where the answer has %s, and removes what was made', async (_, clientWebhookAdd) => {
		const script = [listed(), answer(200, { data: { clientWebhookAdd } }), listed(ours), deleted];
		const { subscription, kept, asked } = subscriptionOver(script);
		await expect(subscription.create(['refund'])).rejects.toMatchObject({
			details: { sentence: expect.stringContaining('did not give the signing secret') },
		});
		expect(asked()).toEqual([list, add, list, remove]);
		expect(kept()).toEqual([]);
	});

	it('is not kept from it by an entry that cannot be read, at whatever address', async () => {
		const { subscription, secretKnown } = subscriptionOver([
			listed(null, { id: null, url: null, filterTypes: null }, { ...elsewhere, filterTypes: null }),
			added(),
		]);
		await subscription.create(['refund']);
		expect(secretKnown()).toBe(secret);
	});
});

describe('unsubscribing', () => {
	const types = ours.filterTypes;

	it('asks for nothing to be removed where nothing is, and forgets the secret', async () => {
		const { subscription, keep, kept, asked } = subscriptionOver([listed(elsewhere)]);
		keep();
		await subscription.remove(types);
		expect(asked()).toEqual([list]);
		expect(kept()).toEqual([]);
	});

	it('is content when it is gone in the end, whatever the answer was', async () => {
		const { subscription, keep, kept } = subscriptionOver([listed(ours), lost, listed()]);
		keep();
		await subscription.remove(types);
		expect(kept()).toEqual([]);
	});

	it('keeps in mind one that is still there', async () => {
		const { subscription, keep, secretKnown } = subscriptionOver([
			listed(ours),
			refused,
			listed(ours),
		]);
		keep();
		await expect(subscription.remove(types)).rejects.toBeInstanceOf(ServiceFailure);
		expect(secretKnown()).toBe(secret);
	});

	it('uses the spelling of the address that the service lists', async () => {
		const spelled = { ...ours, url: url.replace('n8n', 'N8N') };
		const { subscription, keep, sent } = subscriptionOver([listed(spelled), deleted]);
		keep();
		await subscription.remove(types);
		expect(sent[1]?.body).toMatchObject({ variables: { url: spelled.url } });
	});

	it('removes what was subscribed at earlier addresses, too', async () => {
		const earlier = { ...ours, id: 'ep_0', url: 'https://tunnel.test/webhook/1' };
		const script = [listed(ours, earlier, elsewhere), deleted, deleted];
		const { subscription, keep, kept, sent } = subscriptionOver(script);
		keep();
		keep('ep_0', earlier.url);
		await subscription.remove(types);
		const urls = sent.slice(1).map(({ body }) => (body as IDataObject).variables);
		expect(urls).toMatchObject([{ url }, { url: earlier.url }]);
		expect(kept()).toEqual([]);
	});

	it('tries every address, whatever becomes of the first', async () => {
		const earlier = { ...ours, id: 'ep_0', url: 'https://tunnel.test/webhook/1' };
		const script = [listed(ours, earlier), refused, listed(ours), deleted];
		const { subscription, keep, kept } = subscriptionOver(script);
		keep();
		keep('ep_0', earlier.url);
		await expect(subscription.remove(types)).rejects.toBeInstanceOf(ServiceFailure);
		expect(kept()).toEqual([url]);
	});

	it('removes what a crash left: at this address, to just these types, and not kept', async () => {
		const { subscription, asked } = subscriptionOver([listed(ours), deleted]);
		await subscription.remove(types);
		expect(asked()).toEqual([list, remove]);
	});

	it('leaves what somebody else has subscribed at this address to other types', async () => {
		const { subscription, asked } = subscriptionOver([listed(ours)]);
		await subscription.remove(['payment']);
		expect(asked()).toEqual([list]);
	});

	it('takes only its own types away where somebody else has subscribed the address, too', async () => {
		const foreign = { id: 'ep_9', url, filterTypes: ['payment'] };
		const { subscription, keep, sent } = subscriptionOver([listed(foreign, ours), deleted]);
		keep();
		await subscription.remove(types);
		expect(sent[1]?.body).toMatchObject({ variables: { url, filterTypes: types } });
	});

	it('stays, with a line in the log, where the subscription of somebody else would go with it', async () => {
		const foreign = { id: 'ep_9', url, filterTypes: ['refund'] };
		const { subscription, keep, kept, asked, warnings } = subscriptionOver([listed(foreign, ours)]);
		keep();
		await subscription.remove(types);
		expect(asked()).toEqual([list]);
		expect(kept()).toEqual([url]);
		expect(warnings).toEqual([expect.stringContaining('somebody else')]);
	});

	it('stays, too, where that of somebody else brings all types', async () => {
		const foreign = { id: 'ep_9', url, filterTypes: null };
		const { subscription, keep, kept, asked } = subscriptionOver([listed(foreign, ours)]);
		keep();
		await subscription.remove(types);
		expect(asked()).toEqual([list]);
		expect(kept()).toEqual([url]);
	});

	it('cannot reach the subscription of the client that the credential named before, and says so', async () => {
		const credential = { clientId: 'live-1', clientSecret: 'another' };
		const { subscription, keep, kept, asked, warnings } = subscriptionOver([listed()], {
			credential,
		});
		keep();
		await subscription.remove(types);
		expect(asked()).toEqual([list]);
		expect(kept()).toEqual([]);
		expect(warnings).toEqual([expect.stringMatching(/client test-1,.* still has .*Delete/)]);
	});
});

it('says what the client that the credential named before still has, when it is replaced', async () => {
	const credential = { clientId: 'live-1', clientSecret: 'another' };
	const { subscription, keep, warnings } = subscriptionOver([listed(), added()], { credential });
	keep();
	await subscription.create(['refund']);
	expect(warnings).toEqual([expect.stringContaining('client test-1')]);
});

describe('what is left over at earlier addresses', () => {
	const earlier = { ...ours, id: 'ep_0', url: 'https://tunnel.test/webhook/1' };

	it('is removed, and nothing at this address', async () => {
		const { subscription, keep, kept, sent } = subscriptionOver([listed(ours, earlier), deleted]);
		keep();
		keep('ep_0', earlier.url);
		await subscription.removeLeftOvers();
		expect(sent[1]?.body).toMatchObject({ variables: { url: earlier.url } });
		expect(kept()).toEqual([url]);
	});

	it('is kept in mind where that does not succeed, with a line in the log', async () => {
		const { subscription, keep, kept, warnings } = subscriptionOver([refused]);
		keep('ep_0', earlier.url);
		await subscription.removeLeftOvers();
		expect(kept()).toEqual([earlier.url]);
		expect(warnings).toEqual([expect.stringContaining(earlier.url)]);
	});

	it('is left alone and forgotten where the workflow may be a copy, with a line in the log', () => {
		const { subscription, keep, kept, asked, warnings } = subscriptionOver([]);
		keep();
		keep('ep_0', earlier.url);
		subscription.leaveLeftOvers();
		expect(asked()).toEqual([]);
		expect(kept()).toEqual([url]);
		expect(warnings).toEqual([expect.stringContaining(`at ${earlier.url}, an earlier address`)]);
	});

	it('costs no request where there is none', async () => {
		const { subscription, keep, asked } = subscriptionOver([]);
		keep();
		await subscription.removeLeftOvers();
		expect(asked()).toEqual([]);
	});

	it('of a test in the editor is not that of the published workflow', async () => {
		const { subscription, context, asked } = subscriptionOver([]);
		const test = { ...context, getMode: () => 'manual' as const };
		remember(test, sealingCredential, earlier.url, { id: 'ep_0', filterTypes: [], secret });
		await subscription.removeLeftOvers();
		expect(asked()).toEqual([]);
	});
});
