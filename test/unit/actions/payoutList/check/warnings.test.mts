import type { Judged } from '../../../../../nodes/Stitch/actions/payoutList/check/verdicts';
import type { RecentPayout } from '../../../../../nodes/Stitch/actions/payoutList/check/knownAtStitch';
import {
	warningsOf,
	type Surroundings,
} from '../../../../../nodes/Stitch/actions/payoutList/check/warnings';

interface Written {
	account?: string;
	bank?: string;
	rand?: number;
	name?: string;
	reference?: string;
	isNumber?: boolean;
	pay?: boolean;
}

const judged = (row: number, written: Written = {}): Judged => {
	const { account = `123456789${row}`, bank = 'fnb', rand = 10.5, name = 'N Test' } = written;
	const { reference = `a-${row}`, isNumber = false, pay = true } = written;
	return {
		row: {
			...{ row, item: row, types: isNumber ? { accountNumber: 'number' } : {} },
			cells: { beneficiaryName: name, externalReference: reference },
		},
		...{ pay, verdict: 'willBePaid', explanation: '' },
		payment: {
			amount: { cents: Math.round(rand * 100) },
			body: { beneficiary: { name: name.normalize().slice(0, 20), accountNumber: account, bank } },
		} as unknown as Judged['payment'],
	};
};

const before = (change: Partial<RecentPayout> = {}): RecentPayout => ({
	...{ name: 'N Test', account: '1234567892', bank: 'fnb', cents: 1050 },
	...{ externalReference: 'old-1', createdAt: '2026-11-03T10:00:00Z' },
	...change,
});

function warn(rows: Judged[], around: Partial<Surroundings> = {}) {
	const zone = 'Africa/Johannesburg';
	const unknown = { isCut: false, gaps: [], isTestClient: false, timezone: zone };
	return warningsOf(rows, { ...unknown, ...around }).get(2);
}

const textsOf = (...given: Parameters<typeof warn>) => warn(...given)?.texts;

describe('a row is warned of', () => {
	it.each<[string, Judged[], Partial<Surroundings>, string]>([
		[
			'the same amount to the same account in another row',
			[judged(2, { account: '1234567890' }), judged(3, { account: '1234567890' })],
			{},
			'The same amount goes to the same account in row 3.',
		],
		[
			'the same amount to the same account under another reference, lately',
			[judged(2)],
			{ recent: [before()] },
			'R10.50 went to this account on 3 November 2026 under old-1.',
		],
		[
			'another account than the name had',
			[judged(2)],
			{ recent: [before({ account: '9876543210' })] },
			'On 3 November 2026, N Test was paid to another account, …10. Ask whether it has changed, on a phone number that you already had.',
		],
		[
			'a payee who is new',
			[judged(2)],
			{ recent: [before({ name: 'Another', account: '9876543210' })] },
			'This is the first payment to this account in 35 days.',
		],
		[
			'a bank that is down',
			[judged(2)],
			{ banks: new Map([['fnb', 'unavailable']]) },
			'The bank is down today: this payment may arrive late or fail.',
		],
		[
			'a bank with problems',
			[judged(2)],
			{ banks: new Map([['fnb', 'degraded']]) },
			'The bank works only in part today: this payment may arrive late or fail.',
		],
		[
			'an amount that could be a date',
			[judged(2, { rand: 18_537 }), judged(3)],
			{},
			'R18\u00a0537.00 could be a date: a spreadsheet can turn a typed 10.50 into one. Format the column as a number, and type the amount again.',
		],
		[
			'an amount that could be a date, where the other rows were paid before',
			[judged(2, { rand: 18_537 }), judged(3, { pay: false })],
			{},
			'R18\u00a0537.00 could be a date: a spreadsheet can turn a typed 10.50 into one. Format the column as a number, and type the amount again.',
		],
		[
			'a reference like that of another row',
			[judged(2, { reference: 'INV 7' }), judged(3, { reference: 'inv-7' })],
			{},
			'The reference is that of row 3, but for capitals, spaces or signs.',
		],
		[
			'a name that is cut',
			[judged(2, { name: 'A name of more than 20' })],
			{},
			'The name is shortened as shown here, because banks take 20 characters.',
		],
		[
			'an account number without its first zero',
			[judged(2, { isNumber: true })],
			{},
			'The spreadsheet keeps the account number as a number: a zero at its beginning is lost.',
		],
		[
			'an amount that a test client does not pay',
			[judged(2, { rand: 404.01 })],
			{ isTestClient: true },
			'A test client does not pay more than R404: this payment will fail.',
		],
	])('%s', (_what, rows, around, warning) => {
		expect(textsOf(rows, around)).toEqual([warning]);
	});
});

