import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure } from '../../../nodes/Stitch/transport/failure';
import { keepSecret, keptBy, openSecrets } from '../../../nodes/Stitch/webhook/secrets';
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
const lost = { kind: 'answerLost', happened: 'maybe' } as const;

function subscriptionOver(script: Script, { credential = sealingCredential } = {}) {
	const { service, sent } = serviceOf(script);
	const warnings: string[] = [];
	const infos: string[] = [];
	const logger = {
		warn: (line: string) => void warnings.push(line),
		info: (line: string) => void infos.push(line),
	};
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
		infos,
		/** Has a subscription been made here before? */
		keepSecret(id = 'ep_1', at = url) {
			const { filterTypes } = ours;
			const subscriptions = [{ id, filterTypes, secret }];
			keepSecret(context, sealingCredential, { url: at, asked: filterTypes, subscriptions });
		},
		kept: () => keptBy(context)?.url,
		secretsKnown: () => openSecrets(context, credential).map((one) => one.secret),
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
		const { subscription, keepSecret } = subscriptionOver([listed(...endpoints)]);
		keepSecret();
		expect(await subscription.isInPlace(wanted)).toBe(inPlace);
	});

	it.each([undefined, elsewhere.url])(
		'never where its secret is not known for this address, but for %s',
		async (at) => {
			const { subscription, keepSecret } = subscriptionOver([listed(ours)]);
			if (at !== undefined) keepSecret('ep_1', at);
			expect(await subscription.isInPlace(ours.filterTypes)).toBe(false);
		},
	);
});

