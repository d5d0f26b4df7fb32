import { createHmac, timingSafeEqual, type KeyObject } from 'crypto';

/** How far the sender's clock may be off, either way (Standard Webhooks). */
const toleranceSeconds = 5 * 60;

/** The two families of header names: the branded one first, then the one of the standard. */
const families = ['svix', 'webhook'] as const;

/** One request as it arrived. */
export interface Delivery {
	/** Names in lower case, as Node gives them. */
	headers: Record<string, string | string[] | undefined>;
	/** The raw body as a Buffer; anything else is refused. */
	body: unknown;
	/** The decoded signing keys; any of them may have signed. */
	keys: readonly KeyObject[];
	/** Milliseconds since the epoch. */
	now: number;
}

/** The result of the check. The reason is only for the log: the sender must not learn it. */
export type Verdict = { genuine: true; eventId: string } | { genuine: false; reason: string };

interface SignatureHeaders {
	id: string;
	timestamp: string;
	signature: string;
}

/**
 * Whether a request was signed by the service (Standard Webhooks, on the bytes that were received).
 * Anything missing, malformed or unknown is refused. Never throws.
 */
export function verify({ headers, body, keys, now }: Delivery): Verdict {
	const given = readHeaders(headers);
	if (given === undefined) return refused('the signature headers are missing or incomplete');
	if (!Buffer.isBuffer(body)) return refused('the body did not arrive as plain bytes');
	if (keys.length === 0) {
		return refused(
			'no signing secret is known here; unpublish the workflow and publish it again, or check the credential',
		);
	}
	const skew = skewOf(given.timestamp, now);
	if (skew === undefined) return refused('the timestamp is not a number of seconds');
	if (Math.abs(skew) > toleranceSeconds) {
		const direction = skew > 0 ? 'behind' : 'ahead of';
		return refused(
			`the timestamp is ${Math.abs(skew)} s ${direction} the clock of this machine; if that happens to every event, set the clock`,
		);
	}
	if (!matches(given, body, keys)) {
		return refused('no signature matches; the secret may have changed, or the event is forged');
	}
	return { genuine: true, eventId: given.id };
}

function refused(reason: string): Verdict {
	return { genuine: false, reason };
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

/** Compares every signature with every key, so that the time taken does not reveal which matched. */
function matches(given: SignatureHeaders, body: Buffer, keys: readonly KeyObject[]): boolean {
	const candidates = given.signature
		.split(' ')
		.filter((entry) => entry.startsWith('v1,'))
		.map((entry) => Buffer.from(entry.slice('v1,'.length)));
	let found = false;
	for (const key of keys) {
		const expected = Buffer.from(sign(given, body, key));
		for (const candidate of candidates) {
			// Compared as text: only one of the base64 spellings of these bytes is the signature.
			const same = candidate.length === expected.length && timingSafeEqual(candidate, expected);
			found = same || found;
		}
	}
	return found;
}

function sign({ id, timestamp }: SignatureHeaders, body: Buffer, key: KeyObject): string {
	return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
}
