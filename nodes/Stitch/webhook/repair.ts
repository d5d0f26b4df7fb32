import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { subscriptionsAt } from '../actions/eventSubscription/eventSubscriptions';
import { connect } from '../transport/connect';
import type { ServiceOptions } from '../transport/service';
import { filterTypesOf } from './kinds';
import { readOptions } from './options';
import { ownSubscriptions } from './signingSecrets';
import { Subscription } from './subscription';

const serviceOptions: ServiceOptions = { maxAttempts: 2, budgetMs: 10_000, timeoutMs: 10_000 };

/**
 * Replaces the subscription of this node if the service holds another one than is known here: then no
 * event can be verified. That happens when a run in another process writes back what n8n kept with
 * the workflow before it was published again.
 * @returns whether it was replaced
 * @throws {ServiceFailure | NodeOperationError}
 */
export async function repairSubscription(context: IWebhookFunctions): Promise<boolean> {
	const credential = await context.getCredentials('stitchApi');
	const service = await connect(context, serviceOptions);
	const url = context.getNodeWebhookUrl('default') ?? '';
	const listed = await subscriptionsAt(service, url);
	const known = ownSubscriptions(context, credential)
		.filter(({ secret }) => secret !== undefined)
		.map(({ id }) => id);
	if (listed.length === 0 || listed.some(({ id }) => id !== null && known.includes(id)))
		return false;
	const options = readOptions(context.getNodeParameter('options', {}) as IDataObject);
	const events = context.getNodeParameter('events', []) as string[];
	await new Subscription(context, service, credential, url).create(
		filterTypesOf(events, options.otherEventTypes),
	);
	return true;
}
