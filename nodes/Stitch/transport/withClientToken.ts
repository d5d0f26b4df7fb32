import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { keptToken } from './clientToken';
import type { FailureDetails } from './failure';
import { saysTokenInvalid, sender } from './http';
import { setTokenRequests } from './n8nInternals';
import type { Context, RawAnswer, Send } from './service';

export const clientCredentialType = 'stitchApi';

/** If a fresh token is not valid either, there is no third try. */
const renewals = 2;

/**
 * Sends requests with the client token of the node's credential.
 *
 * The credential is resolved once and passed to every request. Otherwise n8n would read, decrypt and
 * evaluate it for each one, which takes longer than the request. n8n fetches and stores a token
 * whenever `accessToken` is empty. Then one request goes ahead and the others wait until its token is
 * there, so that a run with many requests in flight fetches one token, not many. If no token can be
 * obtained, they fail together.
 * @param timeoutMs milliseconds without an answer after which a token request is given up
 */
export function withClientToken(
	context: Context,
	data: ICredentialDataDecryptedObject,
	timeoutMs: number,
): Send {
	const secrets = () => [data.clientSecret, keptToken(data)];
	const send = sender(context, clientCredentialType, secrets, resolved(context, data));
	if (keptToken(data) === undefined) data.accessToken = '';
	let renewal: Promise<RawAnswer | FailureDetails | undefined> | undefined;
	let tokenArrived = () => {};
	let isFresh = !data.accessToken;

	setTokenRequests(data, {
		timeoutMs,
		onToken(accessToken) {
			data.accessToken = accessToken;
			tokenArrived();
		},
	});

	/** Sends a request and returns the token that was used. */
	async function sendWithToken(options: IHttpRequestOptions) {
		while (renewal !== undefined) {
			const outcome = await renewal;
			if (outcome && 'kind' in outcome && outcome.kind === 'token')
				return { answer: outcome, token: '' };
		}
		const token = data.accessToken;
		if (token) return { answer: await send(options), token };
		const ahead = send(options);
		const arrived = new Promise<undefined>((resolve) => {
			tokenArrived = () => resolve(undefined);
		});
		renewal = Promise.race([ahead, arrived]);
		await renewal;
		renewal = undefined;
		const newToken = data.accessToken;
		return { answer: await ahead, token: newToken };
	}

	/**
	 * A service that does not take a token may close the connection while a large body is still being sent,
	 * and then its answer is lost. So an upload never uses a token from an earlier run.
	 */
	function renewForUpload({ body }: IHttpRequestOptions): void {
		if (isFresh || !(body instanceof FormData)) return;
		isFresh = true;
		data.accessToken = '';
	}

	return async (options) => {
		renewForUpload(options);
		for (let renewed = 0; ; renewed++) {
			const { answer, token } = await sendWithToken(options);
			if (!saysTokenInvalid(answer, options) || renewed === renewals) return answer;
			// Unless another request has replaced this token in the meantime.
			if (data.accessToken === token) data.accessToken = '';
		}
	};
}

/** The credential as n8n resolves it, so that it does not resolve it for every request. */
function resolved(context: Context, data: ICredentialDataDecryptedObject): ICredentialsDecrypted {
	const { id, name = '' } = context.getNode().credentials?.[clientCredentialType] ?? {};
	return { id: id ?? '', name, type: clientCredentialType, data };
}
