import type { IWebhookFunctions } from 'n8n-workflow';

import { receive as receiveWith } from '../../../nodes/Stitch/webhook/receive';
import { repairSubscription } from '../../../nodes/Stitch/webhook/repair';

/** Answers a request as the trigger node does. */
export async function receive(context: IWebhookFunctions) {
	return await receiveWith(context, repairSubscription);
}
