import {
	keyOf,
	keysOf,
	malformedSecret,
	seal,
	splitSecrets,
	unseal,
} from '../../../nodes/Stitch/webhook/signingSecret';
import { secretOf } from './deliveries.mts';
import fc from '../properties.mts';

const one = secretOf('one');
const two = secretOf('two');

const bytes = (length: number): string => Buffer.alloc(length, 7).toString('base64');

describe('a text with several signing secrets', () => {
	it.each([
		['commas', `${one},${two}`],
		['lines', `${one}\n${two}\r\n`],
		['spaces around', `  ${one} , ${two}  `],
	])('is split at %s', (_, text) => {
		expect(splitSecrets(text)).toEqual([one, two]);
	});

	it.each([
		['', []],
		[undefined, []],
		[' ,\n ', []],
		[42, []],
	])('holds none when it is %j', (text, none) => {
		expect(splitSecrets(text)).toEqual(none);
	});
});

describe('a signing secret', () => {
	it('stands for the bytes after whsec_', () => {
		const key = Buffer.alloc(24, 7);
		expect(keyOf(`whsec_${key.toString('base64')}`)?.export()).toEqual(key);
	});

	it.each([24, 32, 64])('stands for the same without whsec_, if it has %i bytes', (length) => {
		const key = Buffer.alloc(length, 7);
		expect(keyOf(key.toString('base64'))?.export()).toEqual(key);
		expect(keyOf(key.toString('base64').replace(/=+$/, ''))?.export()).toEqual(key);
	});

	it.each([
		['with nothing after the prefix', 'whsec_', 'is missing'],
		['with another prefix', one.replace('whsec_', 'sec_'), 'characters'],
		['with its prefix in capitals', one.replace('whsec_', 'WHSEC_'), 'characters'],
		['with characters that are not base64', `${one}!`, 'characters'],
		['with quotation marks around it', `"${one}"`, 'characters'],
		['with white space inside', one.replace('_', '_ '), 'characters'],
		['glued to the next one', `${one}${two}`, 'two secrets'],
		['with a character cut off', one.replace(/=+$/, '').slice(0, -3), 'one character'],
		['with a key that could be guessed', `whsec_${bytes(8)}`, 'too short'],
		['without whsec_, of 23 bytes', bytes(23), 'too short'],
		['that is some other word', 'nosecretatall', 'one character'],
		['that is an address', 'https://n8n.test/webhook', 'characters'],
	])('is refused %s, with what is wrong and nothing of it', (_, secret, what) => {
		expect(keyOf(secret)).toBeUndefined();
		const { place, why = '' } = malformedSecret([one, secret]) ?? {};
		expect(place).toBe(2);
		expect(why).toContain(what);
		const told = why.replaceAll('whsec_', '');
		const shown = secret.replace('whsec_', '').slice(0, 6);
		expect(shown !== '' && told.includes(shown)).toBe(false);
	});

	it('is not called malformed if it is none', () => {
		expect(malformedSecret([one, one.slice('whsec_'.length)])).toBeUndefined();
		expect(malformedSecret([])).toBeUndefined();
	});

	it('that is malformed does not keep the others from counting', () => {
		expect(keysOf(['whsec_', one]).map(({ key }) => key.export())).toEqual([keyOf(one)?.export()]);
	});
});

describe('a sealed secret', () => {
	const credential = { clientId: 'test-1', clientSecret: 'made-up-1' };
	const text = 'a made-up secret';

	it('opens with the same credential, for what it was bound to', () => {
		expect(unseal(seal(text, credential, 'here'), credential, 'here')).toBe(text);
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

	it('does not open when any bit of it was changed', () => {
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
