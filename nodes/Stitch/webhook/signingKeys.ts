import type { KeyObject } from 'crypto';
import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

import { clientOf } from '../transport/clientToken';
import { readCredential, recentCredential } from './recentCredential';
import { keyOf, keysOf, splitSecrets } from './secrets';
import { ownSubscriptions } from './signingSecrets';
import type { Unverifiable } from './unverifiable';

/** A key that may have signed a request, and what is known of the subscription that it belongs to. */
export interface SigningKey {
	key: KeyObject;
	clientId: string;
	/** Empty if they are not known. */
	filterTypes: readonly string[];
}

/** The keys that may have signed; if there are none, `why`, unless that may be over in a moment. */
export interface SigningKeys {
	keys: SigningKey[];
	why?: Unverifiable | undefined;
}

/** The same keys by a credential that was just read; undefined if none was. They may be out of date. */
export function recentSigningKeys(context: IWebhookFunctions): SigningKeys | undefined {
	const credential = recentCredential(context);
	return credential && keysWith(context, credential);
}

/** The keys that a request to this node may have been signed with. Never throws. */
export async function signingKeys(context: IWebhookFunctions): Promise<SigningKeys> {
	let credential: ICredentialDataDecryptedObject;
	try {
		credential = await readCredential(context);
	} catch (cause) {
		// If this were thrown, anybody's request would get a 500 and leave a stored execution.
		return { keys: [], why: isOfCredential(cause) ? 'credential' : undefined };
	}
	return keysWith(context, credential);
}

function keysWith(
	context: IWebhookFunctions,
	credential: ICredentialDataDecryptedObject,
): SigningKeys {
	const isManual = context.getNodeParameter('subscription', 'automatic') === 'manual';
	return isManual ? pasted(credential) : subscribed(context, credential);
}

/** Not if n8n's database is away for a moment: the service then sends the event again. */
function isOfCredential(cause: unknown): boolean {
	return cause instanceof Error && /credential/i.test(cause.message);
}

function pasted(credential: ICredentialDataDecryptedObject): SigningKeys {
	const clientId = clientOf(credential);
	const keys = keysOf(splitSecrets(credential.webhookSecret));
	if (keys.length === 0) return { keys: [], why: 'noSecret' };
	return { keys: keys.map((key) => ({ key, clientId, filterTypes: [] })) };
}

function subscribed(
	context: IWebhookFunctions,
	credential: ICredentialDataDecryptedObject,
): SigningKeys {
	const own = ownSubscriptions(context, credential);
	const keys = own.flatMap(({ secret = '', clientId, filterTypes }) => {
		const key = keyOf(secret);
		return key === undefined ? [] : [{ key, clientId, filterTypes }];
	});
	if (keys.length > 0) return { keys };
	const isOfAnother = own.some(({ clientId }) => clientId !== clientOf(credential));
	return { keys, why: isOfAnother ? 'client' : 'lost' };
}
