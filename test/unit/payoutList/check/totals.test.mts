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
