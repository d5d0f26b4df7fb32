import { dayInWords, timeInWords } from '../../../nodes/Stitch/schemas/dateTime';

it.each([
	['2026-11-20T10:30:00Z', 'Africa/Johannesburg', '20 Nov 2026, 12:30'],
	['2026-11-20T23:30:00Z', 'Africa/Johannesburg', '21 Nov 2026, 01:30'],
	['2026-11-20T10:30:00Z', 'UTC', '20 Nov 2026, 10:30'],
	['yesterday', 'UTC', undefined],
	[1_700_000_000, 'UTC', undefined],
])('writes the time %j in %s as %s', (value, zone, words) => {
	expect(timeInWords(value, zone)).toBe(words);
});

it('writes a day of a zone, and leaves what is no time as it is', () => {
	expect(dayInWords('2026-11-02T23:30:00Z', 'Africa/Johannesburg')).toBe('3 November 2026');
	expect(dayInWords('yesterday', 'UTC')).toBe('yesterday');
});
