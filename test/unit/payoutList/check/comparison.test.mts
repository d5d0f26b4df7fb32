import { checkMonth, lastMonth, paid, rows, type Change } from '../checkedMonth.mts';

it('a file is compared with the payday that the user has chosen', async () => {
	const before = [...lastMonth, ...paid('2026-09-25', 'sep', () => ({ amount: 100 }))];
	const options = { compareWith: '2026-09-25' };
	expect((await checkMonth({ file: rows('nov'), before, options })).summary).toMatchObject({
		lastTime: { day: '2026-09-25', daysAgo: 61, last: { count: 20, sum: 2000 } },
	});
});

describe('a file with the references of an earlier payday', () => {
	const file = rows('oct', ({ amount }) => ({ amount: amount + 100 }));
	const before = [...lastMonth, ...paid('2026-09-25', 'sep')];

	it('pays nobody, says so once, and does not call the difference due', async () => {
		const { rows: checked, summary } = await checkMonth({ file, before });
		expect(
			checked.map(({ verdict, explanation }) => `${String(verdict)}${String(explanation)}`),
		).toEqual(file.map(() => 'sentWithOtherValues'));
		expect(summary).toMatchObject({
			...{ toPay: 0, lastTime: { day: '2026-10-25' } },
			messages: [
				'Your list has 20 references from 25 October: what was sent then is not paid again. If this is a new payday, give each row a new reference, or choose what the list pays, and its period.',
			],
		});
	});

	it.each([
		[10, 0],
		[11, 1],
	])('is one if more than half of its own are of that day: %i of 20', async (old, said) => {
		const some = rows('oct', (_, index) => (index < old ? {} : { reference: `new-${index}` }));
		const { summary } = await checkMonth({ file: some, before });
		const says = (summary.messages as string[]).filter((one) => one.includes('references from'));
		expect(says).toHaveLength(said);
	});

	it('has one reference if it has a single row', async () => {
		const isFirst: Change = (_, index) => (index === 0 ? {} : null);
		const { summary } = await checkMonth({ file: rows('oct', isFirst), before });
		expect(String(summary.messages)).toMatch(/^Your list has 1 reference from 25 October: /);
	});

	it('is the file itself, uploaded again, if they were sent a few days ago', async () => {
		const { summary } = await checkMonth({ file, before, today: '2026-10-28' });
		expect(summary).toMatchObject({ lastTime: { day: '2026-09-25' }, messages: [] });
	});
});
