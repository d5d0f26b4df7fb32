import { checkMonth, paid, recheckMonth, rows, type Change } from '../checkedMonth.mts';
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

it('the same list a day later under references of its own is blocked as well', async () => {
	const before = paid('2026-11-24', 'salaries-2026-11');
	const month = { file: rows('run-88'), before };
	const { rows: checked, summary } = await checkMonth(month);
	expect(new Set(checked.map(({ verdict }) => verdict))).toEqual(new Set(['heldBack']));
	expect(summary.blocked).toMatch(/^Nobody would be paid: 20 of 20 payments are exactly/);
	const meant = { ...month, options: { another: true } };
	const approved = await checkMonth(meant);
	expect(approved.summary).toMatchObject({ blocked: '', toPay: 20 });
	const again = await recheckMonth(approved.rows, { ...month, options: { onlyAsApproved: true } });
	expect(again.summary).toMatchObject({ blocked: '', toPay: 20 });
});

it('a list of whom half were paid yesterday, and half were forgotten, says so', async () => {
	const isEven: Change = (_, index) => (index % 2 === 0 ? {} : null);
	const month = { file: rows('run-88'), before: paid('2026-11-24', 'salaries-2026-11', isEven) };
	const { summary } = await checkMonth(month);
	expect(summary.alerts).toEqual([
		'10 of 20 payments are exactly those of 1 day ago. If this is the same list with new references, pay nothing.',
	]);
});

it('a list of a single payment repeats a single one', async () => {
	const isFirst: Change = (_, index) => (index === 0 ? {} : null);
	const before = paid('2026-11-24', 'salaries-2026-11', isFirst);
	const { summary } = await checkMonth({ file: rows('run-88', isFirst), before });
	expect(summary.blocked).toMatch(
		/^Nobody would be paid: 1 of 1 payments is exactly that of 1 day ago\./,
	);
});

it('a list whose people were all paid in the last days, on different ones, is blocked', async () => {
	const isEven: Change = (_, index) => (index % 2 === 0 ? {} : null);
	const isOdd: Change = (_, index) => (index % 2 === 1 ? {} : null);
	const before = [...paid('2026-11-24', 'a', isEven), ...paid('2026-11-22', 'b', isOdd)];
	const { summary } = await checkMonth({ file: rows('run-88'), before });
	expect(summary.blocked).toMatch(
		/^Nobody would be paid: 20 of 20 payments are exactly those since 3 days ago\./,
	);
});
