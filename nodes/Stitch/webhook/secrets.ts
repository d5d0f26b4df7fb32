import { createSecretKey, type KeyObject } from 'crypto';

/** `whsec_` and the key in base64 (Standard Webhooks). */
const form = /^whsec_([A-Za-z0-9+/]+={0,2})$/;

/** Shorter keys could be guessed; the standard's own are 24 to 64 bytes. */
const shortestKeyBytes = 16;

/** The secrets in a text that holds several, separated by commas, spaces or line breaks. */
export function splitSecrets(value: unknown): string[] {
	return typeof value === 'string' ? value.split(/[\s,]+/).filter((part) => part !== '') : [];
}

/** The key that a signing secret stands for; undefined for a text that is not such a secret. */
export function keyOf(secret: string): KeyObject | undefined {
	const encoded = form.exec(secret)?.[1];
	if (encoded === undefined) return undefined;
	const key = Buffer.from(encoded, 'base64');
	// A KeyObject signs four times as fast as the bare bytes, and does not show its content in logs.
	return key.length >= shortestKeyBytes ? createSecretKey(key) : undefined;
}

/** The keys of the well-formed secrets. If there are none, every event is refused. */
export function keysOf(secrets: readonly string[]): KeyObject[] {
	return secrets.map(keyOf).filter((key) => key !== undefined);
}
