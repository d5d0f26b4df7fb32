import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/**
 * The ID of the credential's client, without white space around it: an added space must create neither a
 * different client nor new nonces.
 */
export function clientOf({ clientId }: ICredentialDataDecryptedObject): string {
	return String(clientId ?? '').trim();
}

/** Its secret, likewise. */
export function secretOf({ clientSecret }: ICredentialDataDecryptedObject): string {
	return String(clientSecret ?? '').trim();
}

/** Whether a client moves real money: the ID of a test client starts with `test-` (spec 4.7). */
export function clientKind(clientId: string): 'test' | 'live' {
	return clientId.startsWith('test-') ? 'test' : 'live';
}
