import { createHash } from 'crypto';

import { check } from '../schemas/invalidInput';
import { visibleText } from '../schemas/visibleText';

/** The namespace of the nonces made here. Changing it would make every earlier payment look new. */
const namespace = '0e364af2-34b0-4a20-9c9d-2329c7075557';

export type NonceSource = 'externalReference' | 'itemContent' | 'custom';

/** The source of a nonce; never the execution, so that a later run derives the same nonce. */
export interface NonceParts {
	clientId: string;
	/** For example `disbursement.create`: the same reference may be paid out and refunded. */
	kind: string;
	/** The values that identify the payment, for a nonce from its content. */
	identity?: object | undefined;
	externalReference?: string | undefined;
	/** The nonce that the user enters. */
	custom?: unknown;
}

// Made once: a schema takes longer to make than to check a text with.
const customNonce = visibleText('My Own Key', { max: 4096 });
const givenReference = visibleText('External Reference');

/**
 * The nonce of one payment (spec 2.5, 4.3: equal nonces are one payment).
 * @throws {InvalidInput} when the chosen source is empty
 */
export function makeNonce(source: NonceSource, parts: NonceParts): string {
	const { clientId, kind, identity, externalReference, custom } = parts;
	switch (source) {
		case 'custom':
			return check(customNonce, custom);
		case 'itemContent':
			// Without one, all payments would be the same.
			if (identity === undefined) throw new Error(`${kind} is not identified by its content`);
			return uuidV5(canonical([clientId, kind, identity]));
		case 'externalReference': {
			const reference = check(givenReference, externalReference);
			return uuidV5(canonical([clientId, kind, reference]));
		}
	}
}

/** The maximum number of attempts for a payment that keeps failing, the first one included. */
const mostAttempts = 10;

/** The nonces of a payment's attempts: its own, then one for each repeat. */
export function attemptNonces(nonce: string): string[] {
	return Array.from({ length: mostAttempts }, (_, index) =>
		index === 0 ? nonce : uuidV5(canonical([nonce, 'attempt', index + 1])),
	);
}

/** One text for every spelling of the same content: sorted keys, composed Unicode (NFC). */
export function canonical(content: unknown): string {
	return JSON.stringify(content, (_key, value: unknown) => {
		if (typeof value === 'string') return value.normalize('NFC');
		if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
		return Object.fromEntries(
			Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)),
		);
	});
}

/** A name-based UUID, version 5 (RFC 9562). */
export function uuidV5(name: string, space: string = namespace): string {
	const hash = createHash('sha1')
		.update(Buffer.from(space.replaceAll('-', ''), 'hex'))
		.update(name)
		.digest()
		.subarray(0, 16);
	hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
	hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
	return hash.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
