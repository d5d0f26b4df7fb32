import type { IDataObject } from 'n8n-workflow';

import {
	checkMonth,
	firstIs,
	lastMonth,
	paid,
	payout,
	people,
	recheckMonth,
	rowOf,
	rows,
} from '../checkedMonth.mts';

const [first] = people;
const other = { account: '9999000011' };
const same = () => ({});
const file = rows('nov');

const call = 'Call them on a number that you already had, and ask whether it has changed.';

describe('a row is held until somebody has called the payee', () => {
	it('if the name was paid to a different account', async () => {
		expect(await rowOf({ file: firstIs(other) })).toMatchObject({
			...{ pay: false, verdict: 'confirmFirst', severity: 'danger', warnings: [] },
			explanation: `On 25 October, Thandi Borgen was paid to a different account, FNB …0010. ${call}`,
		});
	});

	it('even after the new account got a test of R1', async () => {
		const before = [...payout(first, '2026-11-20', { ...other, amount: 1 }), ...lastMonth];
		expect(await rowOf({ file: firstIs(other), before })).toMatchObject({
			verdict: 'confirmFirst',
		});
	});

	it('even if it is alone in the file, and its last payday is the test of R1', async () => {
		const before = [...payout(first, '2026-11-20', { ...other, amount: 1 }), ...lastMonth];
		expect(await rowOf({ file: firstIs(other).slice(0, 1), before })).toMatchObject({
			...{ verdict: 'confirmFirst', lastAmount: 9000, difference: 0 },
		});
	});

	it.each([
		['a test of R1', '2026-11-03', payout(first, '2026-11-03', { ...other, amount: 1 })],
		['the same account, long ago', '2026-05-25', payout(first, '2026-05-25', other)],
	])(
		'even if its sums are compared with a day on which it got %s',
		async (_, compareWith, then) => {
			const before = [...lastMonth, ...then];
			const row = await rowOf({ file: firstIs(other), before, options: { compareWith } });
			expect(row).toMatchObject({ verdict: 'confirmFirst', lastDate: compareWith });
		},
	);

	it.each<[string, IDataObject]>([
		['the number of anybody', { idNumber: '9001010000080' }],
		['someone with a different family name', { idNumber: '9001010000080', familyName: 'Clerk' }],
		[
			'someone of whose family name the payee has only a part',
			{ idNumber: '9001010000080', familyName: 'van Borgen' },
		],
		['a company', { registrationNumber: '2020/123456/07' }],
	])('even if the bank has confirmed %s', async (_, holder) => {
		const month = { file: firstIs(other), before: lastMonth };
		const [row, ...others] = (await checkMonth(month)).rows;
		const confirmed = { ...row, ...holder, pay: true, verdict: 'willBePaid' };
		const { rows: again } = await recheckMonth(
			[{ ...confirmed, verification: 'verified' }, ...others],
			{ ...month, options: { onlyAsApproved: true } },
		);
		expect(again[0]).toMatchObject({ pay: false, verdict: 'confirmFirst' });
	});

	it('even if the old account stays in the file', async () => {
		const moved = rows('x', () => ({ ...other, reference: 'x' }), people.slice(0, 1));
		const { rows: checked } = await checkMonth({
			file: [...firstIs({ amount: 1 }), ...moved],
			before: lastMonth,
		});
		expect(checked.at(-1)).toMatchObject({ pay: false, verdict: 'confirmFirst' });
	});

	it('with how to tell two accounts apart that end alike', async () => {
		const month = { file: firstIs({ account: '9934560010' }) };
		expect((await rowOf(month))?.explanation).toContain(
			'was paid to a different account, …0010, with different digits before these.',
		);
	});

	it.each(['THANDI  borgen', 'Borgen, Thandi', 'Mrs Thándi Borgen'])(
		'however the name was written: %s',
		async (name) => {
			const month = { file: firstIs({ ...other, name }) };
			expect(await rowOf(month)).toMatchObject({ verdict: 'confirmFirst' });
		},
	);

	it('even if the file has the rows of the months before as well', async () => {
		const months = [...paid('2026-09-25', 'sep'), ...lastMonth];
		const sheet = [...rows('sep'), ...rows('oct'), ...firstIs(other)];
		const { rows: checked } = await checkMonth({ file: sheet, before: months });
		expect(checked.slice(0, 40).map(({ verdict }) => verdict)).toEqual(
			months.map(() => 'alreadyPaid'),
		);
		expect(checked[40]).toMatchObject({ pay: false, verdict: 'confirmFirst' });
		expect(checked[41]).toMatchObject({ pay: true, lastAmount: 9731, warnings: [] });
	});

	it('even if a row with a reference of a few days ago takes its last payment away', async () => {
		const before = [...payout(first, '2026-11-23', { reference: 'week-0' }), ...lastMonth.slice(1)];
		const sheet = [...rows('week', same, people.slice(0, 1)), ...firstIs(other)];
		const { rows: checked } = await checkMonth({ file: sheet, before });
		expect(checked[1]).toMatchObject({ pay: false, verdict: 'confirmFirst' });
	});

	it('if its account was paid under a different name that is still in the file', async () => {
		const swapped = rows('nov', (_, index) => {
			if (index > 1) return {};
			return { account: people[1 - index]?.account ?? '' };
		});
		const { rows: checked } = await checkMonth({ file: swapped, before: lastMonth });
		expect(checked.slice(0, 3)).toMatchObject([
			{
				...{ pay: false, verdict: 'confirmFirst' },
				explanation:
					'On 25 October, this account was paid under a different name, Johan Corgen. Call the payee on a number that you already had, and ask whose account it is.',
			},
			{ pay: false, verdict: 'confirmFirst' },
			{ pay: true },
		]);
	});

	it('if its account was paid under a different name, and its own name at a different account', async () => {
		const before = [
			...lastMonth.slice(1),
			...payout(first, '2026-10-25', { name: 'B Other' }),
			...payout(first, '2026-09-25', other),
		];
		expect(await rowOf({ before })).toMatchObject({ verdict: 'confirmFirst' });
	});
});

