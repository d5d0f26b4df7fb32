import { optionalDateTime, spanFilter, whyNoSpan } from '../../../nodes/Stitch/schemas/dateTime';

const zone = 'Africa/Johannesburg';
const first = optionalDateTime('Date From');
const last = optionalDateTime('Date To', { endOfDay: true });

function spanOf(given: { from?: string; to?: string }) {
	const from = first.parse({ value: given.from, zone, now: 0 });
	const to = last.parse({ value: given.to, zone, now: 0 });
	return { from, to };
}

it.each([
	[{}, undefined],
	[{ from: '', to: ' ' }, undefined],
	[{ from: '2026-11-01' }, { gte: '2026-10-31T22:00:00.000Z' }],
	[{ to: '2026-11-30T12:00' }, { lte: '2026-11-30T10:00:00.000Z' }],
	[
		{ from: '2026-11-01', to: '2026-11-01' },
		{ gte: '2026-10-31T22:00:00.000Z', lte: '2026-11-01T21:59:59.999Z' },
	],
	[
		{ from: '2026-11-01T12:00', to: '2026-11-01T12:00' },
		{ gte: '2026-11-01T10:00:00.000Z', lte: '2026-11-01T10:00:00.000Z' },
	],
	[{ to: '2026-11-30T00:00:00' }, { lte: '2026-11-29T22:00:00.000Z' }],
])('reads %j in the time zone of the workflow', (given, expected) => {
	const { from, to } = spanOf(given);
	expect(whyNoSpan(['Date From', 'Date To'], from, to)).toEqual([]);
	expect(spanFilter(from, to)).toEqual(expected);
});

it('rejects a span that ends before it begins', () => {
	const { from, to } = spanOf({ from: '2026-11-02', to: '2026-11-01' });
	expect(whyNoSpan(['Date From', 'Date To'], from, to)).toEqual([
		expect.objectContaining({ field: 'Date To', what: "is earlier than 'Date From'" }),
	]);
});

it('shows a day that does not exist as it was entered', () => {
	const { error } = last.safeParse({ value: '2026-02-30', zone, now: 0 });
	expect(error?.message).toContain('can be read: 2026-02-30');
});
