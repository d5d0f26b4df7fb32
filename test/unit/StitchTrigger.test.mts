import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { StitchTrigger } from '../../nodes/Stitch/StitchTrigger.node';
import * as eventDelivery from '../../nodes/Stitch/webhook/deliver';
import * as publication from '../../nodes/Stitch/webhook/publish';
import * as events from '../../nodes/Stitch/webhook/receive';
import { columns, outputOf, passedOn, triggerContext } from './triggering.mts';

afterEach(() => {
	jest.restoreAllMocks();
});

describe('Stitch Payments Trigger', () => {
	const node = new StitchTrigger();

	it.each([
		['checkExists', 'subscriptionExists'],
		['create', 'createSubscription'],
		['delete', 'deleteSubscription'],
	] as const)('passes what n8n asks of its subscription on: %s', async (method, to) => {
		const hook = triggerContext<IHookFunctions>();
		for (const answer of [true, false]) {
			const asked = jest.spyOn(publication, to).mockResolvedValue(answer);
			expect(await node.webhookMethods.default[method].call(hook)).toBe(answer);
			expect(asked).toHaveBeenLastCalledWith(hook);
		}
	});

	it('answers a request by itself, and n8n adds nothing', async () => {
		const receive = jest.spyOn(events, 'receive').mockResolvedValue({});
		const request = triggerContext<IWebhookFunctions>();
		await node.webhook.call(request);
		expect(receive).toHaveBeenCalledWith(request);
		expect(node.description.webhooks).toMatchObject([
			{ httpMethod: 'POST', responseMode: 'onReceived', responseData: 'noData' },
		]);
	});

	it.each([true, false])('makes columns of an event, fewer with Simplify: %s', async (simplify) => {
		jest.spyOn(eventDelivery, 'processEvents').mockResolvedValue(passedOn());
		expect(await outputOf(node, simplify)).toEqual(columns(simplify));
	});
});
