import { isUnknown, type FailureDetails } from './failure';
import { meaningInWords, verificationReasons } from './reasons';
import { asListed, clientScopes, userScopes } from './scopes';

/** What a failure means to the person at the editor, and what to do about it. */
export interface Message {
	message: string;
	description: string;
}

/** Where a person can see what the service did if the answer never came. */
const unknownOutcome =
	'The request may or may not have been carried out. Run the workflow again: where a nonce protects the payment, nothing is sent twice. Otherwise look it up first.';

/** What to do after a reading that brought no answer. */
const readAgain = 'Nothing was changed. Run the workflow again.';

/** What an earlier attempt without an answer may have done. */
const uncertainOutcome =
	'An earlier attempt got no answer and may have been carried out. Look it up before you send it again.';

/**
 * Puts a failure into words: what happened, then how to fix it. Words that came with the failure
 * take precedence.
 */
export function explain(failure: FailureDetails): Message {
	const { sentence, advice, uncertain } = failure;
	if (sentence !== undefined) return { message: sentence, description: advice ?? '' };
	const { message, description } = explainKind(failure);
	if (advice !== undefined) return { message, description: advice };
	return { message, description: uncertain ? `${description} ${uncertainOutcome}` : description };
}

function explainKind(failure: FailureDetails): Message {
	switch (failure.kind) {
		case 'notConnected':
			return {
				message: `No connection to ${failure.host ?? 'the service'}`,
				description:
					'Nothing was sent. Check the network and the addresses in the credential, then run the workflow again.',
			};
		case 'answerLost':
			return {
				message: `The connection to ${failure.host ?? 'the service'} ended before an answer came`,
				description: failure.onlyRead ? readAgain : unknownOutcome,
			};
		case 'unreadable':
			return {
				message: 'The service sent an answer that cannot be read',
				description: failure.onlyRead ? readAgain : unknownOutcome,
			};
		case 'notTheService':
			return {
				message: `Something other than the Stitch service answered${inBrackets(failure)}`,
				description: `A proxy, a firewall or a wrong address in the credential can cause this. Check the addresses in the credential.${isUnknown(failure) ? ` ${unknownOutcome}` : ''}`,
			};
		case 'stopped':
			return {
				message: 'The execution was stopped before this item was sent',
				description: 'Run the workflow again to send it.',
			};
		default:
			return explainStatus(failure);
	}
}

/** GraphQL expresses by a code what REST expresses by the status. */
const statusOfCode: Record<string, number> = {
	BAD_USER_INPUT: 400,
	FORBIDDEN: 403,
	INTERNAL_SERVER_ERROR: 500,
	NONCE_DUPLICATE: 409,
	UNAUTHENTICATED: 401,
};

function explainStatus(failure: FailureDetails): Message {
	const status = failure.status ?? statusOfCode[failure.code ?? ''] ?? 0;
	const said = whatWasSaid(failure);
	switch (status) {
		case 400:
			return {
				message: `The service refused the values${said ? `: ${said}` : ''}`,
				description: 'Correct the value that the service names, then run the item again.',
			};
		case 401:
			return {
				message: 'The service does not accept the credential',
				description:
					'Open the credential, check the Client ID and the Client Secret, and save it: n8n then tests it. Client secrets expire two years after they are issued.',
			};
		case 403:
			return explainForbidden(failure);
		case 404:
			return {
				message: 'The service does not know this ID',
				description:
					'Check the ID, and that it belongs to the same client: a test client does not see what a live client created.',
			};
		case 409:
			return {
				message: `The service reports a conflict: this was sent before, or its state does not allow it${said ? ` (${said})` : ''}`,
				description:
					'This request changed nothing, but an earlier one may have, even in this run. Look it up before you send it again.',
			};
		case 422:
			return explainUnprocessable(failure);
		case 429:
			return {
				message: 'The service received too many requests and refused this one',
				description:
					'Nothing was done. Under Options, set Concurrency to a small number or raise Retry Time Limit, then run the item again.',
			};
		default:
			if (status >= 500) {
				return {
					message: `The service is not available at the moment${inBrackets(failure)}`,
					description: failure.onlyRead ? readAgain : unknownOutcome,
				};
			}
			return {
				message: `The service refused the request${said ? `: ${said}` : ''}${inBrackets(failure)}`,
				description:
					'Correct what the service names. If it names nothing, ask Stitch support, with the details of this item.',
			};
	}
}

/** The service's own words; for a GraphQL answer with the code and the place that was refused. */
export function whatWasSaid({ detail, title, code, path }: FailureDetails): string | undefined {
	const said = (detail ?? title)?.replace(/\.$/, '');
	if (said === undefined || path === undefined) return said;
	return `${said} (${code === undefined ? '' : `${code} `}at ${path})`;
}

function explainForbidden({ missingScopes = [], detail }: FailureDetails): Message {
	if (missingScopes.length === 0) {
		return {
			message: `The client may not do this${detail ? `: ${detail}` : ''}`,
			description: 'Ask Stitch support whether this product is enabled for your client.',
		};
	}
	const scopes = missingScopes.length > 1 ? 'scopes' : 'scope';
	return {
		message: `The credential lacks the ${scopes} ${missingScopes.map(asListed).join(' and ')}`,
		description: howToAdd(missingScopes),
	};
}

function howToAdd(missing: string[]): string {
	const areAllIn = (list: typeof clientScopes) =>
		missing.every((scope) => list.some(({ value }) => value === scope));
	if (areAllIn(userScopes)) {
		return 'Open the Stitch User OAuth2 API credential, add what is missing under Scopes, and connect again.';
	}
	if (areAllIn(clientScopes)) {
		return 'Open the Stitch API credential, add what is missing under Scopes, and save. If n8n then says that the client was not granted it, ask Stitch support to grant it.';
	}
	return 'The credential does not offer this. Ask Stitch support how your client can do it.';
}

function explainUnprocessable({ reason, detail }: FailureDetails): Message {
	const meaning = reason === undefined ? undefined : meaningInWords(verificationReasons, reason);
	const inWords = meaning && `${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}`;
	return {
		message: `The service could not complete this: ${inWords ?? detail ?? reason ?? 'no reason given'}`,
		description: [
			reason && `Reason given by the service: ${reason}.`,
			inWords === undefined && 'Check the values of this item.',
		]
			.filter(Boolean)
			.join(' '),
	};
}

function inBrackets({ status }: FailureDetails): string {
	return status === undefined ? '' : ` (HTTP ${status})`;
}
