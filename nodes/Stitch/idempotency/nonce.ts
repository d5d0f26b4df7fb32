import { createHash, randomUUID } from 'crypto';
import type { INodeProperties } from 'n8n-workflow';

import type { Item } from '../run/item';
import { asText, check, shown, text, type Mistake } from '../schemas/field';

/** The namespace of the nonces made here. Changing it would make every earlier payment look new. */
const namespace = '0e364af2-34b0-4a20-9c9d-2329c7075557';

/** Where a nonce comes from. */
export type NonceSource = 'externalReference' | 'itemContent' | 'custom' | 'random';

/** What a nonce is made of; never the execution, so running again makes the same nonce. */
export interface NonceParts {
	clientId: string;
	/** For example `disbursement.create`: the same reference may be paid out and refunded. */
	operation: string;
	/** The body that will be sent, without the nonce. */
	body: object;
	externalReference: string | undefined;
}

/**
 * The nonce of one item (spec 2.5, 4.3: equal nonces are one payment).
 * @throws {InvalidInput} when the chosen source is empty
 */
export function nonceFor(item: Item, parts: NonceParts): string {
	switch (item.get('nonceSource') as NonceSource) {
		case 'custom':
			return check(text('Custom Nonce', { max: 4096 }), item.get('customNonce'));
		case 'random':
			return randomUUID();
		case 'itemContent':
			return uuidV5(canonical([parts.clientId, parts.operation, parts.body]));
		default: {
			const reference = check(text('External Reference'), parts.externalReference);
			return uuidV5(canonical([parts.clientId, parts.operation, reference]));
		}
	}
}

/**
 * Whether the source of the nonce is known and filled in; for `check`, to be reported with the rest.
 * @param externalReference as the caller has read it: n8n evaluates a parameter at every reading
 */
export function missingNonceSource(item: Item, externalReference?: unknown): Mistake[] {
	const source = item.get('nonceSource') as NonceSource;
	if (!Object.keys(sources).includes(source)) {
		const fix = `Use one of: ${Object.keys(sources).join(', ')}.`;
		return [{ what: `Nonce cannot be ${shown(source)}`, fix }];
	}
	if (source === 'externalReference' && asText(externalReference) === undefined) {
		return [
			{
				what: 'External Reference is empty',
				fix: 'Fill in External Reference, which the nonce comes from, or choose another Nonce.',
			},
		];
	}
	if (source === 'custom' && asText(item.get('customNonce')) === undefined) {
		return [{ what: 'Custom Nonce is empty', fix: 'Fill in Custom Nonce.' }];
	}
	return [];
}

/** One text for all spellings of the same content: keys sorted, Unicode in its composed form. */
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
	return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const sources = {
	externalReference: {
		name: 'From External Reference',
		value: 'externalReference',
		description: 'One payment per external reference, however often the workflow runs',
	},
	itemContent: {
		name: 'From Item Content',
		value: 'itemContent',
		description: 'One payment per content: two items with the same values are one payment',
	},
	custom: { name: 'Custom', value: 'custom', description: 'A nonce of your own, one per payment' },
	random: {
		name: 'Random (Unsafe for Retries)',
		value: 'random',
		description: 'A new nonce for every run: running the workflow again pays again',
	},
};

/** The nonce fields of an operation, with the source that is right where nobody chooses. */
export function nonceFields(
	defaultSource: 'externalReference' | 'itemContent',
	offered: NonceSource[] = ['custom', 'externalReference', 'itemContent', 'random'],
): INodeProperties[] {
	return [
		{
			displayName: 'Nonce',
			name: 'nonceSource',
			type: 'options',
			options: offered.map((source) => sources[source]),
			default: defaultSource,
			description:
				'What makes this payment the same payment when it is sent again. The service carries out each nonce once, so a retry or a second run never pays twice.',
		},
		{
			displayName:
				'A random nonce is new in every run. If this workflow runs again, or n8n retries it, the same people are paid again.',
			name: 'randomNonceNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { nonceSource: ['random'] } },
		},
		{
			displayName: 'Custom Nonce',
			name: 'customNonce',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. salary-2026-11-employee-17',
			description: 'The same text always means the same payment',
			displayOptions: { show: { nonceSource: ['custom'] } },
		},
	];
}
