import { z } from 'zod/v4';

import { check, InvalidInput, reject, required } from '../../../nodes/Stitch/schemas/invalidInput';

const never = (field: string) =>
	z.unknown().transform((_value, context) => reject(context, field, 'is wrong', 'Correct it.'));

function mistakesOf(schema: z.ZodType, raw: unknown) {
	try {
		return check(schema, raw);
	} catch (cause) {
		return (cause as InvalidInput).mistakes;
	}
}

it('a value is wrong with every mistake in it, each with its field and its fix', () => {
	const schema = z.object({ a: never('First'), b: never('Last') });
	expect(mistakesOf(schema, { a: 1, b: 2 })).toEqual([
		{ field: 'First', what: 'is wrong', fix: 'Correct it.' },
		{ field: 'Last', what: 'is wrong', fix: 'Correct it.' },
	]);
});

it('a rule without words of its own names the place of the value', () => {
	expect(mistakesOf(z.object({ a: z.object({ b: z.string() }) }), { a: { b: 1 } })).toEqual([
		{ field: 'a.b', what: expect.any(String), fix: '' },
	]);
});

it('a field that is required is empty without a value, and takes what is false', () => {
	const field = required('Field', 'Enter it.', z.boolean().optional());
	expect(mistakesOf(field, undefined)).toEqual([
		{ field: 'Field', what: 'is empty', fix: 'Enter it.' },
	]);
	expect(check(field, false)).toBe(false);
});

it('a message names every mistake', () => {
	const mistake = (field: string) => ({ field, what: 'is empty', fix: '' });
	const { message, kind } = new InvalidInput([mistake('A'), mistake('B')]);
	expect([message, kind]).toEqual(["'A' is empty; 'B' is empty", 'invalidField']);
});
