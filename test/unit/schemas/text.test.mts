import { DateTime } from 'luxon';

import { asText } from '../../../nodes/Stitch/schemas/asText';
import { check } from '../../../nodes/Stitch/schemas/invalidInput';
import { email, optionalText, text } from '../../../nodes/Stitch/schemas/text';
import { complaint } from './complaint.mts';
import fc, { anyText } from '../properties.mts';

describe('a text', () => {
	const payerId = text('Payer ID', { max: 5 });

	it.each([
		['ab', 'ab'],
		[' ab ', 'ab'],
		[17, '17'],
		[0, '0'],
		[true, 'true'],
		['\u{1f389}\u{1f389}', '\u{1f389}\u{1f389}'],
	])('reads %j as %j', (given, read) => {
		expect(check(payerId, given)).toBe(read);
		expect(check(optionalText('Payer ID'), given)).toBe(read);
	});

	it.each([null, undefined, '', '  ', '\u200b', '\u2060 \u00ad', '\u0000'])(
		'is empty when nothing of it is visible (%j)',
		(given) => {
			expect(complaint(() => check(payerId, given))).toBe(
				"'Payer ID' is empty. Enter it, or fill in the column that it comes from.",
			);
			expect(check(optionalText('Payer ID'), given)).toBeUndefined();
			expect(asText(given)).toBeUndefined();
		},
	);

	it.each([
		[{ first: 'J' }, 'an object'],
		[['a'], 'a list'],
		[[], 'a list'],
		[{}, 'an object'],
	])('is no JSON: %j is rejected', (given, kind) => {
		const told = `'Payer ID' is ${kind}, not text. Enter one value, for example {{ $json.name }} where the column is called name.`;
		expect(complaint(() => check(payerId, given))).toBe(told);
		expect(complaint(() => check(optionalText('Payer ID'), given))).toBe(told);
	});

	it.each([[new Date(0)], [new Date('never')], [DateTime.utc(2026)]])(
		'is no date, which can be written in many ways: %p',
		(given) => {
			expect(complaint(() => check(payerId, given))).toBe(
				"'Payer ID' is a date, not text. Turn the date into text, for example with .toFormat('yyyy-MM-dd') or .toISO().",
			);
		},
	);

	it.each([
		['ab\ud83d', 3],
		['\ud83d', 1],
		['\udf89ab', 1],
		['\u{1f389}\ud83d', 2],
		['  a\ud83d\ud83d\udf89', 4],
	])('has whole characters only: %j is rejected', (given, position) => {
		const told = `'Payer ID' contains half a character at position ${position} (an emoji cut in two?). Delete it, or enter the whole character. An expression that shortens a text can cut one.`;
		expect(complaint(() => check(payerId, given))).toBe(told);
		expect(complaint(() => check(optionalText('Payer ID'), given))).toBe(told);
	});

	it('counts as too long only when it is whole', () => {
		expect(complaint(() => check(payerId, '123456'))).toBe(
			"'Payer ID' can have at most 5 characters and has 6. Shorten it to 5 characters.",
		);
		expect(complaint(() => check(payerId, '12345\ud83d'))).toMatch(
			/^'Payer ID' contains half a character/,
		);
	});

	it('is the same on the wire as it was read', () => {
		fc.assert(
			fc.property(anyText(), (given) => {
				const { success, data } = optionalText('Payer ID').safeParse(given);
				if (success && data !== undefined) expect(Buffer.from(data).toString()).toBe(data);
			}),
			{ seed: 6 },
		);
	});
});

describe('an email address', () => {
	it.each([
		['name@example.com', 'name@example.com'],
		[' n.dlamini+pay@mail.example.co.za ', 'n.dlamini+pay@mail.example.co.za'],
		['', undefined],
		[undefined, undefined],
	])('is read from %p', (given, expected) => {
		expect(check(email('Payer Email'), given)).toBe(expected);
	});

	it.each(['name', 'name@', '@example.com', 'one@example.com, two@example.com', 'a b@example.com'])(
		'is not %p',
		(given) => {
			expect(() => check(email('Payer Email'), given)).toThrow(
				"'Payer Email' is not an email address",
			);
		},
	);
});
