import { repairSubscription } from '../../../nodes/Stitch/webhook/repair';
import { answer } from '../builders.mts';
import { webhookContext } from './contexts.mts';
import { secretOf } from './deliveries.mts';

const url = 'https://n8n.test/webhook';
const endpoint = (id: string, at = url) => ({ id, url: at, filterTypes: ['disbursement'] });

function contextOver(endpoints: object[], options = {}) {
	const sent: Array<{ query: string; variables: unknown }> = [];
	const data = {
		client: { webhookEndpoints: endpoints },
		clientWebhookDelete: { url },
		clientWebhookAdd: { id: 'ep_3', secret: secretOf('fresh') },
	};
	const { context } = webhookContext({
		parameters: { events: ['refund.completed'], options },
		async http({ body }) {
			sent.push(body as (typeof sent)[number]);
			return await Promise.resolve(answer(200, { data }));
		},
	});
	return { context, sent };
}

it.each([
	['the known one is there', [endpoint('ep_1')], false],
	['the known one is there, beside another', [endpoint('ep_2'), endpoint('ep_1')], false],
	['none is there', [], false],
	['another one is only at another address', [endpoint('ep_2', `${url}/2`)], false],
	['only another one is there', [endpoint('ep_2')], true],
])('is needed only for a subscription that nobody here knows: %s', async (_, endpoints, needed) => {
	const { context, sent } = contextOver(endpoints);
	expect(await repairSubscription(context)).toBe(needed ? 'replaced' : undefined);
	expect(sent.some(({ query }) => query.includes('clientWebhookAdd'))).toBe(needed);
});

it('subscribes to what the node asks for now', async () => {
	const { context, sent } = contextOver([endpoint('ep_2')], { otherEventTypes: 'transaction' });
	await repairSubscription(context);
	expect(sent.at(-1)?.variables).toEqual({ url, filterTypes: ['refund', 'transaction'] });
});

it('says that the subscription may be gone when subscribing again fails', async () => {
	const { context } = webhookContext({
		parameters: { events: ['refund.completed'] },
		async http({ body: { query } }) {
			if (query.includes('clientWebhookAdd')) return await Promise.resolve(answer(403, {}));
			const data = {
				client: { webhookEndpoints: [endpoint('ep_2')] },
				clientWebhookDelete: { url },
			};
			return await Promise.resolve(answer(200, { data }));
		},
	});
	expect(await repairSubscription(context)).toBe('gone');
});