describe('what is true of most rows', () => {
	it('is said once above them, with how many they are', async () => {
		const { rows: checked, summary } = await checkMonth({ file: rows('OCT'), before: lastMonth });
		expect(checked.flatMap(({ warnings }) => warnings)).toEqual([]);
		expect(summary).toMatchObject({
			alerts: [
				'20 of 20 payments have almost the same reference as a payment that was made before. If this is the same list, pay nothing.',
			],
		});
	});

	it('is said of each row if it is true of half of them', async () => {
		const half = rows('OCT').map((one, index) =>
			index < 10 ? one : { ...one, reference: `n-${index}` },
		);
		const { rows: checked, summary } = await checkMonth({ file: half, before: lastMonth });
		expect(checked.flatMap(({ warnings }) => warnings)).toHaveLength(10);
		expect(summary.alerts).toEqual([]);
	});

	it('is amber if it only needs a look', async () => {
		const before = [...paid('2026-11-24', 'early', () => ({ status: 'Error' })), ...lastMonth];
		const { summary } = await checkMonth({ file, before });
		expect(summary).toMatchObject({
			alerts: [],
			messages: [
				expect.stringMatching(/^20 of 20 payments go to people whose newest payment failed/),
			],
		});
	});

	it('never counts for a row that is held: each needs its own call', async () => {
		const moved = rows('nov', (_, index) => ({ account: String(9_999_000_010 + index * 10) }));
		const { rows: checked, summary } = await checkMonth({ file: moved, before: lastMonth });
		expect(checked.map(({ verdict }) => verdict)).toEqual(moved.map(() => 'confirmFirst'));
		expect(summary).toMatchObject({ toPay: 0 });
	});
});
