import type { IDataObject, IHookFunctions } from 'n8n-workflow';

import { ServiceFailure } from '../../../nodes/Stitch/transport/failure';
import { keep, keptFor } from '../../../nodes/Stitch/webhook/keptSubscriptions';
import { Subscription } from '../../../nodes/Stitch/webhook/subscription';
import { answer, serviceOf, type Script } from '../builders.mts';
import { secretOf } from './deliveries.mts';

const url = 'https://n8n.test/webhook/1';
const elsewhere = { id: 'ep_9', url: 'https://n8n.test/webhook/2', filterTypes: ['refund'] };
const ours = { id: 'ep_1', url, filterTypes: ['disbursement', 'refund'] };
const secret = secretOf('kept');

const listed = (...webhookEndpoints: object[]) =>
	answer(200, { data: { client: { webhookEndpoints } } });
const added = (more: IDataObject = {}) =>
	answer(200, { data: { clientWebhookAdd: { id: 'ep_1', secret, ...more } } });
const deleted = answer(200, { data: { clientWebhookDelete: { url } } });
const refused = answer(400, { code: 'BAD_USER_INPUT', detail: 'The url is not public' });
const lost = { kind: 'answerLost' } as const;

function subscriptionOver(script: Script) {
	const { service, sent } = serviceOf(script);
	const staticData: IDataObject = {};
	const context = { getWorkflowStaticData: () => staticData } as unknown as IHookFunctions;
	/** What the service was asked, each by the first field that it names. */
	const asked = () =>
		sent.map(({ body }) => {
			const { query } = body as { query: string };
			return /clientWebhook\w+|webhookEndpoints/.exec(query)?.[0];
		});
	return { subscription: new Subscription(context, service, url), context, sent, asked };
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
		const { subscription, context } = subscriptionOver([listed(...endpoints)]);
		keep(context, url, { id: 'ep_1', secret });
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
		const { subscription, context, sent, asked } = subscriptionOver(script);
		await subscription.create(['refund']);
		expect(asked()).toEqual([list, remove, add]);
		expect(sent[1]?.body).toMatchObject({ variables: { url } });
		expect(sent[2]?.body).toMatchObject({ variables: { url, filterTypes: ['refund'] } });
		expect(keptFor(context, url)).toEqual({ id: 'ep_1', secret });
	});

	it('starts anew when the answer was lost, as nobody knows the secret of what that left', async () => {
		const script = [listed(), lost, listed(ours), deleted, added()];
		const { subscription, context, asked } = subscriptionOver(script);
		await subscription.create(['refund']);
		expect(asked()).toEqual([list, add, list, remove, add]);
		expect(keptFor(context, url)?.secret).toBe(secret);
	});

	it('leaves nothing behind when every answer was lost', async () => {
		const attempt: Script = [listed(), lost];
		const script = [...attempt, ...attempt, ...attempt, listed(ours), deleted];
		const { subscription, context, asked } = subscriptionOver(script);
		await expect(subscription.create(['refund'])).rejects.toBeInstanceOf(ServiceFailure);
		expect(asked().filter((field) => field === add)).toHaveLength(3);
		expect(asked().at(-1)).toBe(remove);
		expect(keptFor(context, url)).toBeUndefined();
	});

	it('gives up at once when the service refuses', async () => {
		const { subscription, asked } = subscriptionOver([listed(), refused]);
		await expect(subscription.create(['refund'])).rejects.toMatchObject({
			details: { status: 400, code: 'BAD_USER_INPUT' },
		});
		expect(asked()).toEqual([list, add]);
	});

	it.each([
		['no secret', { secret: undefined }],
		['a secret of another form', { secret: 'whsec_' }],
		['no ID', { id: undefined }],
	])('does not count where the answer has %s: no event could be verified', async (_, more) => {
		const attempt: Script = [listed(), added(more)];
		const script = [...attempt, ...attempt, ...attempt, listed()];
		const { subscription, context } = subscriptionOver(script);
		await expect(subscription.create(['refund'])).rejects.toMatchObject({
			details: { kind: 'unreadable' },
		});
		expect(keptFor(context, url)).toBeUndefined();
	});
});

describe('unsubscribing', () => {
	it('asks for nothing to be removed where nothing is, and forgets the secret', async () => {
		const { subscription, context, asked } = subscriptionOver([listed(elsewhere)]);
		keep(context, url, { id: 'ep_1', secret });
		await subscription.remove();
		expect(asked()).toEqual([list]);
		expect(keptFor(context, url)).toBeUndefined();
	});

	it('is content when it is gone in the end, whatever the answer was', async () => {
		const { subscription, context } = subscriptionOver([listed(ours), lost, listed()]);
		keep(context, url, { id: 'ep_1', secret });
		await subscription.remove();
		expect(keptFor(context, url)).toBeUndefined();
	});

	it('keeps the secret of one that is still there', async () => {
		const { subscription, context } = subscriptionOver([listed(ours), refused, listed(ours)]);
		keep(context, url, { id: 'ep_1', secret });
		await expect(subscription.remove()).rejects.toBeInstanceOf(ServiceFailure);
		expect(keptFor(context, url)).toEqual({ id: 'ep_1', secret });
	});
});