describe('subscribing', () => {
	it('clears the address, subscribes it and keeps the secret', async () => {
		const script = [listed(ours, elsewhere), deleted, added()];
		const { subscription, secretsKnown, sent, asked } = subscriptionOver(script);
		await subscription.create(['refund'], false);
		expect(asked()).toEqual([list, remove, add]);
		expect(sent[1]?.body).toMatchObject({ variables: { url } });
		expect(sent[2]?.body).toMatchObject({ variables: { url, filterTypes: ['refund'] } });
		expect(secretsKnown()).toEqual([secret]);
	});

	it('subscribes again when the answer was lost, because the secret is unknown', async () => {
		const script = [listed(), lost, listed(ours), deleted, added()];
		const { subscription, secretsKnown, asked } = subscriptionOver(script);
		await subscription.create(['refund'], false);
		expect(asked()).toEqual([list, add, list, remove, add]);
		expect(secretsKnown()).toEqual([secret]);
	});

	it('subscribes nothing when every answer was lost', async () => {
		const attempt: Script = [listed(), lost];
		const script = [...attempt, ...attempt, ...attempt, listed(ours), deleted];
		const { subscription, kept, asked } = subscriptionOver(script);
		await expect(subscription.create(['refund'], false)).rejects.toBeInstanceOf(ServiceFailure);
		expect(asked().filter((field) => field === add)).toHaveLength(3);
		expect(asked().at(-1)).toBe(remove);
		expect(kept()).toBeUndefined();
	});

	it('gives up at once when the service refuses', async () => {
		const { subscription, asked } = subscriptionOver([listed(), refused]);
		await expect(subscription.create(['refund'], false)).rejects.toMatchObject({
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
		await expect(subscription.create(['refund'], false)).rejects.toMatchObject({
			details: { sentence: expect.stringContaining('did not return the signing secret') },
		});
		expect(asked()).toEqual([list, add, list, remove]);
		expect(kept()).toBeUndefined();
	});

	it('ignores an entry that cannot be read, at any address', async () => {
		const { subscription, secretsKnown } = subscriptionOver([
			listed(null, { id: null, url: null, filterTypes: null }, { ...elsewhere, filterTypes: null }),
			added(),
		]);
		await subscription.create(['refund'], false);
		expect(secretsKnown()).toEqual([secret]);
	});
});

describe('unsubscribing', () => {
	const types = ours.filterTypes;

	it('asks for nothing to be removed where nothing is, and forgets the secret', async () => {
		const { subscription, keepSecret, kept, asked } = subscriptionOver([listed(elsewhere)]);
		keepSecret();
		await subscription.remove(types);
		expect(asked()).toEqual([list]);
		expect(kept()).toBeUndefined();
	});

	it('succeeds when the subscription is gone in the end, whatever the answer was', async () => {
		const { subscription, keepSecret, kept } = subscriptionOver([listed(ours), lost, listed()]);
		keepSecret();
		await subscription.remove(types);
		expect(kept()).toBeUndefined();
	});

	it('remembers a subscription that is still there', async () => {
		const { subscription, keepSecret, secretsKnown } = subscriptionOver([
			listed(ours),
			refused,
			listed(ours),
		]);
		keepSecret();
		await expect(subscription.remove(types)).rejects.toBeInstanceOf(ServiceFailure);
		expect(secretsKnown()).toEqual([secret]);
	});

	it('uses the spelling of the address that the service lists', async () => {
		const spelled = { ...ours, url: url.replace('n8n', 'N8N') };
		const { subscription, keepSecret, sent } = subscriptionOver([listed(spelled), deleted]);
		keepSecret();
		await subscription.remove(types);
		expect(sent[1]?.body).toMatchObject({ variables: { url: spelled.url } });
	});

	it.each([
		['was subscribed at an earlier address, or by the n8n that this one was copied from', 'ep_0'],
		['has the same ID there', 'ep_1'],
	])('never touches what %s', async (_, id) => {
		const earlier = { ...ours, id, url: 'https://tunnel.test/webhook/1' };
		const { subscription, keepSecret, kept, asked, warnings } = subscriptionOver([listed(earlier)]);
		keepSecret(id, earlier.url);
		await subscription.remove(types);
		expect(asked()).toEqual([list]);
		expect(kept()).toBeUndefined();
		expect(warnings).toEqual([expect.stringContaining(`at ${earlier.url}, an earlier address`)]);
	});

	it('warns in the log that Stitch stops repeating the events of a removed subscription', async () => {
		const { subscription, keepSecret, infos } = subscriptionOver([listed(ours), deleted]);
		keepSecret();
		await subscription.remove(types);
		expect(infos).toEqual([expect.stringContaining('still repeating are not sent again')]);
	});

	it('removes what a crash left: at this address, to just these types, and not kept', async () => {
		const { subscription, asked } = subscriptionOver([listed(ours), deleted]);
		await subscription.remove(types);
		expect(asked()).toEqual([list, remove]);
	});

	it('leaves other types that someone else has subscribed at this address', async () => {
		const { subscription, asked } = subscriptionOver([listed(ours)]);
		await subscription.remove(['payment']);
		expect(asked()).toEqual([list]);
	});

	it('removes only its own types when someone else has also subscribed the address', async () => {
		const foreign = { id: 'ep_9', url, filterTypes: ['payment'] };
		const { subscription, keepSecret, sent } = subscriptionOver([listed(foreign, ours), deleted]);
		keepSecret();
		await subscription.remove(types);
		expect(sent[1]?.body).toMatchObject({ variables: { url, filterTypes: types } });
	});

	it.each([
		['one of its types', ['refund']],
		['all types', null],
	])(
		"stays, with a line in the log, when removing it would also remove someone else's of %s",
		async (_, filterTypes) => {
			const foreign = { id: 'ep_9', url, filterTypes };
			const { subscription, keepSecret, kept, asked, warnings } = subscriptionOver([
				listed(foreign, ours),
			]);
			keepSecret();
			await subscription.remove(types);
			expect(asked()).toEqual([list]);
			expect(kept()).toBe(url);
			expect(warnings).toEqual([expect.stringContaining('someone else')]);
		},
	);

	it('cannot reach the subscription of the client that the credential named before, and says so', async () => {
		const credential = { clientId: 'live-1', clientSecret: 'another' };
		const { subscription, keepSecret, kept, asked, warnings } = subscriptionOver([listed()], {
			credential,
		});
		keepSecret();
		await subscription.remove(types);
		expect(asked()).toEqual([list]);
		expect(kept()).toBeUndefined();
		expect(warnings).toEqual([expect.stringMatching(/client test-1,.* still has .*Delete/)]);
	});
});

const earlierUrl = 'https://tunnel.test/webhook/1';

it.each([
	['at an earlier address', earlierUrl, sealingCredential, `at ${earlierUrl}, an earlier address`],
	[
		'by the client that the credential named before',
		url,
		{ clientId: 'live-1', clientSecret: 'another' },
		'client test-1',
	],
])(
	'leaves alone what was subscribed %s when it subscribes, and says so',
	async (_, at, credential, words) => {
		const { subscription, keepSecret, kept, asked, warnings } = subscriptionOver(
			[listed({ ...ours, url: earlierUrl }), added()],
			{ credential },
		);
		keepSecret('ep_0', at);
		await subscription.create(['refund'], false);
		expect(asked()).toEqual([list, add]);
		expect(kept()).toBe(url);
		expect(warnings).toEqual([expect.stringContaining(words)]);
	},
);

it('warns, when it replaces a subscription, that Stitch stops repeating its events', async () => {
	const { subscription, warnings } = subscriptionOver([listed(ours), deleted, added()]);
	await subscription.create(['refund'], false);
	expect(warnings).toEqual([
		expect.stringMatching(
			/is replaced\. Events that Stitch was still repeating are not sent again/,
		),
	]);
});

describe('the events of terminals', () => {
	const types = ['payment', 'terminal-session.failure', 'terminal-session.success'];
	const terminalTypes = types.slice(1);
	const addedAs = (id: string) => added({ id, secret: secretOf(id) });

	it('are subscribed in a separate call', async () => {
		const script = [listed(), addedAs('ep_1'), addedAs('ep_2')];
		const { subscription, sent, secretsKnown } = subscriptionOver(script);
		await subscription.create(types, false);
		expect(sent.slice(1).map(({ body }) => (body as IDataObject).variables)).toEqual([
			{ url, filterTypes: ['payment'] },
			{ url, filterTypes: terminalTypes },
		]);
		expect(secretsKnown()).toEqual([secretOf('ep_1'), secretOf('ep_2')]);
	});

	it('that are refused leave nothing subscribed, so that nobody waits for them in vain', async () => {
		const half = { id: 'ep_1', url, filterTypes: ['payment'] };
		const script = [listed(), addedAs('ep_1'), refused, listed(half), deleted];
		const { subscription, asked, kept } = subscriptionOver(script);
		await expect(subscription.create(types, false)).rejects.toMatchObject({
			details: { code: 'BAD_USER_INPUT' },
		});
		expect(asked().at(-1)).toBe(remove);
		expect(kept()).toBeUndefined();
	});

	it('are only left out where whatever the client can receive was chosen, with a line in the log', async () => {
		const script = [listed(), addedAs('ep_1'), refused];
		const { subscription, secretsKnown, warnings } = subscriptionOver(script);
		await subscription.create(types, true);
		expect(secretsKnown()).toEqual([secretOf('ep_1')]);
		expect(warnings).toEqual([
			expect.stringMatching(
				/^Stitch refused the events terminal-session.*the others are subscribed/,
			),
		]);
	});

	it('that were left out do not have the others replaced each time that n8n starts', async () => {
		const held = { id: 'ep_1', url, filterTypes: ['payment'] };
		const script = [listed(), addedAs('ep_1'), refused, listed(held)];
		const { subscription } = subscriptionOver(script);
		await subscription.create(types, true);
		expect(await subscription.isInPlace(types)).toBe(true);
	});

	it('are refused to the person who has chosen nothing else', async () => {
		const { subscription } = subscriptionOver([listed(), refused]);
		await expect(subscription.create(terminalTypes, false)).rejects.toMatchObject({
			details: { code: 'BAD_USER_INPUT' },
		});
	});

	it.each([
		['they were chosen', false],
		['nobody would miss them', true],
	])('subscribe everything again when their answer was lost, where %s', async (_, mayLeaveOut) => {
		const half = { id: 'ep_1', url, filterTypes: ['payment'] };
		const script = [listed(), addedAs('ep_1'), lost, listed(half), deleted];
		const { subscription, asked, secretsKnown } = subscriptionOver([
			...script,
			addedAs('ep_3'),
			addedAs('ep_4'),
		]);
		await subscription.create(types, mayLeaveOut);
		expect(asked()).toEqual([list, add, add, list, remove, add, add]);
		expect(secretsKnown()).toEqual([secretOf('ep_3'), secretOf('ep_4')]);
	});

	it('are removed with the others, even where a crash has left them unknown', async () => {
		const both = [
			{ id: 'ep_1', url, filterTypes: ['payment'] },
			{ id: 'ep_2', url, filterTypes: terminalTypes },
		];
		const { subscription, sent } = subscriptionOver([listed(...both), deleted]);
		await subscription.remove(types);
		expect(sent[1]?.body).toMatchObject({ variables: { url, filterTypes: null } });
	});
});
