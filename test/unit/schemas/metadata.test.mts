import fc from 'fast-check';

import { check, InvalidInput } from '../../../nodes/Stitch/schemas/field';
import { metadata } from '../../../nodes/Stitch/schemas/metadata';

const asIs = metadata({ nested: 'asIs' });

function complaint(raw: { pairs?: unknown; json?: unknown }): string {
	try {
		check(asIs, raw);
		return '';
	} catch (cause) {
		return cause instanceof InvalidInput ? cause.message : String(cause);
	}
}

it.each([
	[{}, undefined],
	[{ pairs: [], json: '' }, undefined],
	[{ json: '{}' }, undefined],
	[{ pairs: [{ key: ' till ', value: '3' }] }, { till: '3' }],
	[{ pairs: [{ key: 'note' }] }, { note: '' }],
	[{ json: '{"a": 1}' }, { a: 1 }],
	[{ json: { a: { b: 1 } } }, { a: { b: 1 } }],
	[
		{ pairs: [{ key: 'a', value: '1' }], json: { b: 2 } },
		{ a: '1', b: 2 },
	],
])('reads %j', (raw, expected) => {
	expect(check(asIs, raw)).toEqual(expected);
});

it.each(['\\ud83d', 'C:\\ud83d', '\u{1f389}', '\\\\udf89'])(
	'takes %j, which is whole, whatever it looks like in JSON',
	(note) => {
		expect(check(asIs, { pairs: [{ key: 'note', value: note }] })).toEqual({ note });
	},
);

it('turns what is nested into JSON text where the service takes text only', () => {
	const json = { order: { id: 7 }, tags: ['a'], plain: 'text', count: 2 };
	expect(check(metadata({ nested: 'asText' }), { json })).toEqual({
		order: '{"id":7}',
		tags: '["a"]',
		plain: 'text',
		count: 2,
	});
});

it.each([
	[{ json: '{' }, 'Metadata (JSON) is not a JSON object'],
	[{ json: '[1]' }, 'Metadata (JSON) is not a JSON object'],
	[{ json: 'text' }, 'Metadata (JSON) is not a JSON object'],
	[{ json: 'null' }, 'Metadata (JSON) is not a JSON object'],
	[{ pairs: [{ key: ' ', value: '3' }] }, 'Metadata has a value without a key'],
	[{ pairs: [{ key: 'a', value: '1' }], json: { a: 2 } }, 'Metadata has the key "a" twice'],
	[{ pairs: [{ key: { a: 1 }, value: '3' }] }, 'Metadata has a key that is not text'],
	[
		{ pairs: [{ key: 'note', value: 'Thanks \ud83d' }] },
		'Metadata has half a character in "note", such as an emoji that was cut in two',
	],
	[
		{ json: '{"order": {"tags": ["\\ud83d"]}}' },
		'Metadata has half a character in "order", such as an emoji that was cut in two',
	],
])('refuses %j', (raw, expected) => {
	expect(complaint(raw)).toBe(expected);
});

it('returns any JSON object as it was, its strangest keys included', () => {
	fc.assert(
		fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue()), (object) => {
			const expected = Object.keys(object).length === 0 ? undefined : object;
			const read = check(asIs, { json: JSON.stringify(object) });
			expect(JSON.stringify(read)).toBe(JSON.stringify(expected));
		}),
		{ seed: 1 },
	);
});
