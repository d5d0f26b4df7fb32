import { rules } from '../../../../nodes/Stitch/payoutList/check/warningRules';
import {
	checkMonth,
	firstIs,
	lastMonth,
	paid,
	payout,
	people,
	rowOf,
	rows,
	type Month,
} from '../checkedMonth.mts';

const [first, second] = people;
const other = { account: '9999000011' };
const file = rows('nov');

const warningsOf = async (month: Partial<Month>) => (await rowOf(month))?.warnings;

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

	it('the same amount that went to its account after its own payment had failed', async () => {
		const onTheirOwnDays = people.flatMap((one, index) =>
			payout(one, `2026-10-${index + 10}`, { amount: one.amount + index + 1 }),
		);
		const failed = payout(first, '2026-11-20', { reference: 'nov-0', status: 'Error' });
		const instead = payout(first, '2026-11-23', { reference: 'nov-0b' });
		const month = { options: { onDuplicate: 'payAgainIfFailed' } };
		expect(
			await rowOf({ ...month, before: [...instead, ...failed, ...onTheirOwnDays] }),
		).toMatchObject({
			...{ verdict: 'payAgain', severity: 'danger' },
			warnings: [
				'R9\u00a0000.00 went to this account on 23 November as nov-0b. If it is the same payment, delete this row.',
			],
		});
		const paidBefore = payout(first, '2026-11-19', { reference: 'another' });
		expect(
			await warningsOf({ ...month, before: [...failed, ...paidBefore, ...onTheirOwnDays] }),
		).not.toEqual([expect.stringContaining('another')]);
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

	it.each([
		[
			'the same amount',
			'twin',
			9000,
			/^R9\u00a0000\.00 went to this account on 23 November as nov-0\./,
		],
		[
			'almost the same reference',
			'NOV 0',
			5,
			/^Probably paid already: .* on 23 November as nov-0, /,
		],
	])('%s that went to its account a few days ago for another row', async (...is) => {
		const [, reference, amount, says] = is;
		const before = [...payout(first, '2026-11-23', { reference: 'nov-0' }), ...lastMonth];
		const twin = rows('twin', () => ({ reference, amount }), people.slice(0, 1));
		// Whatever the row says now.
		for (const sent of [firstIs({}), firstIs({ ...other, amount: 7 })]) {
			const { rows: checked } = await checkMonth({ file: [...sent, ...twin], before });
			expect(checked.at(-1)?.warnings).toEqual([expect.stringMatching(says)]);
		}
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
