import { seal, unseal } from '../../../nodes/Stitch/webhook/sealing';
import fc from '../properties.mts';

describe('a sealed secret', () => {
	const credential = { clientId: 'test-1', clientSecret: 'made-up-1' };
	const text = 'a made-up secret';

	it('opens with the same credential, for what it was bound to', () => {
		expect(unseal(seal(text, credential, 'here'), credential, 'here')).toBe(text);
	});

	it('still opens after an update, as this one that version 1.0.0 has sealed', () => {
		const kept = 'nk0Bc/hbCBOGqQ/2jkI+ICKVcrbA8f+8SRbEEVa6VWtaMZnbKFmq0w9uFoE=';
		expect(unseal(kept, credential, 'here')).toBe(text);
	});

	it('opens where only spaces were added to the credential', () => {
		const pasted = { clientId: ' test-1 ', clientSecret: 'made-up-1\n' };
		expect(unseal(seal(text, credential, 'here'), pasted, 'here')).toBe(text);
	});

	it.each([
		['another client', { ...credential, clientId: 'test-2' }, 'here'],
		['another client secret', { ...credential, clientSecret: 'made-up-2' }, 'here'],
		['something else that it is bound to', credential, 'elsewhere'],
		['a credential without a secret', { clientId: 'test-1' }, 'here'],
	])('does not open with %s', (_, other, bound) => {
		expect(unseal(seal(text, credential, 'here'), other, bound)).toBeUndefined();
	});

	it('does not open with one flipped bit', () => {
		const sealed = Buffer.from(seal(text, credential, 'here'), 'base64');
		fc.assert(
			fc.property(fc.nat(sealed.length * 8 - 1), (bit) => {
				const changed = Buffer.from(sealed);
				changed[bit >> 3]! ^= 1 << (bit & 7);
				expect(unseal(changed.toString('base64'), credential, 'here')).toBeUndefined();
			}),
			{ seed: 16 },
		);
	});

	it.each([
		undefined,
		null,
		7,
		'',
		'short',
		'no base64 at all, but long enough to be taken for it',
	])('is not opened where it is none: %j', (sealed) => {
		expect(unseal(sealed, credential, 'here')).toBeUndefined();
	});

	it('shows neither the text nor the same bytes twice', () => {
		const [one = '', other = ''] = [0, 1].map(() => seal(text, credential, 'here'));
		expect(one).not.toBe(other);
		expect(Buffer.from(one, 'base64').toString('latin1')).not.toContain(text);
	});
});
