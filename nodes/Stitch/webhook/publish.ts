import type { IHookFunctions, NodeOperationError } from 'n8n-workflow';

import { messageOf } from '../run/nodeError';
import { nodeInWords } from '../run/place';
import { connect, setupError } from '../transport/connect';
import { isTooMany, isUnanswered, ServiceFailure, type FailureFacts } from '../transport/failure';
import { isOnThisMachine, readAddresses, whyNotPublic } from '../transport/addresses';
import type { ServiceOptions } from '../transport/service';
import { asSentence } from '../transport/wording';
import { choosesEverything, isAutomatic, requireSavedFailures, subscribedTypes } from './settings';
import { pastedSecrets, whyMalformed } from './signingSecret';
import { Subscription } from './subscription';
import { sharedData } from './workflowData';

/** A person is waiting at the editor, and n8n itself tries several times. */
const serviceOptions: ServiceOptions = { maxTries: 4, budgetMs: 30_000, timeoutMs: 30_000 };

/**
 * Whether events arrive already, so that there is nothing to do.
 * @throws {NodeOperationError} when the service cannot be asked
 */
export async function subscriptionExists(context: IHookFunctions): Promise<boolean> {
	if (!isAutomatic(context)) return false;
	return await explained(context, async () => {
		const types = wantedTypes(context);
		const subscription = await subscriptionOf(context);
		return await subscription.isInPlace(types).catch((cause: unknown) => {
			// n8n is restarting while the service is unavailable. The subscription still exists, but if
			// this failed, n8n would remove it.
			if (!isStart(context) || !subscription.isKnown()) throw cause;
			context.logger.warn(
				`${nodeInWords(context)} continues with the event subscription that it knows, because Stitch could not be asked whether it is in place`,
			);
			return true;
		});
	});
}

/**
 * Makes sure that the chosen events arrive at this node and can be verified.
 * @throws {NodeOperationError} with what is missing, so that the workflow is not published
 */
export async function createSubscription(context: IHookFunctions): Promise<boolean> {
	return await explained(context, async () => {
		const types = wantedTypes(context);
		if (isAutomatic(context)) {
			await checkAddress(context);
			// When n8n starts, nobody is there to choose others.
			const mayLeaveOut = isStart(context) || choosesEverything(context);
			await (await subscriptionOf(context)).create(types, mayLeaveOut);
		} else {
			checkSecrets(context, pastedSecrets(await context.getCredentials('stitchApi')));
		}
		return true;
	});
}

/**
 * Removes the subscriptions of this node; it is fine if they are gone already. One that may still exist
 * stays known, and n8n's log names it.
 *
 * Never throws: n8n also asks for this when a publication fails. Had this failed as well, n8n would take
 * the node for published, and the next publication would ask for nothing and count as a success (seen in
 * 2.41).
 */
export async function deleteSubscription(context: IHookFunctions): Promise<boolean> {
	if (!isAutomatic(context)) return true;
	try {
		await (await subscriptionOf(context)).remove(subscribedTypes(context));
	} catch (cause) {
		context.logger.warn(
			`${nodeInWords(context)} could not remove its event subscription. ${asSentence(messageOf(cause).message)} If one is left at ${urlOf(context)}, publishing the workflow replaces it. If you do not publish it again, remove it: Event Subscription → Delete`,
		);
	}
	return true;
}

function isStart(context: IHookFunctions): boolean {
	return ['init', 'leadershipChange'].includes(context.getActivationMode());
}

function urlOf(context: IHookFunctions): string {
	return context.getNodeWebhookUrl('default') ?? '';
}

async function subscriptionOf(context: IHookFunctions): Promise<Subscription> {
	// What is kept later has to reach the data that n8n hands out here: n8n may save it again.
	sharedData(context);
	const service = await connect(context, serviceOptions);
	const credential = await context.getCredentials('stitchApi');
	return new Subscription(context, service, credential, urlOf(context));
}

function wantedTypes(context: IHookFunctions): string[] {
	const types = subscribedTypes(context);
	if (['create', 'activate', 'update'].includes(context.getActivationMode())) {
		requireSavedFailures(context);
	}
	if ((context.getNodeParameter('events', []) as string[]).length === 0) {
		throw cannotPublish(
			context,
			"No event is chosen. Choose under 'Events' what the workflow starts on.",
		);
	}
	if (types.length === 0 && isAutomatic(context)) {
		throw cannotPublish(
			context,
			"Unknown Event alone does not say what to subscribe to. Choose another event as well, or set 'Subscription' to Manual.",
		);
	}
	return types;
}

/** A simulator on this machine may send to this machine; the service needs a public address. */
async function checkAddress(context: IHookFunctions): Promise<void> {
	const url = urlOf(context);
	const why = whyNotPublic(url);
	if (why === undefined) return;
	const { addresses } = readAddresses(await context.getCredentials('stitchApi'));
	if (isOnThisMachine(url) && isOnThisMachine(addresses.graphqlUrl)) return;
	throw cannotPublish(
		context,
		`Stitch sends events to public https addresses only, and ${url} is not one: ${why}. Give n8n its public address (setting N8N_WEBHOOK_URL) or use a tunnel. If your own proxy passes events on to this address, set 'Subscription' to Manual.`,
	);
}

function checkSecrets(context: IHookFunctions, secrets: string[]): void {
	const none =
		'The credential contains no signing secret, so the trigger could not distinguish forged events from genuine ones.';
	const malformed = secrets.flatMap((secret, index) => {
		const why = whyMalformed(secret);
		return why === undefined
			? []
			: [`Number ${index + 1} of 'Webhook Signing Secrets' in the credential ${why}.`];
	});
	const [what] = secrets.length === 0 ? [none] : malformed;
	if (what === undefined) return;
	throw cannotPublish(
		context,
		`${what} Turn on 'Manual Event Subscriptions' in the credential and paste the secret of the subscription into 'Webhook Signing Secrets': it usually starts with whsec_ and is shown when the subscription is created.`,
	);
}

/** If a workflow cannot be published, n8n shows only the message, so the advice is part of it. */
function cannotPublish(context: IHookFunctions, message: string): NodeOperationError {
	return setupError(context, message, '');
}

async function explained(context: IHookFunctions, work: () => Promise<boolean>): Promise<boolean> {
	try {
		return await work();
	} catch (cause) {
		throw cannotPublish(context, publishMessage(cause));
	}
}

function publishMessage(cause: unknown): string {
	const { message, description } = messageOf(cause);
	const whole = `${asSentence(message)} ${description}`.trim();
	if (!(cause instanceof ServiceFailure)) return whole;
	const { happened } = cause.details;
	const { code, kind, detail = 'no reason given' }: FailureFacts = cause.details;
	if (code === 'BAD_USER_INPUT') {
		return `Stitch refused the event subscription: ${detail}. Check that this n8n has a public https address and that your client may receive the chosen events. If you chose terminal session events, remove them: not every client receives these.`;
	}
	// The other advice is for a node that runs with items.
	const isForLater =
		kind === 'notSent' ||
		(kind !== 'notTheService' &&
			(isTooMany(cause.details) || happened === 'maybe' || isUnanswered(cause.details)));
	const text = isForLater ? `${asSentence(message)} Try again in a few minutes.` : whole;
	return `The event subscription could not be set up, so no events arrive: ${text}`;
}
