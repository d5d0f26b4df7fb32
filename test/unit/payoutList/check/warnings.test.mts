import { rules } from '../../../../nodes/Stitch/payoutList/check/warningRules';
import { checkMonth, paid, payout, people, rows, type Month, type Paid } from '../checkedMonth.mts';

const [first, second] = people;
const other = { account: '9999000011' };
const lastMonth = paid('2026-10-25', 'oct');
const file = rows('nov');

/** The file with something changed in its first row. */
const firstIs = (change: Partial<Paid>): Paid[] =>
	rows('nov', (_, index) => (index === 0 ? change : {}));

/** The first row of a list, as Check returns it. */
const rowOf = async (month: Partial<Month>) =>
	(await checkMonth({ file, before: lastMonth, ...month })).rows[0];

const warningsOf = async (month: Partial<Month>) => (await rowOf(month))?.warnings;

const call = 'Call them on a number that you already had, and ask whether it has changed.';

describe('a row is warned of', () => {
	it('almost the same reference as an earlier one to its account, even of a different amount', async () => {
		const month = { file: firstIs({ reference: 'OCT 0', amount: 9500 }) };
		expect(await rowOf(month)).toMatchObject({
			severity: 'danger',
			warnings: [
				'Probably paid already: R9\u00a0000.00 went to this account on 25 October as oct-0, which is almost the same reference. If it is the same payment, delete this row.',
			],
		});
	});

	it('the same amount that went to its account after the last payday', async () => {
		const before = [...payout(first, '2026-11-20', { reference: 'early' }), ...lastMonth];
		expect(await rowOf({ before })).toMatchObject({
			...{ pay: true, severity: 'danger' },
			warnings: [
				'R9\u00a0000.00 went to this account on 20 November as early. If it is the same payment, delete this row.',
			],
		});
	});

	it('the same amount that went to its name at a different account after the last payday', async () => {
		const before = [...payout(first, '2026-11-20', other), ...lastMonth];
		expect(await warningsOf({ before })).toEqual([
			expect.stringMatching(/^R9\u00a0000\.00 went to FNB …0011 on 20 November as /),
		]);
	});

	it.each([
		['the same account and amount', { reference: 'twin' }],
		[
			'the same name and amount, and a different account',
			{ reference: 'twin', account: '7777000010' },
		],
		['almost the same reference', { ...second, reference: 'NOV 0', amount: 5 }],
	])('another row with %s', async (what, change) => {
		const twin = rows('twin', () => change, people.slice(0, 1));
		const { rows: checked } = await checkMonth({ file: [...file, ...twin], before: lastMonth });
		expect(checked.at(-1)?.warnings ?? []).toContain(
			`Row 2 has ${what}. If both are one payment, delete one of the rows.`,
		);
	});

	it('a different name in the file with the same account', async () => {
		const sharing = rows(
			'x',
			() => ({ name: 'B Other', amount: 8000, reference: 'x' }),
			people.slice(0, 1),
		);
		expect(await rowOf({ file: [...file, ...sharing] })).toMatchObject({
			...{ pay: true, severity: 'danger' },
			warnings: [
				'B Other in row 22 is paid into the same account. If you do not know why, pay neither.',
			],
		});
	});

	it('someone who is not in the file and got the amount of a new account', async () => {
		const month = { file: firstIs({ ...other, name: 'T Borgen' }) };
		expect(await rowOf(month)).toMatchObject({
			...{ pay: true, severity: 'check' },
			warnings: [
				'Thandi Borgen, FNB …0010, is not in this list and got the same amount on 25 October. If this is the same person, call them on a number that you already had.',
			],
		});
	});

	it.each([
		['Error', 'no such account', 'failed: no such account.'],
		['Cancelled', 'left the company', 'was cancelled: left the company.'],
		['Reversed', '', 'was sent back by the bank.'],
	])('its newest payment that is %s', async (status, reason, says) => {
		const before = [
			...payout(first, '2026-11-24', { status, reason, reference: 'early' }),
			...lastMonth,
		];
		expect(await rowOf({ before })).toMatchObject({
			...{ pay: true, severity: 'check' },
			warnings: [
				`R9\u00a0000.00 of 24 November (early) ${says} Find out why, and delete the row unless it is to be paid after all.`,
			],
		});
	});

	it.each([
		['name', { name: 'Th\u0430ndi Borgen' }],
		['reference', { reference: 'n\u043ev-0' }],
	])('a letter of another alphabet in its %s', async (what, change) => {
		expect(await warningsOf({ file: firstIs(change) })).toContainEqual(
			expect.stringMatching(
				new RegExp(
					`^The ${what} has a letter of another alphabet, “[\u0430\u043e]”\\. Type it again`,
				),
			),
		);
	});
});

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

