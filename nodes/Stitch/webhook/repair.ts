import type { IWebhookFunctions } from 'n8n-workflow';

import { subscriptionsAt } from '../actions/eventSubscription/eventSubscriptions';
import { messageOf } from '../run/nodeError';
import { nodeInWords, placeOf } from '../run/place';
import { connect } from '../transport/connect';
import type { ServiceOptions } from '../transport/service';
import { subscribedTypes } from './settings';
import { keptBy, openSecrets } from './keptSubscriptions';
import { isTheSame, Subscription } from './subscription';
import { Throttle } from './throttle';

const serviceOptions: ServiceOptions = { maxTries: 2, budgetMs: 10_000, timeoutMs: 10_000 };

/** Publishing takes less, and Stitch repeats an event after five minutes. */
const checks = new Throttle(4 * 60_000);

/** By node, what the service listed at the last check. */
const listedBefore = new Map<string, string>();

/**
 * Replaces the subscription of this node if the service holds one whose secret cannot be opened here:
 * then no event can be verified. That happens when the client secret was renewed, when a run writes back
 * what n8n kept with the workflow before it was published again, and when n8n was restored from a backup.
 *
 * While n8n publishes, it takes requests already, but shows them what was subscribed only at the end. So
 * where nothing is kept, a subscription is replaced only if the check before found the same.
 * @returns what became of it: `gone` if it could not be replaced and may not exist any more; `later` if
 * that is not decided yet; undefined if nothing was to do
 * @throws {ServiceFailure | NodeOperationError} when the service cannot be asked; nothing has changed then
 */
export async function repairSubscription(
	context: IWebhookFunctions,
): Promise<'replaced' | 'gone' | 'later' | undefined> {
	const node = placeOf(context);
	if (!checks.passes(node, performance.now())) return 'later';
	const credential = await context.getCredentials('stitchApi');
	const service = await connect(context, serviceOptions);
	const url = context.getNodeWebhookUrl('default') ?? '';
	const here = await subscriptionsAt(service, url);
	const before = listedBefore.get(node);
	const listed = JSON.stringify(here);
	listedBefore.set(node, listed);
	const known = openSecrets(context, credential);
	if (known.some((one) => here.some((each) => isTheSame(each, one)))) return undefined;
	if (keptBy(context) === undefined && before !== listed) return 'later';
	if (here.length === 0) return undefined;
	const types = subscribedTypes(context);
	try {
		const subscription = new Subscription(context, service, credential, url);
		// Nobody is there to choose different events, so a refusal by Stitch now must not end the rest.
		await subscription.create(types, true);
		return 'replaced';
	} catch (cause) {
		const { message } = messageOf(cause);
		context.logger.warn(
			`${nodeInWords(context)} could not replace its event subscription: ${message}`,
		);
		return 'gone';
	}
}
