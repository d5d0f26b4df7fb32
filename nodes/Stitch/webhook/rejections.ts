import type { Message } from '../transport/messages';

/**
 * Why a request is not accepted. `lost`: the secret that is kept cannot be opened, or none is kept;
 * `unavailable`: n8n could not read the credential just now.
 */
export interface Rejection {
	kind:
		| 'body'
		| 'client'
		| 'clock'
		| 'credential'
		| 'forged'
		| 'lost'
		| 'noSecret'
		| 'timestamp'
		| 'unavailable'
		| 'unsigned';
	/** For the log alone: the sender must not learn it. */
	reason: string;
}

export function rejected(kind: Rejection['kind'], reason: string): { rejection: Rejection } {
	return { rejection: { kind, reason } };
}

/**
 * What a person is alerted to, by an execution that fails: rejections that can hit genuine events too, the
 * outcome of replacing a subscription, and a genuine message that cannot become an event.
 */
export type Alert =
	| Extract<Rejection['kind'], 'client' | 'clock' | 'credential' | 'lost' | 'noSecret'>
	| 'gone'
	| 'noEvent'
	| 'replaced';

const publishAgain =
	'Unpublish the workflow and publish it again. Stitch may not repeat events that have been rejected since then: use Get Many to see what has changed.';

const messages: Record<Alert, Message> = {
	client: {
		message:
			'The credential has been changed since this workflow was published: unpublish and publish it',
		description: `The credential now names a different client. Events of the client that the workflow was published with are rejected, and events of the new client are not sent here. ${publishAgain}`,
	},
	clock: {
		message:
			'An event from Stitch was rejected, because its time is more than five minutes off the clock of this machine',
		description:
			'If the clock of the server that n8n runs on is wrong, set it: until then every event is rejected. Stitch repeats them for up to 28 hours. If the clock is right, n8n was too busy to take the event in time and Stitch sends it again, or someone else sent an old one: there is nothing to do.',
	},
	credential: {
		message: 'The credential of this node cannot be read, so events from Stitch are rejected',
		description: `It may have been deleted. Choose a credential in this node. ${publishAgain}`,
	},
	gone: {
		message:
			'The event subscription could not be replaced, so no events may arrive: unpublish the workflow and publish it',
		description: `Its signing secret was lost, and subscribing again failed: n8n's log says why. ${publishAgain}`,
	},
	lost: {
		message:
			'The signing secret of the event subscription cannot be read, so events from Stitch are rejected: unpublish the workflow and publish it',
		description: `The client secret in the credential was changed, or what n8n keeps with the workflow was lost. ${publishAgain}`,
	},
	noEvent: {
		message:
			'Stitch sent a message that this trigger cannot read, so it did not start the workflow',
		description:
			"The message is larger than 1 MiB, is not JSON, or has a type that is not chosen here: n8n's log says which. Use Get Many to see what has changed. If a subscription of your own brings such types, choose Unknown Event to start the workflow with them. At most one such message is shown in a day.",
	},
	noSecret: {
		message: 'The credential contains no signing secret, so events from Stitch are rejected',
		description:
			"In the credential, turn on 'Manual Event Subscriptions' and paste the signing secret of the subscription into 'Webhook Signing Secrets'. Stitch repeats rejected events for up to 28 hours.",
	},
	replaced: {
		message: 'The event subscription was replaced, because its signing secret was lost',
		description:
			'Events arrive again from now on. Stitch may not repeat events that were rejected before: use Get Many to see what has changed. If it is replaced again and again, unpublish the workflow and publish it, and move other triggers that remember something, such as a Schedule Trigger, into a different workflow.',
	},
};

export function alertMessage(alert: Alert): Message {
	return messages[alert];
}

/** The message of the execution of an event that cannot be read. */
export const unreadableEvent: Message = {
	message:
		'Stitch sent an event in a form that this trigger does not know, so it did not start the workflow',
	description:
		"Use Get Many to see what has changed. To start the workflow with such events, choose Unknown Event, without 'External Reference Prefix', and publish. Then retry this execution with the currently saved workflow.",
};

/** Undefined for any other value, such as a rejection that alerts nobody. */
export function alertNamed(value: unknown): Alert | undefined {
	return typeof value === 'string' && Object.hasOwn(messages, value) ? (value as Alert) : undefined;
}

/** The item that starts such an execution, in place of an event; no event has this form. */
export function alertItem(alert: Alert): { alert: Alert } {
	return { alert };
}
