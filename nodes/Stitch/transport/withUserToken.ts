import type { ICredentialDataDecryptedObject, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { oauthCodeIn } from './clientToken';
import { blockedByN8n, causesOf, type FailureDetails } from './failure';
import { saysTokenInvalid, sender } from './http';
import { isBlockedByN8n } from './n8nInternals';
import type { Context, Send } from './service';

export const userCredentialType = 'stitchUserOAuth2Api';

/** The token to continue with and whether it is new, or why there is none. */
type Renewal = { token: string; isNew: boolean } | FailureDetails;

/** Renewals under way in this process, by the token that is not valid any more. */
const renewals = new Map<string, Promise<Renewal>>();

/** Whether a person has given their consent: the credential holds a token. */
export function isConnected(credential: ICredentialDataDecryptedObject): boolean {
	return accessTokenOf(credential) !== '';
}

/**
 * Sends requests with the user token of the node's credential. n8n signs them and stores renewed
 * tokens. Whether one is still valid is read here, because GraphQL says so with HTTP status 200.
 */
export function withUserToken(context: Context, credential: ICredentialDataDecryptedObject): Send {
	let token = accessTokenOf(credential);
	const kept = [credential.clientSecret, tokenDataOf(credential).refresh_token];
	const send = sender(context, userCredentialType, () => [token, ...kept]);
	// Each renewal opens a banking session (spec 5.4), so if one did not help, it is not repeated.
	let isRefusedAfterRenewal = false;

	return async (options) => {
		for (let renewed = false; ;) {
			const sentWith = token;
			const answer = await send(options);
			if (!saysTokenInvalid(answer, options)) return answer;
			// Another request of this run may have renewed it in the meantime.
			if (sentWith !== token) continue;
			if (renewed) isRefusedAfterRenewal = true;
			if (isRefusedAfterRenewal) return stillInvalid;
			const renewal = await renewOnce(context, sentWith);
			if ('kind' in renewal) return renewal;
			({ token, isNew: renewed } = renewal);
		}
	};
}

const stillInvalid: FailureDetails = {
	kind: 'token',
	happened: 'no',
	sentence: 'Stitch does not accept the user token, although it was just renewed',
	advice: 'Open the credential and connect it again.',
};

/** Refresh tokens are single use (spec 5.4): all executions with the same old token share one renewal. */
async function renewOnce(context: Context, old: string): Promise<Renewal> {
	const renewal = renewals.get(old) ?? renew(context, old).finally(() => renewals.delete(old));
	renewals.set(old, renewal);
	return await renewal;
}

async function renew(context: Context, old: string): Promise<Renewal> {
	try {
		const stored = await context.getCredentials(userCredentialType);
		// It has been renewed elsewhere: by another execution, another process, or a person.
		if (accessTokenOf(stored) !== old) {
			return { token: accessTokenOf(stored), isNew: false };
		}
		if (tokenDataOf(stored).refresh_token === undefined) return noRefreshToken;
		const { refreshOAuth2Token } = context.helpers as IExecuteFunctions['helpers'];
		await refreshOAuth2Token.call(context as IExecuteFunctions, userCredentialType);
		const renewed = await context.getCredentials(userCredentialType);
		return { token: accessTokenOf(renewed), isNew: true };
	} catch (thrown) {
		return whyNotRenewed(thrown);
	}
}

/**
 * Reads the error that n8n throws if a user token could not be renewed. Only the OAuth error code is
 * taken from it: the thrown object can contain the client secret and the refresh token.
 */
function whyNotRenewed(thrown: unknown): FailureDetails {
	const chain = causesOf(thrown);
	if (chain.some(isBlockedByN8n)) return blockedByN8n;
	const code = chain
		.map((cause) => oauthCodeIn((cause as { body?: unknown }).body))
		.find((found) => found !== undefined);
	// What n8n turns invalid_grant into; earlier versions pass on the OAuth error itself. Recognized
	// by its name, because its class can come from another copy of n8n-workflow than this file's.
	const needsPerson = chain.some(
		(cause) => (cause as { name?: unknown }).name === 'NodeOperationError',
	);
	if (code === 'invalid_grant' || (code === undefined && needsPerson)) {
		// Or another process has just used the refresh token, and the next run takes what it got.
		return {
			kind: 'token',
			happened: 'no',
			code: 'invalid_grant',
			sentence: 'The credential is no longer connected',
			advice:
				'Run the workflow once more. If it says this again, open the credential and connect it again. Consent can be withdrawn, and it expires after a year without use.',
		};
	}
	if (code !== undefined) {
		return {
			kind: 'token',
			happened: 'no',
			code,
			sentence: "Stitch does not renew the user token with this 'Client ID' and 'Client Secret'",
			advice:
				'Open the credential, copy both again from the Stitch dashboard, and connect it again.',
		};
	}
	return {
		kind: 'token',
		happened: 'no',
		sentence: 'The user token has expired, and no new one could be obtained',
		advice:
			'Check the network, and any custom addresses in the credential, then run the workflow again. If that does not help, connect the credential again.',
		temporary: true,
	};
}

const noRefreshToken: FailureDetails = {
	kind: 'token',
	happened: 'no',
	sentence: 'The credential is no longer connected',
	advice:
		'Open the credential and connect it again. With the scope Offline Access it stays connected.',
};

function accessTokenOf(credential: ICredentialDataDecryptedObject): string {
	const { access_token: token } = tokenDataOf(credential);
	return typeof token === 'string' ? token : '';
}

function tokenDataOf({ oauthTokenData }: ICredentialDataDecryptedObject): IDataObject {
	return typeof oauthTokenData === 'object' ? (oauthTokenData as IDataObject) : {};
}
