import {
	firstHalf,
	firstHidden,
	folded,
	holdsHalf,
	showsNothing,
} from '../../../nodes/Stitch/schemas/characters';

it.each([
	['salary\u200b-1', 7, 'an invisible character (U+200B)'],
	['\u{1f600}\u0007', 2, 'a control character (U+0007)'],
	['a\nb', 2, 'a line break'],
	['salary\u20111', 7, 'a look-alike of the hyphen (U+2011)'],
	[' \u200ba', 2, 'an invisible character (U+200B)'],
])('in %j, the character at %i is %s', (text, position, what) => {
	expect(firstHidden(text)).toEqual({ position, what });
});

it.each(['salary-1', 'Zoë\tX', ' a \n', '\u{1f600}'])('in %j, all can be seen', (text) => {
	expect(firstHidden(text)).toBeUndefined();
});

it.each([
	['', true],
	[' \u200b\n', true],
	['-', false],
	['\u200ba', false],
])('%j shows nothing: %s', (text, nothing) => {
	expect(showsNothing(text)).toBe(nothing);
});

it('half a character is found, with its place', () => {
	expect(firstHalf('\u{1f600}x\ud83d')).toEqual({ position: 3, what: 'half a character' });
	expect(firstHalf('\u{1f600}')).toBeUndefined();
});

it.each([
	[{ a: ['x', 'y\ud83d'] }, true],
	[{ 'y\udc00': 1 }, true],
	[{ a: '\u{1f600}' }, false],
	[{ a: '\\ud83d' }, false],
])('%j holds half a character: %s', (value, holds) => {
	expect(holdsHalf(value)).toBe(holds);
});

it('texts that look the same are one text', () => {
	expect(folded('Zoe\u0308\u00a0\t X')).toBe('Zo\u00eb X');
});
