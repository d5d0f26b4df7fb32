import {
	createCipheriv,
	createDecipheriv,
	createSecretKey,
	hkdfSync,
	randomBytes,
	type KeyObject,
} from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { SigningKey } from './signature';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** What a signing secret begins with (Standard Webhooks); some libraries and people leave it out. */
const secretPrefix = 'whsec_';

/** Shorter keys could be guessed. */
const shortestKeyBytes = 16;

/** The standard's own keys are 24 to 64 bytes; without the prefix, less is some other text. */
const shortestBareKeyBytes = 24;

/** The secrets in a text that holds several, separated by commas, spaces or line breaks. */
export function splitSecrets(value: unknown): string[] {
	return typeof value === 'string' ? value.split(/[\s,]+/).filter((part) => part !== '') : [];
}

/** The key that a signing secret stands for; undefined for a text that is not such a secret. */
export function keyOf(secret: string): KeyObject | undefined {
	// A KeyObject signs four times as fast as the bare bytes, and does not show its content in logs.
	return whyNoSecret(secret) === undefined ? createSecretKey(bytesOf(secret)) : undefined;
}

/**
 * The keys of the well-formed secrets. If there are none, every event is refused.
 * @param filterTypes what their subscription brings, if that is known
 */
export function keysOf(
	secrets: readonly string[],
	filterTypes: readonly string[] = [],
): SigningKey[] {
	return secrets.flatMap((secret) => {
		const key = keyOf(secret);
		return key === undefined ? [] : [{ key, filterTypes }];
	});
}

/**
 * What is wrong with the first of several secrets that is none, as the end of a sentence that begins
 * with its place, such as "Number 2 of Webhook Signing Secrets"; undefined if all are well-formed.
 * Shows nothing of the secret itself.
 */
export function malformedSecret(
	secrets: readonly string[],
): { place: number; why: string } | undefined {
	for (const [index, secret] of secrets.entries()) {
		const why = whyNoSecret(secret);
		if (why !== undefined) return { place: index + 1, why };
	}
	return undefined;
}

function whyNoSecret(secret: string): string | undefined {
	const hasPrefix = secret.startsWith(secretPrefix);
	const encoded = withoutPrefix(secret);
	if (encoded === '') return `ends after ${secretPrefix}: the secret itself is missing`;
	if (hasPrefix && encoded.includes(secretPrefix))
		return 'is two secrets in one: put a comma between them';
	if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) {
		return 'contains characters that no signing secret has: only letters, digits, +, / and = may follow whsec_';
	}
	// Four characters stand for three bytes, so one that is left over stands for nothing.
	if (encoded.replace(/=+$/, '').length % 4 === 1) {
		return 'has one character too few or too many';
	}
	const { length } = bytesOf(secret);
	if (!hasPrefix && length < shortestBareKeyBytes) {
		return `does not start with ${secretPrefix} and is too short for a signing secret`;
	}
	return length < shortestKeyBytes ? 'is too short: its end seems to be missing' : undefined;
}

function withoutPrefix(secret: string): string {
	return secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret;
}

function bytesOf(secret: string): Buffer {
	return Buffer.from(withoutPrefix(secret), 'base64');
}

/**
 * Encrypts a text so that only who has the credential can read it (AES-256-GCM; the key comes from
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

/** Decrypts what `seal` made; undefined with another credential, for something else, or if changed. */
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

/** Trimmed, as when a token is requested: an added space changes nothing. */
function sealingKey({ clientId, clientSecret }: ICredentialDataDecryptedObject): Buffer {
	const [id, secret] = [clientId, clientSecret].map((value) => String(value ?? '').trim());
	const purpose = 'n8n-nodes-stitch-payments signing secret';
	return Buffer.from(hkdfSync('sha256', secret ?? '', id ?? '', purpose, 32));
}
