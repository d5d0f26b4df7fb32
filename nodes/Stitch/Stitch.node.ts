import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { receiveReturn, resumeWebhooks } from './actions/payerReturn/receive';
import { consentWait } from './actions/paymentConsent/waitForConsent.operation';
import { paymentWait } from './actions/paymentRequest/waitForPayment.operation';
import { properties, subtitle } from './catalogue/properties';
import { findOperation } from './catalogue/resources';
import { listSearch } from './methods/listSearch';
import { run } from './run/run';

export class Stitch implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Stitch Payments',
		name: 'stitch',
		icon: { light: 'file:../../icons/stitch.svg', dark: 'file:../../icons/stitch.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Pay out, take payments, react to events, verify bank accounts and refund with Stitch in South Africa',
		defaults: { name: 'Stitch Payments' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		// Only "hide" is used: if a field shows a credential, the editor hides that field and everything
		// that it depends on, including Resource and Operation.
		credentials: [
			{
				name: 'stitchApi',
				required: true,
				displayOptions: { hide: { authentication: ['userToken'], withUserToken: [true] } },
			},
			{
				name: 'stitchUserOAuth2Api',
				required: true,
				displayOptions: { hide: { authentication: ['clientToken'], withClientToken: [true] } },
			},
		],
		webhooks: resumeWebhooks,
		properties,
	};

	methods = { listSearch };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await run(this, findOperation);
	}

	/** Called when a payer returns to an execution that waits for a payment. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveReturn(this, [paymentWait, consentWait]);
	}
}
