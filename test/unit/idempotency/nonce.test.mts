import type { IDataObject } from 'n8n-workflow';

import {
	canonical,
	makeNonce,
	uuidV5,
	type NonceParts,
	type NonceSource,
} from '../../../nodes/Stitch/idempotency/nonce';
import { cases } from '../../setup/thorough.mts';
import fc from '../properties.mts';

const parts: NonceParts = {
	clientId: 'test-client',
	kind: 'disbursement.create',
	identity: { amount: { currency: 'ZAR', quantity: '10.00' }, beneficiary: { name: 'Zoë' } },
	externalReference: 'salary-2026-11',
	custom: undefined,
};

const nonceOf = (source: NonceSource, more: Partial<NonceParts> = {}) =>
	makeNonce(source, { ...parts, ...more });

/** An object with the same content, its keys in the opposite order at every depth. */
function reversed(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(reversed);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([key, inner]) => [key, reversed(inner)] as const);
	return Object.fromEntries(entries.reverse());
}

describe('a nonce', () => {
	it('is a name-based UUID as RFC 9562 defines it', () => {
		const dns = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
		expect(uuidV5('www.example.com', dns)).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
	});

	it('stays the same between releases: a changed rule would pay everybody again', () => {
		expect(nonceOf('externalReference')).toBe('e7273927-76fe-5947-bc96-ad0926c611a2');
		expect(nonceOf('itemContent')).toBe('54f1f110-1bae-5f1c-84cc-38eab495ded8');
	});

	it('from the external reference depends on client, operation and reference alone', () => {
		const nonce = nonceOf('externalReference');
		expect(nonceOf('externalReference', { identity: { other: true } })).toBe(nonce);
		expect(nonceOf('externalReference', { clientId: 'another' })).not.toBe(nonce);
		expect(nonceOf('externalReference', { kind: 'refund.create' })).not.toBe(nonce);
		expect(nonceOf('externalReference', { externalReference: 'salary-2026-12' })).not.toBe(nonce);
	});

	it('from the item content does not depend on the external reference', () => {
		const nonce = nonceOf('itemContent');
		expect(nonceOf('itemContent', { externalReference: undefined })).toBe(nonce);
		expect(nonceOf('itemContent', { identity: { amount: 1 } })).not.toBe(nonce);
	});

	it('cannot be made from the content of a payment that is not identified by it', () => {
		expect(() => nonceOf('itemContent', { identity: undefined })).toThrow('not identified');
	});

	it('cannot be made from an empty reference', () => {
		expect(() => nonceOf('externalReference', { externalReference: undefined })).toThrow(
			"'External Reference' is empty",
		);
	});

	it('that the user gives is used as it is, and must not be empty', () => {
		expect(nonceOf('custom', { custom: 'my-nonce' })).toBe('my-nonce');
		expect(() => nonceOf('custom', { custom: ' ' })).toThrow("'My Own Key' is empty");
	});

	it('that the user gives can have at most 4,096 characters', () => {
		const longest = 'n'.repeat(4096);
		expect(nonceOf('custom', { custom: longest })).toBe(longest);
		expect(() => nonceOf('custom', { custom: `${longest}n` })).toThrow(
			"'My Own Key' can have at most 4096 characters and has 4097",
		);
	});

	it('is the same for any order of keys', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (body) => {
				const turned = reversed(body) as IDataObject;
				expect(canonical(turned)).toBe(canonical(body));
			}),
			{ seed: 2, numRuns: cases(1000) },
		);
	});

	it('is the same for the composed and the decomposed spelling of a text in the content', () => {
		const spelled = (name: string) => nonceOf('itemContent', { identity: { name, tags: [name] } });
		expect(spelled('Zo\u0065\u0308')).toBe(spelled('Zo\u00eb'));
	});

	it('is the same for the composed and the decomposed spelling of a reference', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), (reference) => {
				fc.pre(reference.trim() !== '');
				const composed = nonceOf('externalReference', {
					externalReference: reference.normalize('NFC'),
				});
				const decomposed = nonceOf('externalReference', {
					externalReference: reference.normalize('NFD'),
				});
				expect(decomposed).toBe(composed);
			}),
			{ seed: 3, numRuns: cases(1000) },
		);
	});

	it('differs for references that differ', () => {
		fc.assert(
			fc.property(fc.uuid(), fc.uuid(), (one, other) => {
				fc.pre(one !== other);
				expect(nonceOf('externalReference', { externalReference: one })).not.toBe(
					nonceOf('externalReference', { externalReference: other }),
				);
			}),
			{ seed: 4, numRuns: cases(500) },
		);
	});
});
