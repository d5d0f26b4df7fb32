import { checkMonth, paid, rows } from '../checkedMonth.mts';

it('the two paydays before the last one are shown with their sums, and no more', async () => {
	const days = ['2026-11-11', '2026-10-28', '2026-10-14', '2026-09-30'];
	const before = days.flatMap((day) => paid(day, day));
	const { lastTime } = (await checkMonth({ file: rows('nov'), before })).summary;
	expect(lastTime).toMatchObject({
		day: '2026-11-11',
		earlier: [
			{ day: '2026-10-28', count: 20 },
			{ day: '2026-10-14', count: 20 },
		],
	});
});

it.each([
	['R0.00, such as for unpaid leave, is less by all of it', 0, { count: 1, sum: -9000 }],
	['an amount that cannot be read counts as last time', NaN, { count: 0, sum: 0 }],
])('%s', async (_, amount, less) => {
	const file = rows('nov', (_person, index) => (index === 0 ? { amount } : {}));
	const { lastTime } = (await checkMonth({ file, before: paid('2026-10-25', 'oct') })).summary;
	expect(lastTime).toMatchObject({ less });
});
