import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { isSimplified } from './run/simplify';
import { eventColumns } from './webhook/eventColumns';
import { triggerPanel } from './webhook/settings';
import { createSubscription, deleteSubscription, subscriptionExists } from './webhook/publish';
import { processEvents } from './webhook/deliver';
import { receive } from './webhook/receive';
import { eventsSubtitle } from './webhook/catalogue';

export class StitchTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Stitch Payments Trigger',
		name: 'stitchTrigger',
		icon: { light: 'file:../../icons/stitch.svg', dark: 'file:../../icons/stitch.dark.svg' },
		group: ['trigger'],
		// In a trigger of version 1, n8n evaluates an expression for every request, signed or forged.
		version: 2,
		subtitle: eventsSubtitle,
		// The node picker shows both nodes as one entry, with the description of either.
		description:
			'Pay out, take payments, react to events, verify bank accounts and refund with Stitch in South Africa',
		eventTriggerDescription: 'Waiting for an event from Stitch',
		activationMessage: 'Events from Stitch now start this workflow.',
		defaults: { name: 'Stitch Payments Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'stitchApi', required: true }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: 'noData',
				path: 'webhook',
			},
		],
		properties: triggerPanel.properties,
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await subscriptionExists(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await createSubscription(this);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await deleteSubscription(this);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}

	/** Runs in the execution that `webhook` started, and passes each event on once. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const short = isSimplified(this.getNodeParameter('simplify', 0, null));
		return eventColumns(await processEvents(this), short);
	}
}
