import { check } from '../../../../nodes/Stitch/schemas/invalidInput';
import { metadata } from '../../../../nodes/Stitch/actions/fields/metadata';
import { complaintOf } from '../../schemas/complaint.mts';

const asIs = metadata({ nested: 'asIs' });

it.each([
	[undefined, undefined],
	[[], undefined],
	[[{ key: ' till ', value: '3' }], { till: '3' }],
	[[{ key: 'note' }], { note: '' }],
	[[{ key: 'a', value: { b: 1 } }], { a: { b: 1 } }],
	[
		[
			{ key: 'a', value: '1' },
			{ key: 'b', value: 2 },
		],
		{ a: '1', b: 2 },
	],
])('reads %j', (raw, expected) => {
	expect(check(asIs, raw)).toEqual(expected);
});

it.each(['\\ud83d', 'C:\\ud83d', '\u{1f389}', '\\\\udf89'])(
	'accepts %j, which is whole, however JSON writes it',
	(note) => {
		expect(check(asIs, [{ key: 'note', value: note }])).toEqual({ note });
	},
);

it('turns what is nested into JSON text where the service takes text only', () => {
	const pairs = Object.entries({ order: { id: 7 }, tags: ['a'], plain: 'text', count: 2 });
	const raw = pairs.map(([key, value]) => ({ key, value }));
	expect(check(metadata({ nested: 'asText' }), raw)).toEqual({
		order: '{"id":7}',
		tags: '["a"]',
		plain: 'text',
		count: 2,
	});
});

it.each([
	[[{ key: ' ', value: '3' }], "'Metadata' has a value without a key"],
	[
		[
			{ key: 'a', value: '1' },
			{ key: 'a', value: '2' },
		],
		'\'Metadata\' has the key "a" twice',
	],
	[[{ key: { a: 1 }, value: '3' }], "'Metadata' has a key that is not text"],
	[
		[{ key: 'note', value: 'Thanks \ud83d' }],
		'\'Metadata\' contains half a character in "note" (an emoji cut in two?)',
	],
	[
		[{ key: 'order', value: { tags: ['\ud83d'] } }],
		'\'Metadata\' contains half a character in "order" (an emoji cut in two?)',
	],
])('rejects %j', (raw, expected) => {
	expect(complaintOf(asIs, raw)?.message).toBe(expected);
});
