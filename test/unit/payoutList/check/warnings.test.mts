import type { Judged } from '../../../../nodes/Stitch/payoutList/check/verdicts';
import type { RecentPayout } from '../../../../nodes/Stitch/payoutList/check/knownAtStitch';
import { paidRow } from '../../../../nodes/Stitch/payoutList/check/paidRow';
import { warningsOf, type Surroundings } from '../../../../nodes/Stitch/payoutList/check/warnings';
import { earlierPayout } from './payouts.mts';

interface Written {
	account?: string;
	bank?: string;
	rand?: number;
	name?: string;
	reference?: string;
	statement?: string;
	/** The columns that the spreadsheet keeps as numbers. */
	numbers?: Array<keyof Judged['row']['types']>;
	pay?: boolean;
}

const judged = (row: number, written: Written = {}): Judged => {
	const { account = `123456789${row}`, bank = 'fnb', rand = 10.5 } = written;
	const { name = row === 2 ? 'N Test' : `Payee ${row}` } = written;
	const {
		reference = `a-${row}`,
		statement = reference,
		numbers = ['amount'],
		pay = true,
	} = written;
	return {
		row: {
			...{ row, item: row, types: Object.fromEntries(numbers.map((one) => [one, 'number'])) },
			cells: { beneficiaryName: name, externalReference: reference },
		},
		...{ pay, verdict: 'willBePaid', explanation: '' },
		payment: {
			amount: { cents: Math.round(rand * 100) },
			body: {
				externalReference: reference,
				beneficiaryReference: statement,
				beneficiary: { name: name.normalize().slice(0, 20), accountNumber: account, bank },
			},
		} as unknown as Judged['payment'],
	};
};

const before = (change: Partial<RecentPayout> = {}): RecentPayout =>
	earlierPayout({ account: '1234567892', cents: 1050, ...change });

async function warnAll(
	rows: Judged[],
	around: Partial<Surroundings> = {},
	yieldToN8n = async () => {},
) {
	const zone = 'Africa/Johannesburg';
	const unknown = {
		failed: [],
		days: 35,
		isComplete: true,
		gaps: [],
		isTestClient: false,
		now: Date.parse('2026-11-25T08:00:00Z'),
		timezone: zone,
	};
	const all = rows.flatMap((one) => paidRow(one) ?? []);
	return await warningsOf(all, { ...unknown, ...around }, yieldToN8n);
}

const warn = async (...given: Parameters<typeof warnAll>) => (await warnAll(...given)).byRow.get(2);

const textsOf = async (...given: Parameters<typeof warn>) => (await warn(...given))?.texts;

/** What a table has of a list: its rows and what they are compared with, and what is said of row 2. */
interface Case {
	rows: Judged[];
	around: Partial<Surroundings>;
	says: string;
}

const to = (account: string, row: number, more: Written = {}) =>
	judged(row, { account, name: 'N Test', ...more });
const shared = '1234567890';
const other = { name: 'B', account: '9876543210' };
const monthBefore = '2026-10-25T10:00:00Z';
/** The newest one first, as Stitch lists them. */
const paidOn = (...days: string[]) =>
	days.map((day) => before({ createdAt: `2026-${day}T10:00:00Z` }));

