import { checkMonth, paid, payout, people, rows } from '../checkedMonth.mts';

it('of five payments since the payday, the newest three are named and the others counted', async () => {
	const since = [3, 4, 5, 6, 7].flatMap((day) =>
		payout(people[0], `2026-11-0${day}`, { amount: 1 }),
	);
	const before = [...paid('2026-10-25', 'oct'), ...since];
	const checked = await checkMonth({ file: rows('nov'), before });
	const named = [7, 6, 5].map((day) => `R1\\.00 on ${day} November, on-2026-11-0${day}-0`);
	expect(checked.rows[0]).toMatchObject({
		facts: [
			expect.stringMatching(
				new RegExp(`^Since then ${named.join('; ')}; and 2 more\\.$`),
			) as string,
		],
	});
});
