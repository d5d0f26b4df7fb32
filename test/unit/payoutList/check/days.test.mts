import {
	dayName,
	daysAgoInWords,
	daysBefore,
	daysBetween,
	daysIn,
} from '../../../../nodes/Stitch/payoutList/check/days';

it.each([
	['2026-10-25T21:59:59Z', '2026-10-25'],
	['2026-10-25T22:00:00Z', '2026-10-26'],
	['2026-10-25T22:09:59Z', '2026-10-26'],
	['2026-10-26T00:00:00+02:00', '2026-10-26'],
	['2026-10-25', '2026-10-25'],
	['soon', ''],
])('%s is of the day %j where the workflow is', (createdAt, day) => {
	const dayOf = daysIn('Africa/Johannesburg');
	expect([dayOf(createdAt), dayOf(createdAt)]).toEqual([day, day]);
});

it('times on both sides of midnight are of different days, also in a zone of half an hour', () => {
	const dayOf = daysIn('Asia/Kolkata');
	expect([dayOf('2026-10-25T18:29:59Z'), dayOf('2026-10-25T18:30:00Z')]).toEqual([
		'2026-10-25',
		'2026-10-26',
	]);
});

it('days are counted over months and years', () => {
	expect(daysBetween('2026-12-25', '2027-01-25')).toBe(31);
	expect(daysBefore('2027-01-25', 31)).toBe('2026-12-25');
});

it.each([
	['2026-10-25', '25 October'],
	['2025-10-25', '25 October 2025'],
	['no day', 'an unknown day'],
])('%j is called %s', (day, name) => {
	expect(dayName(day, '2026-11-25')).toBe(name);
});

it.each([
	[0, 'today'],
	[1, '1 day ago'],
	[8, '8 days ago'],
])('%i days ago is called %s', (days, words) => {
	expect(daysAgoInWords(days)).toBe(words);
});