describe('a row is neither warned of nor held for', () => {
	it.each<[string, Partial<Month>]>([
		['the salary of the month before', {}],
		[
			'a new name at an unchanged account, if the old name is gone',
			{ file: firstIs({ name: 'T Borgen' }) },
		],
		[
			'what a colleague got since then',
			{ before: [...payout(second, '2026-11-20'), ...lastMonth] },
		],
		[
			'a different amount since then',
			{ before: [...payout(first, '2026-11-20', { amount: 5 }), ...lastMonth] },
		],
		[
			'a failed payment that was made good since then',
			{ before: [...lastMonth, ...payout(first, '2026-10-24', { status: 'Error' })] },
		],
		[
			'an account that was confirmed by the payday before',
			{
				file: firstIs(other),
				before: [
					...paid('2026-10-25', 'oct', (_, index) => (index === 0 ? other : {})),
					...paid('2026-09-25', 'sep'),
				],
			},
		],
		[
			'the rest of a list that was paid two days later',
			{
				before: [
					...payout(first, '2026-10-27'),
					...lastMonth.slice(1),
					...paid('2026-09-25', 'sep'),
				],
			},
		],
	])('%s', async (_, month) => {
		expect(await rowOf(month)).toMatchObject({ pay: true, warnings: [], severity: null });
	});

	it('two names at one account that both were paid there before', async () => {
		const joint = (tag: string) =>
			rows(tag, (_, index) => (index === 1 ? { account: first?.account ?? '' } : {}));
		const before = joint('oct').map((one) => ({ ...one, day: '2026-10-25' }));
		const { rows: checked } = await checkMonth({ file: joint('nov'), before });
		expect(checked.flatMap(({ warnings }) => warnings)).toEqual([]);
	});

	it('a salary and a bonus of one amount, which have different statement references', async () => {
		const bonus = rows('bonus', () => ({ statement: 'Bonus' }));
		const { rows: checked } = await checkMonth({ file: [...file, ...bonus], before: lastMonth });
		expect(checked.flatMap(({ warnings }) => warnings)).toEqual([]);
	});

	it('father and son of one name and amount, who were both paid before', async () => {
		const both = [
			...file,
			...rows('son', () => ({ ...other, reference: 'son' }), people.slice(0, 1)),
		];
		const before = both.map((one) => ({
			...one,
			reference: `oct-${one.reference}`,
			day: '2026-10-25',
		}));
		const { rows: checked } = await checkMonth({ file: both, before });
		expect(
			checked.flatMap(({ warnings, verdict }) => [...(warnings as string[]), verdict]),
		).toEqual(both.map(() => 'willBePaid'));
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

it('the rules are in the order of what they can cost, and each says when it applies', () => {
	expect(rules.map(({ name, severity }) => `${severity} ${name}`)).toEqual([
		'danger almostSameReference',
		'danger sameAmountSince',
		'danger twinInFile',
		'danger accountChanged',
		'danger nameChanged',
		'danger newAccountAbove',
		'danger accountShared',
		'check likeSomeoneMissing',
		'check bankUnclear',
		'check lastOneFailed',
		'check foreignLetter',
	]);
	expect(rules.filter(({ when }) => !/^[A-Z].*\.$/.test(when))).toEqual([]);
});
