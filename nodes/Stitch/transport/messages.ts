import {
	httpStatusOf,
	isRedirect,
	provesNothing,
	type FailureDetails,
	type FailureFacts,
} from './failure';
import { refusedField } from './fieldNames';
import { joinWithAnd, quoted } from './wording';
import { meaningIn, readable, verificationReasons } from './reasons';
import { scopeInWords, clientScopes, userScopes } from './scopes';

/** The meaning of a failure for the person at the editor, and what to do about it. */
export interface Message {
	message: string;
	description: string;
}

/** Said if nothing shows whether something was done; one of the next two follows. */
export const mayHaveGoneThrough = 'It may have gone through.';

/** The instruction for a payment under a nonce, if nothing shows whether it was made (spec 4.3). */
export const runAgain = 'Run it again unchanged: it cannot be paid twice.';

/** The same for a request without a nonce. */
export const checkFirst = 'Check in Stitch before you run it again.';

/** The instruction after a reading without an answer. */
const readAgain = 'Nothing was changed. Try again.';

/**
 * Puts a failure into words: what happened, then how to fix it. Words that the failure already has take
 * precedence.
 */
export function explain(failure: FailureDetails): Message {
	const { sentence, advice, happened, nonce } = failure;
	if (sentence !== undefined) {
		// Without the full stop of its last sentence, because others may follow.
		return { message: sentence.replace(/\.$/, ''), description: advice ?? '' };
	}
	const { message, description } = explainKind(failure);
	if (advice !== undefined) return { message, description: advice };
	if (happened !== 'maybe') return { message, description };
	const open = `${mayHaveGoneThrough} ${nonce === undefined ? checkFirst : runAgain}`;
	// A value must not be changed before it is known whether it was accepted.
	return { message, description: isOfSetup(failure) ? `${description} ${open}` : open };
}

/** What must be changed, other than a value of the item, before such a request can succeed; else empty. */
export function setupAdvice(failure: FailureDetails): string {
	return isOfSetup(failure) ? explainKind(failure).description : '';
}

function isOfSetup(failure: FailureDetails): boolean {
	const { kind, code = '' }: FailureFacts = failure;
	const isOfClient = [401, 403].includes(httpStatusOf(failure));
	return (
		kind === 'notTheService' ||
		kind === 'notOffered' ||
		isOfClient ||
		interactionCodes.includes(code)
	);
}

function explainKind(failure: FailureDetails): Message {
	const { host = 'Stitch' }: FailureFacts = failure;
	switch (failure.kind) {
		case 'notConnected':
			return {
				message: `No connection to ${host}`,
				description:
					'Check the network, and any custom addresses in the credential, then try again.',
			};
		case 'answerLost':
			return {
				message: `Lost the connection to ${host} before it replied`,
				description: readAgain,
			};
		case 'unreadable':
			return {
				message: 'Stitch sent a response that could not be read',
				description: readAgain,
			};
		case 'notTheService':
			return {
				message: isRedirect(failure.status)
					? 'Stitch answered with a redirect'
					: 'The reply did not come from Stitch',
				description:
					'A proxy, a firewall or a wrong address can cause this. Check any custom addresses in the credential.',
			};
		case 'notOffered':
			return explainNotOffered(failure);
		case 'stopped':
			return {
				message: 'The execution was stopped before this item was sent',
				description: 'Run this item again to send it.',
			};
		default:
			return explainStatus(failure);
	}
}

/** This is not the user's mistake: every user of this version gets it. */
function explainNotOffered(failure: FailureDetails): Message {
	const said = stitchMessage(failure);
	const nothing = failure.happened === 'no' ? 'Nothing was processed. ' : '';
	return {
		message: `This version of the node asks Stitch for something that Stitch does not offer${said ? `: ${said}` : ''}`,
		description: `${nothing}There is nothing to change in your workflow. Update the node; if it is up to date, open an issue with this message in its repository.`,
	};
}

/** The bank wants its customer to confirm the connection again: the code, and its older name. */
const interactionCodes = ['USER_INTERACTION_REQUIRED', 'REAUTHORIZATION_REQUIRED'];

function explainInteraction(failure: FailureDetails): Message {
	const { userInteractionUrl }: FailureFacts = failure;
	const reconnect =
		userInteractionUrl === undefined
			? 'Open the credential and connect it again, signed in as the account holder.'
			: 'Send them the link under userInteractionUrl in the details of this item. The person who set up your Stitch client must first add ?redirect_uri= to it, with an address in an allowed redirect domain of the client.';
	const then = failure.happened === 'maybe' ? '' : ' Then run the item again.';
	return { message: 'The account holder must reconnect their bank', description: reconnect + then };
}