it.each`
	of                                                                                 | rows                                                                                    | around                                                                                 | says
	${'the same amount to the same account in another row'}                            | ${[to(shared, 2), to(shared, 3)]}                                                       | ${{}}                                                                                  | ${'The same amount goes to the same account in row 3.'}
	${'a different amount to the same account and statement reference in another row'} | ${[to(shared, 2, { statement: 'Pay' }), to(shared, 3, { statement: 'Pay', rand: 11 })]} | ${{}}                                                                                  | ${'A different amount goes to the same account in row 3, with the same statement reference. If both are one payment, delete the wrong row.'}
	${'the same amount to the same account under another reference, lately'}           | ${[judged(2)]}                                                                          | ${{ recent: [before()] }}                                                              | ${'R10.50 went to this account on 3 November 2026 under old-1.'}
	${'the same amount to the same name at another account, in another row'}           | ${[judged(2, { name: 'Dr N. Test' }), judged(3, { name: 'Test N' })]}                   | ${{}}                                                                                  | ${'The same name gets the same amount at a different account in row 3. If both are one payment, delete the wrong row.'}
	${'another account than the name had'}                                             | ${[judged(2)]}                                                                          | ${{ recent: [before({ account: other.account })] }}                                    | ${'On 3 November 2026, N Test was paid to a different account, …3210. Call them on a number that you already had, and ask whether it has changed.'}
	${'a payee who is new'}                                                            | ${[judged(2)]}                                                                          | ${{ recent: [before(other)] }}                                                         | ${'This is the first payment to this account in 35 days.'}
	${'a bank that is down'}                                                           | ${[judged(2)]}                                                                          | ${{ banks: new Map([['fnb', 'unavailable']]) }}                                        | ${'The bank is down today: this payment may arrive late or fail.'}
	${'a bank with problems'}                                                          | ${[judged(2)]}                                                                          | ${{ banks: new Map([['fnb', 'degraded']]) }}                                           | ${'The bank works only in part today: this payment may arrive late or fail.'}
	${'an amount that could be a date'}                                                | ${[judged(2, { rand: 18_537 }), judged(3), judged(4, { pay: false })]}                  | ${{}}                                                                                  | ${'R18\u00a0537.00 could be a date: a spreadsheet can turn a typed 10.50 into one. Format the column as a number, and type the amount again.'}
	${'what the bank has said of its account'}                                         | ${[judged(2)]}                                                                          | ${{ saidByBank: new Map([[2, 'The bank could not say whose account it is.']]) }}       | ${'The bank could not say whose account it is.'}
	${'a reference like that of another row'}                                          | ${[judged(2, { reference: 'INV 7' }), judged(3, { reference: 'inv-7' })]}               | ${{}}                                                                                  | ${'Almost the same reference as row 3: only capitals, spaces, signs or letters that look alike differ.'}
	${'a reference like an earlier one to its account, also of another amount'}        | ${[judged(2, { reference: 'INV 7' })]}                                                  | ${{ recent: [before({ externalReference: 'inv-7', cents: 2000 })] }}                   | ${'On 3 November 2026, this account was paid R20.00 under almost the same reference, inv-7: only capitals, spaces, signs or letters that look alike differ.'}
	${'a letter of another alphabet in the name'}                                      | ${[judged(2, { name: 'N T\u0435st' })]}                                                 | ${{}}                                                                                  | ${'The name has “\u0435” (U+0435), which is not one of A to Z and 0 to 9, but may look like one. Type the name again by hand.'}
	${'a letter of another alphabet in the reference'}                                 | ${[judged(2, { reference: '\u0430-2' })]}                                               | ${{}}                                                                                  | ${'The reference has “\u0430” (U+0430), which is not one of A to Z and 0 to 9, but may look like one. Type the reference again by hand.'}
	${'the same amount on the day of the last list, less than a month ago'}            | ${[judged(2)]}                                                                          | ${{ recent: [before({ createdAt: '2026-11-06T10:00:00Z' })], lastList: '2026-11-06' }} | ${'R10.50 went to this account on 6 November 2026 under old-1.'}
	${'the same amount between the list of the month before and this one'}             | ${[judged(2)]}                                                                          | ${{ recent: [before(), before({ createdAt: monthBefore })], lastList: '2026-10-25' }}  | ${'R10.50 went to this account on 3 November 2026 under old-1.'}
	${'the same amount as a week before, where only one such payout is known'}         | ${[judged(2)]}                                                                          | ${{ recent: paidOn('11-18'), lastList: '2026-11-18' }}                                 | ${'R10.50 went to this account on 18 November 2026 under old-1.'}
	${'the same amount as a week before, where it was paid each month'}                | ${[judged(2)]}                                                                          | ${{ recent: paidOn('11-18', '10-19'), lastList: '2026-11-18' }}                        | ${'R10.50 went to this account on 18 November 2026 under old-1.'}
	${'the same amount two days after that of the week'}                               | ${[judged(2)]}                                                                          | ${{ recent: paidOn('11-23', '11-16'), lastList: '2026-11-23' }}                        | ${'R10.50 went to this account on 23 November 2026 under old-1.'}
	${'the same amount two days after it was paid twice'}                              | ${[judged(2)]}                                                                          | ${{ recent: paidOn('11-23', '11-22'), lastList: '2026-11-23' }}                        | ${'R10.50 went to this account on 23 November 2026 under old-1.'}
	${'a name that is cut'}                                                            | ${[judged(2, { name: 'A name of more than 20' })]}                                      | ${{}}                                                                                  | ${'The name is shortened as shown here, because banks take 20 characters.'}
	${'an account number without its first zero'}                                      | ${[judged(2, { numbers: ['accountNumber'] }), judged(3)]}                               | ${{}}                                                                                  | ${'The spreadsheet keeps the account number as a number: a leading zero may be lost.'}
	${'an account number whose last digits a spreadsheet has lost'}                    | ${[to('123457000000', 2)]}                                                              | ${{}}                                                                                  | ${'The account number ends in 000000: a spreadsheet may have lost its last digits. Compare it with what the payee gave you.'}
	${'an account that a test client rejects'}                                         | ${[to('1234567891', 2)]}                                                                | ${{ isTestClient: true }}                                                              | ${'A test client pays account numbers that end in 0: this payment may fail.'}
`('a row is warned of $of', async ({ rows, around, says }: Case) => {
	expect(await textsOf(rows, around)).toEqual([says]);
});

