import { NodeOperationError, type IDataObject, type IHookFunctions } from 'n8n-workflow';

import { asNodeError, inWords } from '../run/nodeError';
import { connect } from '../transport/connect';
import { ServiceFailure } from '../transport/failure';
import { isOnThisMachine } from '../transport/addresses';
import type { ServiceOptions } from '../transport/service';
import { keptFor } from './keptSubscriptions';
import { filterTypesOf } from './kinds';
import { readOptions } from './options';
import { whyNotPublic } from './publicAddress';
import { keyOf, splitSecrets } from './secrets';
import { Subscription } from './subscription';

/** A person is waiting at the editor, and n8n itself tries several times. */
const serviceOptions: ServiceOptions = { maxAttempts: 4, budgetMs: 10_000, timeoutMs: 10_000 };

/**
 * Whether events arrive already, so that there is nothing to do.
 * @throws {NodeOperationError} when the service cannot tell
 */
export async function subscriptionExists(context: IHookFunctions): Promise<boolean> {
	if (!isAutomatic(context)) return false;
	return await explained(context, async () => {
		const types = wantedTypes(context);
		const subscription = await subscriptionOf(context);
		return await subscription.isInPlace(types).catch((cause: unknown) => {
			// n8n is restarting while the service is unavailable. The subscription still exists, but if
			// this failed, n8n would remove it.
			const isStart = ['init', 'leadershipChange'].includes(context.getActivationMode());
			if (!isStart || keptFor(context, subscription.url) === undefined) throw cause;
			context.logger.warn(
				'Stitch could not be asked whether the event subscription is in place; going on with the one known here',
			);
			return true;
		});
	});
}

/**
 * Makes sure that the chosen events arrive at this node and can be verified.
 * @throws {NodeOperationError} with what is missing, so that the workflow is not activated
 */
export async function createSubscription(context: IHookFunctions): Promise<boolean> {
	return await explained(context, async () => {
		const types = wantedTypes(context);
		if (isAutomatic(context)) {
			await checkAddress(context);
			await (await subscriptionOf(context)).create(types);
		} else {
			checkSecrets(context, (await context.getCredentials('stitchApi')).webhookSecret);
			if (keptFor(context, urlOf(context))) await (await subscriptionOf(context)).remove();
		}
		return true;
	});
}

/**
 * Removes the subscription of this node's address; it is fine if it is gone already.
 * @throws {NodeOperationError} when it may still exist; n8n tries again and then tells the user
 */
export async function deleteSubscription(context: IHookFunctions): Promise<boolean> {
	if (!isAutomatic(context) && keptFor(context, urlOf(context)) === undefined) return true;
	return await explained(context, async () => {
		await (await subscriptionOf(context)).remove();
		return true;
	});
}

function isAutomatic(context: IHookFunctions): boolean {
	return context.getNodeParameter('subscription', 'automatic') !== 'manual';
}

function urlOf(context: IHookFunctions): string {
	return context.getNodeWebhookUrl('default') ?? '';
}

async function subscriptionOf(context: IHookFunctions): Promise<Subscription> {
	return new Subscription(context, await connect(context, serviceOptions), urlOf(context));
}

function wantedTypes(context: IHookFunctions): string[] {
	const events = context.getNodeParameter('events', []) as string[];
	const { otherEventTypes } = readOptions(context.getNodeParameter('options', {}) as IDataObject);
	const types = filterTypesOf(events, otherEventTypes);
	if (events.length === 0) {
		throw refusal(context, 'No event is chosen. Choose under Events what the workflow starts on.');
	}
	if (types.length === 0 && isAutomatic(context)) {
		throw refusal(
			context,
			'Unknown Event alone does not say what to subscribe to. Choose another event, too, or name the types under Options, Other Event Types.',
		);
	}
	return types;
}

/** A simulator on this machine may send to this machine; the service needs a public address. */
async function checkAddress(context: IHookFunctions): Promise<void> {
	const url = urlOf(context);
	const why = whyNotPublic(url);
	if (why === undefined) return;
	const { graphqlUrl } = await context.getCredentials('stitchApi');
	if (isOnThisMachine(url) && isOnThisMachine(String(graphqlUrl))) return;
	throw refusal(
		context,
		`Stitch sends events to public https addresses only, and ${url} is not one: ${why}. Give n8n its public address (setting WEBHOOK_URL) or use a tunnel. If a proxy of yours passes events on to this address, set Subscription to Manual.`,
	);
}

function checkSecrets(context: IHookFunctions, value: unknown): void {
	const secrets = splitSecrets(value);
	const malformed = secrets.findIndex((secret) => keyOf(secret) === undefined);
	if (secrets.length > 0 && malformed < 0) return;
	const what =
		secrets.length === 0
			? 'The credential holds no signing secret, so forged events could not be told from genuine ones.'
			: `Number ${malformed + 1} of Webhook Signing Secrets in the credential does not have the form of a signing secret.`;
	throw refusal(
		context,
		`${what} Paste the secret of the subscription into Webhook Signing Secrets: it starts with whsec_ and is shown when the subscription is created.`,
	);
}

/** If a workflow cannot be activated, n8n shows only the message, so the advice is part of it. */
function refusal(context: IHookFunctions, message: string): NodeOperationError {
	return new NodeOperationError(context.getNode(), message);
}

/** Puts whatever went wrong into words for the person who activates the workflow. */
async function explained(context: IHookFunctions, work: () => Promise<boolean>): Promise<boolean> {
	try {
		return await work();
	} catch (cause) {
		if (cause instanceof NodeOperationError) throw asNodeError(context.getNode(), cause);
		throw refusal(context, inOneText(cause));
	}
}

function inOneText(cause: unknown): string {
	const { message, description } = inWords(cause);
	const text = `${message.replace(/\.$/, '')}. ${description}`.trim();
	if (!(cause instanceof ServiceFailure)) return text;
	const { code, detail = 'no reason given' } = cause.details;
	if (code === 'BAD_USER_INPUT') {
		return `Stitch refused the event subscription: ${detail}. Check that this n8n has a public https address and that your client may receive the chosen events; it is not documented who may receive those of terminal sessions.`;
	}
	return `The event subscription could not be set up or removed: ${text}`;
}
