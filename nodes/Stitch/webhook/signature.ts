import { createHmac, timingSafeEqual, type KeyObject } from 'crypto';

import { rejected, type Rejection } from './rejections';

/** How far the sender's clock may be off, either way (Standard Webhooks). */
const toleranceSeconds = 5 * 60;

/** The two families of header names: the branded one first, then the one of the standard. */
const families = ['svix', 'webhook'] as const;

export interface SigningKey {
	key: KeyObject;
	/** The event types of its subscription; empty if they are not known. */
	filterTypes: readonly string[];
}

export interface Delivery {
	/** Names in lower case, as Node gives them. */
	headers: Record<string, string | string[] | undefined>;
	/** The raw body as a Buffer; anything else is refused. */
	body: unknown;
	/** Any of them may have signed. */
	keys: readonly SigningKey[];
	/** Milliseconds since the epoch. */
	now: number;
}

/**
 * The verdict on a request. A request that is refused for its `clock` was signed by the service, but at a
 * time that is too far from the time of this machine.
 */
export type Verification = { eventId: string; signedWith: SigningKey } | { rejection: Rejection };

interface SignatureHeaders {
	id: string;
	timestamp: string;
	signature: string;
}

/**
 * Whether a request was signed by the service (Standard Webhooks, on the bytes that were received).
 * Anything missing, malformed or unknown is refused. Never throws.
 */
export function verify({ headers, body, keys, now }: Delivery): Verification {
	const given = readHeaders(headers);
	if (given === undefined) {
		return rejected('unsigned', 'the signature headers are missing or incomplete');
	}
	if (!Buffer.isBuffer(body)) return rejected('body', 'the body did not arrive as plain bytes');
	const skew = skewOf(given.timestamp, now);
	if (skew === undefined) {
		return rejected('timestamp', 'the timestamp is not a number of seconds');
	}
	const signedWith = signer(given, body, keys);
	if (signedWith === undefined) {
		return rejected(
			'forged',
			'no signature matches; the secret may have changed, or the event is forged',
		);
	}
	if (Math.abs(skew) > toleranceSeconds) {
		const direction = skew > 0 ? 'behind' : 'ahead of';
		return rejected(
			'clock',
			`the timestamp is ${Math.abs(skew)} s ${direction} the clock of this machine; if that happens to every event, set the clock`,
		);
	}
	return { eventId: given.id, signedWith };
}

/** Whether a request has all headers of a signature; without them it is refused before any key is read. */
export function hasSignature(headers: Delivery['headers']): boolean {
	return readHeaders(headers) !== undefined;
}

/** The first family that is complete; the two are never mixed. */
function readHeaders(headers: Delivery['headers']): SignatureHeaders | undefined {
	for (const family of families) {
		const id = headers[`${family}-id`];
		const timestamp = headers[`${family}-timestamp`];
		const signature = headers[`${family}-signature`];
		if (isFilled(id) && isFilled(timestamp) && isFilled(signature)) {
			return { id, timestamp, signature };
		}
	}
	return undefined;
}

function isFilled(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}

/** Seconds by which the timestamp is behind the clock; negative when it is ahead. */
function skewOf(timestamp: string, now: number): number | undefined {
	// Only digits: anything else is ambiguous.
	return /^\d{1,12}$/.test(timestamp) ? Math.floor(now / 1000) - Number(timestamp) : undefined;
}

/**
 * The key that a request was signed with. Every signature is compared with every key, so that the
 * time taken does not reveal which matched.
 */
function signer(
	given: SignatureHeaders,
	body: Buffer,
	keys: readonly SigningKey[],
): SigningKey | undefined {
	const candidates = given.signature
		.split(' ')
		.filter((entry) => entry.startsWith('v1,'))
		.map((entry) => Buffer.from(entry.slice('v1,'.length)));
	let found: SigningKey | undefined;
	for (const signing of keys) {
		const expected = Buffer.from(sign(given, body, signing.key));
		for (const candidate of candidates) {
			// Compared as text: only one of the base64 spellings of these bytes is the signature.
			const same = candidate.length === expected.length && timingSafeEqual(candidate, expected);
			found = same ? signing : found;
		}
	}
	return found;
}

function sign({ id, timestamp }: SignatureHeaders, body: Buffer, key: KeyObject): string {
	return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
}
