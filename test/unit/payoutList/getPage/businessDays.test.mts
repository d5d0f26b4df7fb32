import { DateTime } from 'luxon';

import { noBusinessDay } from '../../../../nodes/Stitch/payoutList/getPage/businessDays';

it.each([
	['2026-11-28', undefined, '2026-11-27'],
	['2026-11-29', undefined, '2026-11-27'],
	['2026-12-16', 'Day of Reconciliation', '2026-12-15'],
	['2026-12-25', 'Christmas Day', '2026-12-24'],
	['2026-12-27', undefined, '2026-12-24'],
	['2026-08-10', "National Women's Day", '2026-08-07'],
	['2027-03-22', 'Human Rights Day', '2027-03-19'],
	['2026-04-03', 'Good Friday', '2026-04-02'],
	['2026-04-06', 'Family Day', '2026-04-02'],
	['2027-03-26', 'Good Friday', '2027-03-25'],
	['2027-01-01', "New Year's Day", '2026-12-31'],
])('%s is no business day: %s; the one before is %s', (day, holiday, before) => {
	expect(noBusinessDay(day)).toEqual({ ...(holiday && { holiday }), before });
});

it.each(['2026-11-25', '2026-11-30', '2026-08-11', '2026-04-07', 'no day'])(
	'%s is a business day, or none that can be read',
	(day) => {
		expect(noBusinessDay(day)).toBeUndefined();
	},
);

/** Easter Sundays as churches publish them. */
it.each([
	'2024-03-31',
	'2025-04-20',
	'2026-04-05',
	'2027-03-28',
	'2028-04-16',
	'2030-04-21',
	'2038-04-25',
])('Good Friday and Family Day are around Easter: %s', (easter) => {
	const day = (days: number) => DateTime.fromISO(easter).plus({ days }).toISODate() ?? '';
	expect([noBusinessDay(day(-2))?.holiday, noBusinessDay(day(1))?.holiday]).toEqual([
		'Good Friday',
		'Family Day',
	]);
});

it('a year of monthly and weekly paydays has the holidays of 2026', () => {
	const days = Array.from({ length: 365 }, (_, at) => DateTime.utc(2026, 1, 1).plus({ days: at }));
	const holidays = days
		.map((day) => day.toISODate() ?? '')
		.flatMap((day) => {
			const { holiday } = noBusinessDay(day) ?? {};
			return holiday ? [`${day.slice(5)} ${holiday}`] : [];
		});
	expect(holidays).toEqual([
		"01-01 New Year's Day",
		'03-21 Human Rights Day',
		'04-03 Good Friday',
		'04-06 Family Day',
		'04-27 Freedom Day',
		"05-01 Workers' Day",
		'06-16 Youth Day',
		"08-09 National Women's Day",
		"08-10 National Women's Day",
		'09-24 Heritage Day',
		'12-16 Day of Reconciliation',
		'12-25 Christmas Day',
		'12-26 Day of Goodwill',
	]);
});
