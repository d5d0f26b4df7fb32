import { paid, payout, people, rows, type Change, type Month, type Paid } from './checkedMonth.mts';

/** A month as people have it, and how a page about it should leave them. */
export interface NamedMonth extends Month {
	name: string;
	/** Nothing is wrong with it. */
	isOrdinary?: true;
}

const [first, second] = people;
const cents = (amount: number): number => Math.round(amount * 100) / 100;

const october = paid('2026-10-25', 'oct');
const september = paid('2026-09-25', 'sep', ({ amount }) => ({
	amount: Math.round(amount * 0.98),
}));
const twoMonths = [...october, ...september];
const november = paid('2026-11-25', 'nov');

/** A change for some people alone; the others are there as they are. */
const for1 =
	(place: number, change: Partial<Paid>): Change =>
	(_, index) =>
		index === place ? change : {};

const without =
	(...places: number[]): Change =>
	(_, index) =>
		places.includes(index) ? null : {};

const firstOf =
	(count: number): Change =>
	(_, index) =>
		index < count ? {} : null;

const afterFirst =
	(count: number): Change =>
	(_, index) =>
		index < count ? null : {};

const times =
	(factor: number): Change =>
	({ amount }) => ({ amount: cents(amount * factor) });

const forged = { account: '9999000011' };
const moved = for1(9, forged);

/** A row for somebody who is not one of the twenty. */
const extra = (change: Partial<Paid>): Paid[] =>
	rows('extra', () => ({ reference: 'nov-99', ...change }), people.slice(0, 1));

/** People of another list, paid on 25 October. */
const strangers = (count: number, statement: string, amount: number): Paid[] =>
	Array.from({ length: count }, (_, index) =>
		payout(
			{
				name: `${statement} ${index}`,
				account: String(6_000_000_010 + index * 10),
				amount: amount + index,
			},
			'2026-10-25',
			{ reference: `${statement}-${index}`, statement },
		),
	).flat();

/** Invoices of twenty suppliers, each paid on a day of its own. */
const invoices = (change: Change = () => ({})): Paid[] =>
	rows('inv', (person, index) => ({
		...{ reference: `INV-${2000 + index * 7}`, amount: 1500 + index * 977.5, statement: 'Acme' },
		...change(person, index),
	}));

const earlierInvoices = people.flatMap((person, index) => [
	...payout(person, `2026-11-${String(1 + (index % 20)).padStart(2, '0')}`, {
		...{ amount: 2100 + index * 333, reference: `INV-${1000 + index * 7}`, statement: 'Acme' },
	}),
	...payout(person, `2026-10-${String(1 + ((index * 3) % 28)).padStart(2, '0')}`, {
		...{ amount: 800 + index * 111, reference: `INV-${500 + index * 7}`, statement: 'Acme' },
	}),
]);

const weeks = (days: string[], amountOf: (week: number) => Change): Paid[] =>
	days.flatMap((day, week) => paid(day, `w${week}`, amountOf(week)));

const fridays = ['2026-11-20', '2026-11-13', '2026-11-06'];
const wage: Change = () => ({ amount: 2000 });
const claims = paid('2026-11-10', 'travel', (_, index) =>
	index < 13 ? { amount: 1000 + index * 37, statement: 'Travel' } : null,
);
const split = (early: string, late: string, tag: string): Paid[] => [
	...paid(early, tag, firstOf(12)),
	...paid(late, tag, afterFirst(12)),
];
const joint = for1(1, { account: first?.account ?? '' });
const namesake = for1(1, { name: first?.name ?? '', amount: first?.amount ?? 0 });
const swapped: Change = (_, index) => {
	if (index === 2) return { amount: people[15]?.amount ?? 0 };
	return index === 15 ? { amount: people[2]?.amount ?? 0 } : {};
};
const failed = paid('2026-11-24', 'nov', () => ({ status: 'Error', reason: 'insufficient funds' }));

