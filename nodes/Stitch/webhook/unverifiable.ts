import type { Message } from '../transport/messages';

/** Why no genuine event can be told from a forged one, whoever sends it. */
export type Unverifiable =
	'client' | 'clock' | 'credential' | 'gone' | 'lost' | 'noSecret' | 'replaced';

const publishAgain =
	'Unpublish the workflow and publish it again. Events that were refused in the meantime may not come again: use Get Many to see what has changed.';

const words: Record<Unverifiable, Message> = {
	client: {
		message:
			'The credential was changed since this workflow was published: unpublish and publish it',
		description: `The credential now names another client, so the events of the client that the workflow was published with are refused, and those of the new client are not sent here. ${publishAgain}`,
	},
	clock: {
		message:
			'An event from Stitch was refused, because its time is more than five minutes off the clock of this machine',
		description:
			'If the clock of the server that n8n runs on is wrong, set it: until then every event is refused. Stitch repeats them for up to 28 hours. If the clock is right, somebody has sent an old event once more, and there is nothing to do.',
	},
	credential: {
		message: 'The credential of this node cannot be read, so events from Stitch are refused',
		description: `It may have been deleted. Choose a credential in this node. ${publishAgain}`,
	},
	gone: {
		message:
			'The event subscription could not be replaced, so no events may arrive: unpublish the workflow and publish it',
		description: `Its signing secret was lost, and subscribing again failed: n8n's log says why. ${publishAgain}`,
	},
	lost: {
		message:
			'The signing secret of the event subscription cannot be read, so events from Stitch are refused: unpublish the workflow and publish it',
		description: `The client secret in the credential was changed, or what n8n keeps with the workflow was lost. ${publishAgain}`,
	},
	noSecret: {
		message: 'The credential holds no signing secret, so events from Stitch are refused',
		description:
			'Paste the signing secret of the subscription into Webhook Signing Secrets in the credential. Stitch repeats refused events for up to 28 hours.',
	},
	replaced: {
		message: 'The event subscription was replaced, because its signing secret was lost',
		description:
			'Events arrive again from now on. Events that were refused before may not come again: use Get Many to see what has changed.',
	},
};

/** What a person is told, in an execution that fails for this reason. */
export function unverifiableInWords(why: Unverifiable): Message {
	return words[why];
}

/** What starts such an execution, in place of an event; no event has this form. */
export function notVerifiedItem(why: Unverifiable): { notVerified: Unverifiable } {
	return { notVerified: why };
}

/** What an item of the trigger says about it; undefined for an event. */
export function readItem({ notVerified }: { notVerified?: unknown }): Unverifiable | undefined {
	return typeof notVerified === 'string' && notVerified in words
		? (notVerified as Unverifiable)
		: undefined;
}
