import { keyOf, whyMalformed } from '../../../nodes/Stitch/webhook/signingSecret';
import { secretOf } from './deliveries.mts';

const one = secretOf('one');
const two = secretOf('two');

const bytes = (length: number): string => Buffer.alloc(length, 7).toString('base64');

describe('a signing secret', () => {
	it.each([16, 24])('means the bytes after whsec_, if there are %i', (length) => {
		const key = Buffer.alloc(length, 7);
		expect(keyOf(`whsec_${key.toString('base64')}`)?.export()).toEqual(key);
	});

	it.each([24, 32, 64])('means the same without whsec_, if it has %i bytes', (length) => {
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
		const why = whyMalformed(secret) ?? '';
		expect(why).toContain(what);
		const rest = why.replaceAll('whsec_', '');
		const shown = secret.replace('whsec_', '').slice(0, 6);
		expect(shown !== '' && rest.includes(shown)).toBe(false);
	});

	it('is not called malformed if it is none', () => {
		expect(whyMalformed(one)).toBeUndefined();
		expect(whyMalformed(one.slice('whsec_'.length))).toBeUndefined();
	});
});
