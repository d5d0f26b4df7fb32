import { paid } from '../checkedMonth.mts';
import { checkShared, paidYesterday } from '../sharedReference.mts';

it('the same people and amounts a day later under a different period are blocked, until somebody says that it is meant', async () => {
	const before = [...(await paidYesterday()), ...paid('2026-10-25', 'oct')];
	const december = { period: '2026-12-01' };
	const { rows: checked, summary } = await checkShared({ before, options: december });
	expect(new Set(checked.map(({ verdict }) => verdict))).toEqual(new Set(['heldBack']));
	expect(summary.blocked).toBe(
		"Nobody would be paid: 20 of 20 payments are exactly those of 1 day ago. If they are to be paid once more, check the list again with 'Another Payment of the Same Kind'.",
	);
	const meant = await checkShared({ before, options: { ...december, another: true } });
	expect(meant.summary).toMatchObject({ blocked: '', toPay: 20 });
});

it('the next month is paid as usual', async () => {
	const before = await paidYesterday();
	const { summary } = await checkShared({
		...{ before, today: '2026-12-23' },
		options: { period: '2026-12-23' },
	});
	expect(summary).toMatchObject({ blocked: '', toPay: 20, alerts: [] });
});