/** The months of which the payday desk was designed (O, D) and with which it was attacked (A, B, C). */
export const months: readonly NamedMonth[] = [
	{
		name: 'O1 a test client',
		isOrdinary: true,
		file: rows('nov'),
		before: twoMonths,
		clientId: 'test-client',
	},
	{
		name: 'O2 monthly salaries, one raise',
		isOrdinary: true,
		file: rows('nov', for1(3, { amount: 11_864.58 })),
		before: twoMonths,
	},
	{
		name: 'O3 December paid early',
		isOrdinary: true,
		file: rows('dec'),
		before: [...november, ...october],
		today: '2026-12-11',
	},
	{
		name: 'O4 weekly wages',
		isOrdinary: true,
		file: rows('w48', ({ amount }) => ({ amount: 2000 + (amount % 300) })),
		before: weeks(fridays, (week) => ({ amount }) => ({
			amount: 2000 + (amount % (290 - week * 10)),
		})),
		today: '2026-11-27',
	},
	{
		name: 'O5 salary and overtime',
		isOrdinary: true,
		file: [...rows('nov'), ...rows('ot-nov', (_, index) => ({ amount: 400 + index * 20 }))],
		before: [
			...twoMonths,
			...paid('2026-10-25', 'ot-oct', (_, index) => ({ amount: 390 + index * 20 })),
		],
	},
	{
		name: 'O6 suppliers with new invoices',
		isOrdinary: true,
		file: invoices(),
		before: earlierInvoices,
	},
	{ name: 'O7 the first month', isOrdinary: true, file: rows('nov'), before: [] },
	{
		name: 'O8 a bonus run',
		isOrdinary: true,
		file: rows('bonus', (_, index) => ({ amount: 5000 + index * 10, statement: 'Bonus' })),
		before: [...november, ...october],
		today: '2026-12-01',
	},
	{
		name: 'O9 raises of 20 percent',
		isOrdinary: true,
		file: rows('nov', times(1.2)),
		before: twoMonths,
	},
	{ name: 'O10 one row alone', isOrdinary: true, file: rows('nov').slice(4, 5), before: twoMonths },
	{
		name: 'O11 five reimbursements since the payday',
		isOrdinary: true,
		file: rows('nov'),
		before: [
			...people
				.slice(0, 5)
				.flatMap((one) =>
					payout(one, '2026-10-28', { amount: 350, reference: `re-${one.account}` }),
				),
			...twoMonths,
		],
	},
	{
		name: 'D1 every amount 25 percent too high',
		file: rows('nov', times(1.25)),
		before: twoMonths,
	},
	{
		name: 'D2 one amount tenfold',
		file: rows('nov', for1(7, { amount: 141_170 })),
		before: twoMonths,
	},
	{
		name: 'D3 two salaries swapped, and a raise',
		file: rows('nov', (one, index) => (index === 4 ? { amount: 12_639.44 } : swapped(one, index))),
		before: twoMonths,
	},
	{
		name: 'D4 the same list under new references, a day later',
		file: rows('again'),
		before: [...paid('2026-11-24', 'nov'), ...october],
	},
	{
		name: 'D5 one salary paid before under another reference',
		file: rows('nov'),
		before: [...payout(people[6], '2026-11-20', { reference: 'early' }), ...twoMonths],
	},
	{ name: 'D6 a changed account', file: rows('nov', moved), before: twoMonths },
	{
		name: 'D7 a changed account after a test of R1',
		file: rows('nov', moved),
		before: [
			...payout(people[9], '2026-11-20', { ...forged, amount: 1, reference: 'r1' }),
			...twoMonths,
		],
	},
	{
		name: 'D8 one account under two names',
		file: [...rows('nov'), ...extra({ name: 'T Khumalo', amount: 8000 })],
		before: twoMonths,
	},
	{
		name: 'D9 an amount that could be a date',
		file: rows('nov', for1(11, { amount: 18_537 })),
		before: paid('2026-10-25', 'oct', for1(11, { amount: 10.5 })),
	},
	{
		name: 'D10 a list above its limit',
		file: rows('nov'),
		before: twoMonths,
		options: { maxTotalPerRun: '100000' },
	},
	{
		name: 'D11 a row above its limit',
		file: rows('nov', for1(7, { amount: 141_170 })),
		before: twoMonths,
		options: { maxAmountPerItem: '50000' },
	},
	{
		name: 'D12 an unreadable bank, and somebody has left',
		file: rows('nov', (_, index) => (index === 19 ? null : index === 1 ? { bank: 'FBN' } : {})),
		before: twoMonths,
	},
	{ name: 'D13 last month’s references in capitals', file: rows('OCT'), before: twoMonths },
	{
		name: 'A1 a payday on two days, the smaller one later, a leaver of it',
		file: rows('nov', without(15)),
		before: [
			...split('2026-10-24', '2026-10-25', 'oct'),
			...split('2026-09-24', '2026-09-25', 'sep'),
		],
	},
	{
		name: 'A2 a payday on two days, the smaller one first, a leaver of it',
		file: rows('nov', without(15)),
		before: [
			...split('2026-10-25', '2026-10-24', 'oct'),
			...split('2026-09-25', '2026-09-24', 'sep'),
		],
	},
	{
		name: 'A3 thirteen travel claims since',
		isOrdinary: true,
		file: rows('nov'),
		before: [...claims, ...twoMonths],
	},
	{
		name: 'A5 bonus, then salary, one of them tenfold',
		file: rows('dec', for1(7, { amount: 141_170 })),
		before: [
			...paid('2026-12-01', 'bonus', () => ({ amount: 5000, statement: 'Bonus' })),
			...november,
			...october,
		],
		today: '2026-12-15',
	},
	{
		name: 'A6 a thirteenth cheque as second rows',
		isOrdinary: true,
		file: [...rows('nov'), ...rows('13th', () => ({ statement: 'Bonus' }))],
		before: twoMonths,
	},
	{
		name: 'A7 Thursday for Friday',
		isOrdinary: true,
		file: rows('w48', wage),
		before: weeks(fridays, () => wage),
		today: '2026-11-26',
	},
	{
		name: 'A8 daily wages',
		isOrdinary: true,
		file: rows('day', wage),
		before: weeks(['2026-11-24', '2026-11-23', '2026-11-22'], () => wage),
	},
	{
		name: 'A9 initials from a new payroll program',
		isOrdinary: true,
		file: rows('nov', ({ name }) => ({ name: name.replace(/^(.)\S+/, '$1') })),
		before: twoMonths,
	},
	{
		name: 'A10 another order, and marks',
		isOrdinary: true,
		file: rows('nov', ({ name }) => ({
			name: name.replace(/(.*) (.*)/, '$2, $1').replace('e', 'é'),
		})),
		before: twoMonths,
	},
	{
		name: 'A11 zeros before the accounts',
		isOrdinary: true,
		file: rows('nov', ({ account }) => ({ account: `0${account}` })),
		before: twoMonths,
	},
	{
		name: 'A12 a joint account',
		isOrdinary: true,
		file: rows('nov', joint),
		before: paid('2026-10-25', 'oct', joint),
	},
	{
		name: 'A13 father and son of one name and pay',
		isOrdinary: true,
		file: rows('nov', namesake),
		before: paid('2026-10-25', 'oct', namesake),
	},
	{
		name: 'A14 a son joins, on his father’s account',
		file: [...rows('nov'), ...extra({ name: 'Junior Borgen', amount: 8000 })],
		before: twoMonths,
	},
	{
		name: 'A15 pay split between two accounts',
		file: [
			...rows('nov', for1(0, { amount: 5000 })),
			...extra({ account: '7777000017', amount: 4000 }),
		],
		before: twoMonths,
	},
	{
		name: 'A16 a marriage',
		isOrdinary: true,
		file: rows('nov', for1(3, { name: 'Lerato Newname' })),
		before: twoMonths,
	},
	{
		name: 'A17 an account that moved last month',
		isOrdinary: true,
		file: rows('nov', moved),
		before: [...paid('2026-10-25', 'oct', moved), ...september],
	},
	{
		name: 'A18 somebody is back after a month',
		isOrdinary: true,
		file: rows('nov'),
		before: [...paid('2026-10-25', 'oct', without(5)), ...september],
	},
	{
		name: 'A19 directors, paid on the same day',
		isOrdinary: true,
		file: rows('nov'),
		before: [...strangers(5, 'Directors', 185_000), ...twoMonths],
	},
	{
		name: 'A20 a larger branch, two of ours missing',
		file: rows('nov', firstOf(18)),
		before: [...strangers(60, 'Branch', 8000), ...twoMonths],
	},
	{
		name: 'A22 one payment of yesterday failed, new references',
		file: rows('again'),
		before: [...failed.slice(3, 4), ...twoMonths],
	},
	{
		name: 'A23 everything of yesterday failed, new references',
		file: rows('again'),
		before: [...failed, ...twoMonths],
	},
	{
		name: 'A24 last month came back from the bank',
		file: rows('nov'),
		before: [
			...paid('2026-10-25', 'oct', for1(4, { status: 'Reversed', reason: 'account closed' })),
			...september,
		],
	},
	{
		name: 'A25 three people only',
		isOrdinary: true,
		file: rows('nov', firstOf(3)),
		before: twoMonths,
	},
	{
		name: 'A26 corrections of twelve',
		isOrdinary: true,
		file: rows('nov', firstOf(12)),
		before: twoMonths,
	},
	{
		name: 'A27 the rest was paid two days later',
		isOrdinary: true,
		file: rows('nov'),
		before: [...split('2026-10-25', '2026-10-27', 'oct'), ...september],
	},
	{ name: 'B1 half of the rows are lost', file: rows('nov', firstOf(10)), before: twoMonths },
	{ name: 'B2 every amount a hundredfold', file: rows('nov', times(100)), before: twoMonths },
	{
		name: 'B3 the list again after eight days',
		file: rows('again'),
		before: [...paid('2026-11-17', 'nov'), ...twoMonths],
	},
	{
		name: 'B5 a part paid in the dashboard',
		file: rows('nov'),
		before: [...payout(people[6], '2026-11-10', { amount: 5000, reference: 'dash' }), ...twoMonths],
	},
	{
		name: 'B7 an invoice for the second time',
		file: invoices(for1(2, { amount: 2766 })),
		before: earlierInvoices,
	},
	{
		name: 'B8 a forged account of a supplier after a test of R1',
		file: invoices(for1(4, { ...forged, amount: 45_000 })),
		before: [
			...payout(people[4], '2026-11-22', { ...forged, amount: 1, reference: 'test' }),
			...earlierInvoices,
		],
	},
	{
		name: 'B9 a forged account under initials',
		file: rows('nov', for1(9, { ...forged, name: 'Z Morgen' })),
		before: twoMonths,
	},
	{
		name: 'B10 a ghost after a test of R1',
		file: [...rows('nov'), ...extra({ name: 'G Host', account: '8888000010', amount: 18_000 })],
		before: [
			...payout({ name: 'G Host', account: '8888000010', amount: 1 }, '2026-11-20', {
				reference: 'test',
			}),
			...twoMonths,
		],
	},
	{
		name: 'B11 a second row for one account',
		file: [...rows('nov'), ...extra({ amount: 7400 })],
		before: twoMonths,
	},
	{
		name: 'B12 two accounts swapped',
		file: rows('nov', (_, index) =>
			index < 2 ? { account: people[1 - index]?.account ?? '' } : {},
		),
		before: twoMonths,
	},
	{
		name: 'B13 a colleague’s account',
		file: rows('nov', for1(0, { account: second?.account ?? '' })),
		before: twoMonths,
	},
	{
		name: 'B17 an amount that cannot be read',
		file: rows('nov', for1(7, { amount: NaN })),
		before: twoMonths,
	},
	{
		name: 'B18 the file of another branch',
		file: rows('nov', (_, index) => ({
			name: `Other ${'abcdefghijklmnopqrst'[index]}man`,
			account: String(6_000_000_010 + index * 10),
		})),
		before: twoMonths,
	},
	{ name: 'B19 two salaries swapped', file: rows('nov', swapped), before: twoMonths },
	{
		name: 'B20 eight rows again under new references',
		file: rows('again', firstOf(8)),
		before: [...paid('2026-11-24', 'nov'), ...twoMonths],
	},
	{
		name: 'B21 the same amount went to a different account of the name',
		file: rows('nov'),
		before: [...payout(people[6], '2026-11-10', { ...forged, reference: 'dash' }), ...twoMonths],
	},
	{
		name: 'B24 every account changed',
		file: rows('nov', (_, index) => ({ account: String(9_999_000_013 + index * 10) })),
		before: twoMonths,
	},
	{
		name: 'B25 cancelled yesterday, under a new reference',
		file: rows('again'),
		before: [
			...payout(people[4], '2026-11-24', {
				status: 'Cancelled',
				reason: 'left the company',
				reference: 'nov-4',
			}),
			...twoMonths,
		],
	},
	{
		name: 'B27 one of two namesakes has left',
		file: rows('nov', without(1)),
		before: paid('2026-10-25', 'oct', for1(1, { name: first?.name ?? '' })),
	},
	{
		name: 'C1 January after an early December',
		isOrdinary: true,
		file: rows('jan'),
		before: [...november, ...paid('2026-12-11', 'dec')],
		today: '2027-01-25',
	},
	{
		name: 'C2 employee codes as references',
		file: rows('emp', times(1.06)),
		before: [...paid('2026-10-25', 'emp'), ...september],
	},
	{
		name: 'C4 everything of yesterday failed, the same references',
		file: rows('nov'),
		before: [...failed, ...twoMonths],
		options: { onDuplicate: 'payAgainIfFailed' },
	},
	{
		name: 'C5 a typing error in a row that cannot be read',
		file: rows('nov', for1(3, { amount: 5, bank: 'FBN' })),
		before: twoMonths,
	},
	{
		name: 'C6 cancelled yesterday, the same reference',
		file: rows('nov'),
		before: [
			...payout(people[4], '2026-11-24', {
				status: 'Cancelled',
				reason: 'left the company',
				reference: 'nov-4',
			}),
			...twoMonths,
		],
		options: { onDuplicate: 'payAgainIfFailed' },
	},
	{
		name: 'C8 a run across midnight',
		isOrdinary: true,
		file: rows('nov'),
		before: [...split('2026-10-25', '2026-10-26', 'oct'), ...september],
	},
	{ name: 'C10 eleven of twenty have left', file: rows('nov', firstOf(9)), before: twoMonths },
	{
		name: 'C12 a second company, paid on the same day',
		isOrdinary: true,
		file: rows('nov'),
		before: [...strangers(13, 'Second', 15_000), ...twoMonths],
	},
	{
		name: 'C17 a salary paid ten days ago under another reference',
		file: rows('nov'),
		before: [...payout(people[6], '2026-11-15', { reference: 'early' }), ...twoMonths],
	},
	{
		name: 'C18 a salary paid 28 days ago under another reference',
		file: rows('nov'),
		before: [...payout(people[6], '2026-10-28', { reference: 'early' }), ...twoMonths],
	},
];
