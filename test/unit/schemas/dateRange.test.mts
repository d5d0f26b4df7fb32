import { dateRange } from '../../../nodes/Stitch/schemas/dateTime';
import { check, InvalidInput } from '../../../nodes/Stitch/schemas/field';

const range = dateRange({ from: 'Date From', to: 'Date To', zone: 'Africa/Johannesburg' });

it.each([
	[{}, undefined],
	[{ from: '', to: ' ' }, undefined],
	[{ from: '2026-11-01' }, { gte: '2026-10-31T22:00:00.000Z' }],
	[{ to: '2026-11-30T12:00' }, { lte: '2026-11-30T10:00:00.000Z' }],
	[
		{ from: '2026-11-01', to: '2026-11-01' },
		{ gte: '2026-10-31T22:00:00.000Z', lte: '2026-11-01T21:59:59.999Z' },
	],
	[{ to: '2026-11-30T00:00:00' }, { lte: '2026-11-29T22:00:00.000Z' }],
])('reads %j in the time zone of the workflow', (given, expected) => {
	expect(check(range, given)).toEqual(expected);
});

it('shows a day that does not exist as it was given', () => {
	expect(() => check(range, { to: '2026-02-30' })).toThrow('can be read: 2026-02-30');
});

it('rejects a span that ends before it begins', () => {
	const mistakes = () => check(range, { from: '2026-11-02', to: '2026-11-01' });
	expect(mistakes).toThrow(InvalidInput);
	expect(mistakes).toThrow("'Date To' is earlier than 'Date From'");
});

it('names both fields that cannot be read', () => {
	expect(() => check(range, { from: '02/11/2026', to: 'tomorrow' })).toThrow(
		/'Date From' is not a date.*'Date To' is not a date/,
	);
});
