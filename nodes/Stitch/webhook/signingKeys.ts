import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

import { clientOf } from '../transport/client';
import { isErrorOfN8n } from '../transport/n8nInternals';
import { keptBy, openSecrets } from './keptSubscriptions';
import { rejected, type Rejection } from './rejections';
import { isAutomatic } from './settings';
import type { SigningKey } from './signature';
import { keyOf, pastedSecrets } from './signingSecret';

/** Without any key, every request is refused. */
type SigningKeys = { keys: SigningKey[] } | { rejection: Rejection };

/** The keys that a request to this node may have been signed with. Never throws. */
export async function signingKeys(context: IWebhookFunctions): Promise<SigningKeys> {
	let credential: ICredentialDataDecryptedObject;
	try {
		credential = await context.getCredentials('stitchApi');
	} catch (cause) {
		// If this were thrown, any request would get a 500 and leave a stored execution. What is not an
		// error of n8n itself is one of its database. That is over in a moment and needs no alert: the
		// service then sends the event again.
		return isErrorOfN8n(cause)
			? rejected('credential', 'the credential cannot be read')
			: rejected('unavailable', "n8n's database could not be asked for the credential");
	}
	return isAutomatic(context) ? keptKeys(context, credential) : pastedKeys(credential);
}

function pastedKeys(credential: ICredentialDataDecryptedObject): SigningKeys {
	const keys = pastedSecrets(credential).flatMap((secret) => keysOf(secret, []));
	return keys.length > 0
		? { keys }
		: rejected('noSecret', 'the credential contains no signing secret');
}

function keptKeys(
	context: IWebhookFunctions,
	credential: ICredentialDataDecryptedObject,
): SigningKeys {
	const keys = openSecrets(context, credential).flatMap(({ secret, filterTypes }) =>
		keysOf(secret, filterTypes),
	);
	if (keys.length > 0) return { keys };
	const { clientId = clientOf(credential) } = keptBy(context) ?? {};
	return clientId === clientOf(credential)
		? rejected('lost', 'no signing secret of the event subscription can be read here')
		: rejected('client', 'the event subscription belongs to a different client');
}

/** One key; none for a secret that is malformed. */
function keysOf(secret: string, filterTypes: readonly string[]): SigningKey[] {
	const key = keyOf(secret);
	return key === undefined ? [] : [{ key, filterTypes }];
}