it('a row is told apart from those of its account and statement reference with the same amount', async () => {
	const rows = [10.5, 10.5, 11].map((rand, index) =>
		to(shared, 2 + index, { statement: 'Pay', rand }),
	);
	expect(await textsOf(rows)).toEqual([
		'The same amount goes to the same account in row 3.',
		expect.stringMatching(/^A different amount goes to the same account in row 4, with the same/),
	]);
});

it.each`
	of                                                                               | rows                                                                    | around
	${'an account of a live client'}                                                 | ${[to('1234567891', 2)]}                                                | ${{}}
	${'a name whose letters and marks were typed apart'}                             | ${[judged(2, { name: 'Zoe\u0308' })]}                                   | ${{}}
	${'a payee who was paid before'}                                                 | ${[judged(2)]}                                                          | ${{ recent: [before({ cents: 1 })] }}
	${'what was paid under its own reference'}                                       | ${[judged(2)]}                                                          | ${{ recent: [before({ externalReference: 'a-2' })] }}
	${'a new payee where nobody was paid before'}                                    | ${[judged(2)]}                                                          | ${{ recent: [] }}
	${'a new payee where not all payouts could be compared'}                         | ${[judged(2)]}                                                          | ${{ recent: [before(other)], isComplete: false }}
	${'the same amount that went to an account of another bank lately'}              | ${[judged(2)]}                                                          | ${{ recent: [before({ bank: 'absa' }), before({ cents: 1000 })] }}
	${'a payout to an account that is not known, of one that is nearly all zeros'}   | ${[to('0000000017', 2)]}                                                | ${{ recent: [before({ account: '' })], isComplete: false }}
	${'a salary that was the same in the list of the month before'}                  | ${[judged(2)]}                                                          | ${{ recent: [before({ createdAt: '2026-10-25T22:30:00Z' })], lastList: '2026-10-26' }}
	${'a wage that was the same in the lists of the last two weeks'}                 | ${[judged(2)]}                                                          | ${{ recent: paidOn('11-18', '11-11'), lastList: '2026-11-18' }}
	${'the same name with another amount at another account'}                        | ${[judged(2), judged(3, { name: 'N Test', rand: 11 })]}                 | ${{}}
	${'a reference like an earlier one to another account'}                          | ${[judged(2, { reference: 'INV 7' })]}                                  | ${{ recent: [before({ cents: 1 }), before({ ...other, externalReference: 'inv-7' })] }}
	${'references of other digits'}                                                  | ${[judged(2, { reference: '1-11' }), judged(3, { reference: '11-1' })]} | ${{}}
	${'an account number that ends in five zeros'}                                   | ${[to('12345700000', 2)]}                                               | ${{}}
	${'a different amount to the same account with a different statement reference'} | ${[to(shared, 2), to(shared, 3, { rand: 11 })]}                         | ${{}}
	${'a row that is not paid'}                                                      | ${[to(shared, 2), to(shared, 3, { pay: false })]}                       | ${{}}
`('a row is not warned of $of', async ({ rows, around }: Case) => {
	expect(await textsOf(rows, around)).toEqual([]);
});

