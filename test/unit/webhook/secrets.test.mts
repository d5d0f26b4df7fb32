import { keyOf, keysOf, splitSecrets } from '../../../nodes/Stitch/webhook/secrets';
import { secretOf } from './deliveries.mts';

const one = secretOf('one');
const two = secretOf('two');

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

	it.each([
		['without its prefix', one.slice('whsec_'.length)],
		['with another prefix', one.replace('whsec_', 'sec_')],
		['with nothing after the prefix', 'whsec_'],
		['with characters that are not base64', `${one}!`],
		['with a key that could be guessed', `whsec_${Buffer.alloc(8).toString('base64')}`],
		['with white space inside', one.replace('_', '_ ')],
	])('is refused %s', (_, secret) => {
		expect(keyOf(secret)).toBeUndefined();
	});

	it('that is malformed does not keep the others from counting', () => {
		expect(keysOf(['whsec_', one]).map((key) => key.export())).toEqual([keyOf(one)?.export()]);
	});
});
