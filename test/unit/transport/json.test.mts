import { partsOf } from '../../../nodes/Stitch/transport/json';

it.each([
	['commas', 'one,two'],
	['lines', 'one\ntwo\r\n'],
	['spaces around', '  one , two  '],
])('splits a text at %s', (_, text) => {
	expect(partsOf(text)).toEqual(['one', 'two']);
});

it.each(['', undefined, ' ,\n ', 42])('finds no parts in %j', (value) => {
	expect(partsOf(value)).toEqual([]);
});