function explainStatus(failure: FailureDetails): Message {
	const { code = '', isWithoutId }: FailureFacts = failure;
	if (interactionCodes.includes(code)) return explainInteraction(failure);
	if (isInvalidAccountNumber(failure)) {
		return {
			message: `${quoted(accountNumberLabel)}: the account number is not a valid one of this bank`,
			description: 'Check it for a mistyped digit, and that this is its bank.',
		};
	}
	const status = httpStatusOf(failure);
	const said = stitchMessage(failure);
	switch (status) {
		case 400:
			return explainRefusedValues(failure);
		case 401:
			return {
				message: 'Stitch does not accept the credential',
				description:
					"Open the credential, check 'Client ID' and 'Client Secret', and save it: n8n then tests it. Client secrets expire two years after they are issued.",
			};
		case 403:
			return explainForbidden(failure);
		case 404:
			if (isWithoutId) return explainNothingThere(said);
			return {
				message: 'Stitch does not know this ID',
				description:
					'Check the ID, and that it belongs to the same client: a test client does not see what a live client created.',
			};
		case 409:
			return {
				message: `Stitch reports a conflict: it was already sent, or its status does not allow this${said ? ` (${said})` : ''}`,
				description: `This request changed nothing, but an earlier one, even in this run, may have gone through. ${checkFirst}`,
			};
		case 422:
			return explainUnprocessable(failure);
		case 429:
			return {
				message: 'Stitch received too many requests and refused this one',
				description:
					"Try again in a few minutes. For many items, lower 'Concurrency' or raise 'Retry Time Limit', if the node has these options.",
			};
		default:
			if (provesNothing(status)) {
				return { message: 'Stitch is not available at the moment', description: readAgain };
			}
			return {
				message: `Stitch refused the request${said ? `: ${said}` : ''}`,
				description:
					'Fix the value that Stitch names. If it names none, send this message and its details to Stitch support.',
			};
	}
}

/** A 404 to a request for a whole list, or for a new object. */
function explainNothingThere(said: string | undefined): Message {
	return {
		message: `Stitch does not offer this to your client, or does not know an ID in the request${said ? `: ${said}` : ''}`,
		description:
			'If you entered an ID, such as that of a merchant or a terminal, check it. Otherwise ask Stitch support whether this product is switched on for your client.',
	};
}

/** A 400 says in its own words which value was refused, often after the name of the value. */
function explainRefusedValues(failure: FailureFacts): Message {
	const refused = refusedField(failure.detail);
	if (refused === undefined) {
		const said = stitchMessage(failure);
		return {
			message: `Stitch refused the values${said ? `: ${said}` : ''}`,
			description: 'Fix the value that Stitch names, then try again.',
		};
	}
	const { label, why } = refused;
	return {
		message: `Stitch refused ${quoted(label)}: ${why}`,
		description: 'Change the value, then try again.',
	};
}

const accountNumberLabel = 'Account Number';

/** Spec 7 says it in words; public sources have the code, in one place or another. */
function isInvalidAccountNumber({ code, detail, reason }: FailureFacts): boolean {
	return [code, detail, reason].some(
		(said) => said !== undefined && /check.?digit|(^|[\W_])cdv($|[\W_])/i.test(said),
	);
}

/** The field that the service does not take, as the panel calls it; undefined where it names none. */
export function refusedFieldOf(failure: FailureFacts): string | undefined {
	if (isInvalidAccountNumber(failure)) return accountNumberLabel;
	return httpStatusOf(failure) === 400 ? refusedField(failure.detail)?.label : undefined;
}

export function stitchMessage({ detail, title }: FailureFacts): string | undefined {
	return (detail ?? title)?.replace(/\.$/, '');
}

function explainForbidden({ missingScopes = [], detail }: FailureFacts): Message {
	if (missingScopes.length === 0) {
		return {
			message: `Stitch does not allow your client to do this${detail ? `: ${detail}` : ''}`,
			description: 'Ask Stitch support whether this product is switched on for your client.',
		};
	}
	const scopes = missingScopes.length > 1 ? 'scopes' : 'scope';
	return {
		message: `The credential lacks the ${scopes} ${joinWithAnd(missingScopes.map(scopeInWords))}`,
		description: scopeAdvice(missingScopes),
	};
}

function scopeAdvice(missing: string[]): string {
	const areAllIn = (list: typeof clientScopes) =>
		missing.every((scope) => list.some(({ value }) => value === scope));
	if (areAllIn(userScopes)) {
		return "Open the Stitch User OAuth2 API credential, add what is missing under 'Scopes', and connect again.";
	}
	if (areAllIn(clientScopes)) {
		return "Open the Stitch API credential, add what is missing under 'Scopes', and save. If n8n says that the client was not granted it, remove it again: Stitch would refuse everything else as well. Then ask Stitch support to switch it on.";
	}
	return `Open the credential, choose Other under 'Scopes', and enter this in 'Additional Scopes': ${missing.join(' ')}. If Stitch refuses it, remove it again: Stitch would refuse everything else as well. Then ask Stitch support to switch it on.`;
}

function explainUnprocessable({ reason, detail }: FailureFacts): Message {
	const meaning = meaningIn(verificationReasons, reason ?? '');
	const said = detail ?? (reason && readable(reason)) ?? 'no reason given';
	const fix = meaning === undefined ? 'Check the values.' : `${meaning.fix}.`;
	return {
		message: meaning?.what ?? `Stitch could not complete the request: ${said}`,
		description: reason === undefined ? fix : `${fix} Reason given by Stitch: ${reason}.`,
	};
}
