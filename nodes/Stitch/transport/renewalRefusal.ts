import type { IDataObject } from 'n8n-workflow';

import type { FailureDetails } from './failure';
import { causesOf } from './thrown';

/**
 * Reads what n8n throws when a user token could not be renewed. Only the OAuth error code is taken
 * from it: the thrown object can hold the client secret and the refresh token.
 */
export function readRenewalRefusal(thrown: unknown): FailureDetails {
	const chain = causesOf(thrown);
	const code = chain.map(oauthCodeOf).find((found) => found !== undefined);
	// What n8n turns invalid_grant into; earlier versions pass on the OAuth error itself. Recognized
	// by its name, because its class can come from another copy of n8n-workflow than this file's.
	const needsPerson = chain.some(
		(cause) => (cause as { name?: unknown }).name === 'NodeOperationError',
	);
	if (code === 'invalid_grant' || (code === undefined && needsPerson)) {
		return {
			kind: 'token',
			code: 'invalid_grant',
			sentence: 'The credential is no longer connected',
			advice:
				'Open the credential and connect it again. Consent can be withdrawn, and it expires after a year without use.',
		};
	}
	if (code !== undefined) {
		return {
			kind: 'token',
			code,
			sentence: "Stitch does not renew the user token with this 'Client ID' and 'Client Secret'",
			advice:
				'Open the credential, copy both again from the Stitch dashboard, and connect it again.',
		};
	}
	return {
		kind: 'token',
		sentence: 'The user token has expired, and no new one could be obtained',
		advice:
			'Check the Authorization Address in the credential and the network, then run the workflow again. If that does not help, connect the credential again.',
		temporary: true,
	};
}

function oauthCodeOf(cause: unknown): string | undefined {
	const { body } = cause as { body?: unknown };
	if (typeof body !== 'object' || body === null) return undefined;
	const { error } = body as IDataObject;
	return typeof error === 'string' ? error.slice(0, 60) : undefined;
}
