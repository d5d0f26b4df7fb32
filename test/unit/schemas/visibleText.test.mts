import { optionalVisibleText, visibleText } from '../../../nodes/Stitch/schemas/visibleText';
import { cases } from '../../setup/thorough.mts';
import { complaintOf } from './complaint.mts';
import fc, { anyCharacter } from '../properties.mts';

const reference = visibleText('External Reference', { max: 10 });
const optional = optionalVisibleText('External Reference', { max: 10 });

const whatOf = (value: unknown) => complaintOf(reference, value)?.message;

it.each([
	['INV 17', 'INV 17'],
	['  INV 17\n', 'INV 17'],
	['INV  17', 'INV 17'],
	['INV\u00a017', 'INV 17'],
	['INV\t17', 'INV 17'],
	['INV \u2009 \u3000\t17', 'INV 17'],
	['Zoe\u0308', 'Zo\u00eb'],
	['\ufeffINV 17', 'INV 17'],
	[17, '17'],
	['INV\u201317', 'INV\u201317'],
	['Ж 日本 🎉', 'Ж 日本 🎉'],
])('reads %j as %j', (given, read) => {
	expect(reference.parse(given)).toBe(read);
	expect(optional.parse(given)).toBe(read);
});

it.each([
	['INV-17\u200b', 'an invisible character (U+200B) at position 7'],
	['\u200eINV', 'an invisible character (U+200E) at position 1'],
	['  IN\u00adV', 'an invisible character (U+00AD) at position 5'],
	['🎉\u202eVNI', 'an invisible character (U+202E) at position 2'],
	['a\u2060b', 'an invisible character (U+2060) at position 2'],
	['a\ufeffb', 'an invisible character (U+FEFF) at position 2'],
	['a\u200d', 'an invisible character (U+200D) at position 2'],
	['a\ufe0f', 'an invisible character (U+FE0F) at position 2'],
	['a\u3164b', 'an invisible character (U+3164) at position 2'],
	['a\u2800b', 'an invisible character (U+2800) at position 2'],
	['a\uf0b7b', 'an invisible character (U+F0B7) at position 2'],
	['a\uffffb', 'an invisible character (U+FFFF) at position 2'],
	['a\u{e0041}', 'an invisible character (U+E0041) at position 2'],
	['INV\u201017', 'a look-alike of the hyphen (U+2010) at position 4'],
	['INV\u201117', 'a look-alike of the hyphen (U+2011) at position 4'],
	['INV\u201217', 'a look-alike of the hyphen (U+2012) at position 4'],
	['INV\u221217', 'a look-alike of the hyphen (U+2212) at position 4'],
	['a\u0000', 'a control character (U+0000) at position 2'],
	['a\u001b[0m', 'a control character (U+001B) at position 2'],
	['a\u0085b', 'a line break at position 2'],
	['a\nb', 'a line break at position 2'],
	['a\r\nb', 'a line break at position 2'],
	['a\u2028b', 'a line break at position 2'],
])('rejects %j, which is easily mistaken, with the place and the name', (given, what) => {
	expect(whatOf(given)).toBe(`'External Reference' has ${what}`);
	expect(complaintOf(optional, given)).toEqual({
		message: `'External Reference' has ${what}`,
		fix: 'Delete it, or type the text again by hand: such characters are copied along with text from elsewhere.',
	});
});

it.each([
	'',
	'   ',
	null,
	undefined,
	'\u200b',
	' \u00ad\u200e\ufeff ',
	'\u2800',
	'\u0000\u3164',
	'\n',
])('takes %j, which shows nothing, as empty', (given) => {
	expect(whatOf(given)).toBe("'External Reference' is empty");
	expect(optional.parse(given)).toBeUndefined();
});

it('counts its characters as it is sent', () => {
	expect(reference.parse('1234    56789')).toBe('1234 56789');
	expect(whatOf('12345    567890')).toBe(
		"'External Reference' can have at most 10 characters and has 12",
	);
});

it('leaves to the text field what is no text, or was cut', () => {
	expect(whatOf(['a'])).toBe("'External Reference' is a list, not text");
	expect(whatOf('a\ud83c\u200b')).toBe(
		"'External Reference' contains half a character at position 2 (an emoji cut in two?)",
	);
});

it('reads what it has read as the same again, with nothing in it that is not seen', () => {
	const character = fc.oneof(
		anyCharacter,
		fc.constantFrom(' ', '\t', '\u00a0', '\u200b', '\u202e', '\u00ad', 'e\u0301', '\n'),
	);
	const texts = fc.array(character, { maxLength: 6 }).map((parts) => parts.join(''));
	const anyLength = optionalVisibleText('External Reference');
	fc.assert(
		fc.property(texts, (given) => {
			const { success, data } = anyLength.safeParse(given);
			if (!success || data === undefined) return;
			expect(anyLength.parse(data)).toBe(data);
			expect(data).not.toMatch(/\p{Cc}|\p{Default_Ignorable_Code_Point}| {2}|[^\P{Zs} ]/u);
			expect(anyLength.parse(given.normalize('NFD'))).toBe(data);
			expect(anyLength.parse(` ${given.replaceAll(' ', '\u00a0 ')} `)).toBe(data);
		}),
		{ seed: 5, numRuns: cases(3000) },
	);
});

it('reads a long text that shows nothing, or nearly nothing, at once', () => {
	const long = '\n\u2028\ufeff '.repeat(20_000);
	expect(optional.parse(long)).toBeUndefined();
	expect(whatOf(`a${long}b`)).toBe("'External Reference' has a line break at position 2");
});

it('counts an emoji as one character, as people do', () => {
	expect(reference.parse('🎉'.repeat(10))).toBe('🎉'.repeat(10));
	expect(whatOf('🎉'.repeat(11))).toBe(
		"'External Reference' can have at most 10 characters and has 11",
	);
});
