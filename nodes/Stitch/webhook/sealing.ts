import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { clientOf, secretOf } from '../transport/client';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a text so that only the credential opens it (AES-256-GCM; the key comes from
 * the client's ID and secret by HKDF-SHA-256). n8n keeps what belongs to a workflow in plain text: in
 * its database, its API and every backup.
 * @param bound what the text belongs to; it opens for nothing else
 */
export function seal(
	text: string,
	credential: ICredentialDataDecryptedObject,
	bound: string,
): string {
	const nonce = randomBytes(nonceBytes);
	const cipher = createCipheriv(algorithm, sealingKey(credential), nonce);
	cipher.setAAD(Buffer.from(bound));
	const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
	return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64');
}

/** Undefined with a different credential, for something else that it is bound to, or if it was changed. */
export function unseal(
	sealed: unknown,
	credential: ICredentialDataDecryptedObject,
	bound: string,
): string | undefined {
	if (typeof sealed !== 'string') return undefined;
	const bytes = Buffer.from(sealed, 'base64');
	if (bytes.length < nonceBytes + tagBytes) return undefined;
	const decipher = createDecipheriv(
		algorithm,
		sealingKey(credential),
		bytes.subarray(0, nonceBytes),
	).setAAD(Buffer.from(bound));
	decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
	try {
		const content = decipher.update(bytes.subarray(nonceBytes + tagBytes));
		return Buffer.concat([content, decipher.final()]).toString('utf8');
	} catch {
		return undefined;
	}
}

function sealingKey(credential: ICredentialDataDecryptedObject): Buffer {
	const purpose = 'n8n-nodes-stitch-payments signing secret';
	const [secret, client] = [secretOf(credential), clientOf(credential)];
	return Buffer.from(hkdfSync('sha256', secret, client, purpose, 32));
}
