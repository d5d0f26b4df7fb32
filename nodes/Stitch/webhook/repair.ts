import type { IWebhookFunctions } from 'n8n-workflow';

import { subscriptionsAt } from '../actions/eventSubscription/eventSubscriptions';
import { inWords } from '../run/nodeError';
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
 * @returns what became of it: `gone` if it could not be replaced and may not exist any more; undefined
 * if nothing was to do
 * @throws {ServiceFailure | NodeOperationError} when the service cannot be asked; nothing has changed then
 */
export async function repairSubscription(
	context: IWebhookFunctions,
): Promise<'replaced' | 'gone' | undefined> {
	const credential = await context.getCredentials('stitchApi');
	const service = await connect(context, serviceOptions);
	const url = context.getNodeWebhookUrl('default') ?? '';
	const listed = await subscriptionsAt(service, url);
	const known = openSecrets(context, credential).map(({ id }) => id);
	const isKnown = listed.some(({ id }) => id !== null && known.includes(id));
	if (listed.length === 0 || isKnown) return undefined;
	const types = subscribedTypes(context);
	try {
		await new Subscription(context, service, credential, url).create(types);
		return 'replaced';
	} catch (cause) {
		context.logger.warn(`The event subscription could not be replaced: ${inWords(cause).message}`);
		return 'gone';
	}
}