describe('a row is not warned of', () => {
	it.each<[string, Judged[], Partial<Surroundings>]>([
		[
			'whole amounts where all are as large',
			[judged(2, { rand: 20_000 }), judged(3, { rand: 30_000 })],
			{},
		],
		['a name whose letters and marks were typed apart', [judged(2, { name: 'Zoe\u0308' })], {}],
		['a payee who was paid before', [judged(2)], { recent: [before({ cents: 1 })] }],
		[
			'what was paid under its own reference',
			[judged(2)],
			{ recent: [before({ externalReference: 'a-2' })] },
		],
		['a new payee where nobody was paid before', [judged(2)], { recent: [] }],
		[
			'a new payee where not all payments were read',
			[judged(2)],
			{ recent: [before({ name: 'B', account: '9876543210' })], isCut: true },
		],
		[
			'a new payee where Stitch shows no account numbers',
			[judged(2)],
			{ recent: [before({ name: 'B', account: '' })] },
		],
		[
			'the same amount that went to an account of another bank lately',
			[judged(2)],
			{ recent: [before({ name: 'B', bank: 'absa' }), before({ cents: 1 })] },
		],
		['an amount before all days of a spreadsheet', [judged(2, { rand: 18_263 }), judged(3)], {}],
		[
			'the same amount at another bank',
			[judged(2, { account: '1234567890' }), judged(3, { account: '1234567890', bank: 'absa' })],
			{},
		],
		[
			'references of other digits',
			[judged(2, { reference: '1-11' }), judged(3, { reference: '11-1' })],
			{},
		],
		[
			'a row that is not paid',
			[judged(2, { account: '1234567890' }), judged(3, { account: '1234567890', pay: false })],
			{},
		],
	])('%s', (_what, rows, around) => {
		expect(textsOf(rows, around)).toEqual([]);
	});
});

it('a row says when the same amount last went to the same account, for a workflow to compare', () => {
	expect(warn([judged(2)], { recent: [before()] })?.similarPayoutAt).toBe(before().createdAt);
	expect(warn([judged(2)], { recent: [before({ cents: 1 })] })).not.toHaveProperty(
		'similarPayoutAt',
	);
});

it('payees who are new are no warning where most of them are, but counted', () => {
	const rows = [judged(2), judged(3), judged(4)];
	const around = { recent: [before({ name: 'B', account: '1234567894' })] };
	expect(warn(rows, around)).toEqual({ texts: [], isNew: true });
});

it('the warnings of a row begin with what weighs most, and end with a payee who is new', () => {
	const around = {
		recent: [before({ name: 'Another', account: '9876543210' })],
		banks: new Map([['fnb', 'unavailable']]),
	};
	const known = [4, 5].map((row) => judged(row, { account: '9876543210' }));
	const twice = [
		judged(2, { account: '1234567890' }),
		judged(3, { account: '1234567890' }),
		...known,
	];
	expect(textsOf(twice, around)).toEqual([
		'The same amount goes to the same account in row 3.',
		'The bank is down today: this payment may arrive late or fail.',
		'This is the first payment to this account in 35 days.',
	]);
});
