import type { IWebhookFunctions } from 'n8n-workflow';

import { subscriptionsAt } from '../actions/eventSubscription/eventSubscriptions';
import { connect } from '../transport/connect';
import type { ServiceOptions } from '../transport/service';
import { subscribedTypes } from './options';
import { openSecrets } from './secrets';
import { Subscription } from './subscription';

const serviceOptions: ServiceOptions = { maxAttempts: 2, budgetMs: 10_000, timeoutMs: 10_000 };

/**
 * Replaces the subscription of this node if the service holds another one than is known here: then no
 * event can be verified. That happens when the client secret was renewed, and when a run writes back
 * what n8n kept with the workflow before it was published again.
 * @returns whether it was replaced
 * @throws {ServiceFailure | NodeOperationError}
 */
export async function repairSubscription(context: IWebhookFunctions): Promise<boolean> {
	const credential = await context.getCredentials('stitchApi');
	const service = await connect(context, serviceOptions);
	const url = context.getNodeWebhookUrl('default') ?? '';
	const listed = await subscriptionsAt(service, url);
	const known = openSecrets(context, credential).map(({ id }) => id);
	const isKnown = listed.some(({ id }) => id !== null && known.includes(id));
	if (listed.length === 0 || isKnown) return false;
	await new Subscription(context, service, credential, url).create(subscribedTypes(context));
	return true;
}
