import { createSecretKey, type KeyObject } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { partsOf } from '../transport/json';

/** The beginning of a signing secret (Standard Webhooks); some libraries and people leave it out. */
const prefix = 'whsec_';

/** Shorter keys could be guessed. */
const shortestKeyBytes = 16;

/** The keys of the standard are 24 to 64 bytes; without the prefix, a shorter text is not a key. */
const shortestBareKeyBytes = 24;

/** The secrets that a person has pasted into the credential, which shows them only by its switch. */
export function pastedSecrets(credential: ICredentialDataDecryptedObject): string[] {
	const { manualEventSubscriptions, webhookSecret } = credential;
	return manualEventSubscriptions === true ? partsOf(webhookSecret) : [];
}

/** Undefined for a text that is not a signing secret. */
export function keyOf(secret: string): KeyObject | undefined {
	// A KeyObject signs four times as fast as the bare bytes, and does not show its content in logs.
	return whyMalformed(secret) === undefined ? createSecretKey(bytesOf(secret)) : undefined;
}

/**
 * Why a text is not a signing secret, as the end of a sentence such as "Number 2 of Webhook Signing
 * Secrets is too short"; undefined if it is one. Shows nothing of the secret itself.
 */
export function whyMalformed(secret: string): string | undefined {
	const hasPrefix = secret.startsWith(prefix);
	const encoded = encodedKey(secret);
	if (encoded === '') return `ends after ${prefix}: the secret itself is missing`;
	if (hasPrefix && encoded.includes(prefix)) {
		return 'is two secrets in one: put a comma between them';
	}
	if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) {
		return 'contains characters that no signing secret has: only letters, digits, +, / and = may follow whsec_';
	}
	// Four characters stand for three bytes, so one that is left over stands for nothing.
	if (encoded.replace(/=+$/, '').length % 4 === 1) {
		return 'has one character too few or too many';
	}
	const { length } = bytesOf(secret);
	if (!hasPrefix && length < shortestBareKeyBytes) {
		return `does not start with ${prefix} and is too short for a signing secret`;
	}
	return length < shortestKeyBytes ? 'is too short: its end seems to be missing' : undefined;
}

function encodedKey(secret: string): string {
	return secret.startsWith(prefix) ? secret.slice(prefix.length) : secret;
}

function bytesOf(secret: string): Buffer {
	return Buffer.from(encodedKey(secret), 'base64');
}