it.each`
	what                                                             | rows                                                                                  | around                                                                      | says
	${'payees who are new'}                                          | ${[judged(2), judged(3), judged(4)]}                                                  | ${{ recent: [before({ name: 'B', account: '1234567894' })] }}               | ${'2 of 3 payments go to accounts that got nothing in the last 35 days.'}
	${'salaries that were the same in the list of the month before'} | ${[judged(2), to('1234567892', 3, { rand: 99 })]}                                     | ${{ recent: [before({ createdAt: monthBefore })], lastList: '2026-10-25' }} | ${'1 of 2 payments are the same as on 25 October 2026: the same amount goes to the same account.'}
	${'account numbers that are kept as numbers'}                    | ${[2, 3, 4].map((row) => judged(row, { numbers: row < 4 ? ['accountNumber'] : [] }))} | ${{}}                                                                       | ${'The spreadsheet keeps 2 of 3 account numbers as numbers: leading zeros may be lost. Format the column as text.'}
`(
	'$what are said once for the list where most rows have them',
	async ({ rows, around, says }: Case) => {
		const { byRow, ofMost } = await warnAll(rows, around);
		expect(byRow.get(2)?.texts).toEqual([]);
		expect(ofMost).toEqual([says]);
	},
);

it('what half of the rows have is said of each of them', async () => {
	const halves = [judged(2, { numbers: ['accountNumber'] }), judged(3)];
	const { byRow, ofMost } = await warnAll(halves, {
		recent: [before({ ...other, account: '1234567893' })],
	});
	expect(byRow.get(2)?.texts).toEqual([
		'The spreadsheet keeps the account number as a number: a leading zero may be lost.',
		'This is the first payment to this account in 35 days.',
	]);
	expect(ofMost).toEqual([]);
});

it('a row says when the same amount last went to the same account, for a workflow to compare', async () => {
	expect((await warn([judged(2)], { recent: [before()] }))?.similarPayoutAt).toBe(
		before().createdAt,
	);
	expect(await warn([judged(2)], { recent: [before({ cents: 1 })] })).not.toHaveProperty(
		'similarPayoutAt',
	);
});

it('of a payee with several rows for one account, only the first is named', async () => {
	const rows = [to(shared, 2), to(shared, 3), ...[4, 5].map((row) => to(other.account, row))];
	expect(await textsOf(rows)).toContain(
		'The same name gets the same amount at a different account in row 4. If both are one payment, delete the wrong row.',
	);
});

it('rows of which very many are alike name the first ten others', async () => {
	const many = Array.from({ length: 30 }, (_, row) => to(shared, row));
	expect(await textsOf(many)).toEqual([
		'The same amount goes to the same account in rows 0, 1, 3, 4, 5, 6, 7, 8, 9, 10, ….',
	]);
});

it('the warnings of a row begin with what weighs most, and end with a payee who is new', async () => {
	const around = { recent: [before(other)], banks: new Map([['fnb', 'unavailable']]) };
	const known = [4, 5].map((row) => to(other.account, row, { name: other.name }));
	expect(await textsOf([to(shared, 2), to(shared, 3), ...known], around)).toEqual([
		'The same amount goes to the same account in row 3.',
		'The bank is down today: this payment may arrive late or fail.',
		'This is the first payment to this account in 35 days.',
	]);
});

it('n8n gets a turn between the rows, however many there are', async () => {
	let turns = 0;
	const yieldToN8n = async () => void turns++;
	await warnAll([judged(2), judged(3), judged(4)], {}, yieldToN8n);
	expect(turns).toBeGreaterThanOrEqual(3);
});
