import fc from 'fast-check';

import type { Credential } from '../../host/api.mts';
import { cases } from '../../setup/thorough.mts';
import { excel } from '../examples/examples.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import {
	chain,
	manualTrigger,
	node,
	outputOf,
	runToEnd,
	saveCredential,
	stitch,
} from '../support/workflows.mts';

/** A cell in one of the ways to type it: some have to be read, the others may be rejected. */
function typed(clear: unknown[], doubtful: unknown[], pick: number) {
	const place = pick % (clear.length + doubtful.length);
	return { cell: [...clear, ...doubtful][place], isDoubtful: place >= clear.length };
}

const NOT_CALCULATED = { t: 'e', v: 42 };
/** A typed 10.50 that the spreadsheet has taken for October 1950. */
const TAKEN_FOR_DATE = { t: 'n', v: 18_537, z: 'mmm-yy' };

function amountCell(cents: number, pick: number) {
	const [rand, plain] = [cents / 100, (cents / 100).toFixed(2)];
	const inGroups = (space: string, point: string) =>
		plain.replace('.', point).replace(/\B(?=(\d{3})+\D)/g, space);
	const clear = [rand, plain, rand * (1 + Number.EPSILON), ` ${inGroups('\u00a0', '.')} `];
	clear.push(`R ${inGroups(' ', ',')}`, `ZAR${inGroups(',', '.')}`, inGroups('.', ','));
	const doubtful = [`${plain}\u200b`, `(${plain})`, inGroups(',', '.').replace('.00', '')];
	return typed(clear, [...doubtful, rand.toExponential(), '=B2*8', NOT_CALCULATED, ''], pick);
}

function accountCell(account: string, pick: number) {
	const clear = [account, `${account}\u00a0`, account.replace(/(\d{3})(?=\d)/g, '$1 ')];
	const asNumbers = [Number(account), Number(account).toExponential(4).toUpperCase()];
	const spoilt = [`${account}\u200b`, `${account.slice(0, 6)}\n${account}`, NOT_CALCULATED];
	return typed(clear, [...asNumbers, ...spoilt], pick);
}

function referenceCell(reference: string, pick: number) {
	const clear = [reference, ` ${reference}\u00a0`, `${reference}\ufeff`];
	return typed(clear, [`${reference}\u200b`, '2.02611E+11', NOT_CALCULATED], pick);
}

/** The first three, which are clear, are drawn more often. */
const anyPick = fc.oneof(fc.nat(2), fc.nat(99));

/** A payment as it is meant, and the cells in which somebody has typed it. */
const payment = fc
	.record({
		number: fc.nat(9999),
		cents: fc.oneof(fc.integer({ min: 1, max: 9_999_999 }), fc.constant(150_000)),
		account: fc.stringMatching(/^\d{6,13}$/),
		picks: fc.tuple(anyPick, anyPick, anyPick),
		isDate: fc.nat(4).map((drawn) => drawn === 4),
	})
	.map(({ number, cents, account, picks, isDate }) => {
		const meant = { externalReference: `ref-${number}`, amount: cents / 100, bank: 'fnb' };
		const cells = {
			reference: referenceCell(meant.externalReference, picks[0]),
			account: accountCell(account, picks[1]),
			amount: isDate ? { cell: TAKEN_FOR_DATE, isDoubtful: true } : amountCell(cents, picks[2]),
		};
		return {
			meant,
			account,
			cells,
			isDate,
			isDoubtful: Object.values(cells).some((one) => one.isDoubtful),
		};
	});
const lists = fc.uniqueArray(payment, {
	...{ minLength: 1, maxLength: 8 },
	selector: ({ meant }) => meant.externalReference,
});

const HEADINGS = {
	reference: ['Reference', ' REF. ', 'Verwysing'],
	name: ['Name', 'Full_Name', 'Werknemer'],
	bank: ['Bank', 'Bank name', 'Banknaam'],
	account: ['Account No.', 'account number', 'Rekening nr.'],
	amount: ['Amount (R)', 'Net pay', 'Bedrag'],
	statement: ['Statement reference', 'Bank reference', 'Betaalverwysing'],
};
const COLUMNS = Object.keys(HEADINGS) as Array<keyof typeof HEADINGS>;

const layouts = fc.record({
	format: fc.constantFrom('xlsx', ',', ';'),
	headerRow: fc.boolean(),
	includeEmptyCells: fc.boolean(),
	above: fc.array(fc.constantFrom<string[][]>([], ['Salaries'], ['By', 'N Test']), {
		maxLength: 3,
	}),
	order: fc.shuffledSubarray(COLUMNS, { minLength: COLUMNS.length }),
	language: fc.nat(2),
	more: fc.uniqueArray(fc.constantFrom('', 'Branch code', 'Gross'), { maxLength: 2 }),
	below: fc.array(fc.constantFrom('', '', '', 'empty', 'subtotal', 'headings'), { minLength: 8 }),
	end: fc.constantFrom('', 'total', 'wrong total', 'unnamed total', 'note'),
	flaw: fc.constantFrom('', '', '', 'two amounts', 'two tables'),
	/** Of each row of the sheet: they are read like any other. */
	hidden: fc.array(fc.boolean(), { maxLength: 12 }),
});
type Drawn<Of> = Of extends fc.Arbitrary<infer Value> ? Value : never;
type Layout = Drawn<typeof layouts>;

/** The rows of the sheet, and the place of each payment's row among them. */
function rowsOf(
	list: Drawn<typeof lists>,
	{ above, order, language, below, end, flaw, ...layout }: Layout,
) {
	const more = [...layout.more, ...(flaw === 'two amounts' ? ['Amount'] : [])];
	const line = (cells: Record<string, unknown>) => order.map((column) => cells[column]);
	const headings = order.map((column) => HEADINGS[column][language]);
	const rows: unknown[][] = [...above, [...headings, ...more]];
	const places = list.map(({ cells: { reference, account, amount } }, index) => {
		const cells = { name: 'N Test', bank: 'First National Bank', statement: 'Salary' };
		const given = { reference: reference.cell, account: account.cell, amount: amount.cell };
		const place = rows.push([...line({ ...cells, ...given }), ...more.map(() => 250_655)]) - 1;
		if (below[index] === 'empty') rows.push([]);
		if (below[index] === 'subtotal') rows.push(line({ name: 'Subtotal', amount: 100 }));
		if (below[index] === 'headings') rows.push([...headings, ...more]);
		return place;
	});
	if (flaw === 'two tables') rows.push(headings.toReversed());
	const sum = list.reduce((all, { meant }) => all + Math.round(meant.amount * 100), 0) / 100;
	if (end === 'total') rows.push(line({ reference: 'TOTAAL', amount: sum }));
	if (end === 'wrong total') rows.push(line({ bank: 'Total', amount: sum + 1 }));
	if (end === 'unnamed total') rows.push(line({ amount: sum }));
	if (end === 'note') rows.push(['Checked by N Test']);
	return { rows, places };
}

function base64Of(rows: unknown[][], { format, hidden }: Layout): string {
	const { utils, write } = excel();
	const [book, sheet] = [utils.book_new(), utils.aoa_to_sheet(rows)];
	sheet['!rows'] = hidden.map((isHidden) => ({ hidden: isHidden }));
	utils.book_append_sheet(book, sheet);
	const csv = () => Buffer.from(`\ufeff${utils.sheet_to_csv(sheet, { FS: format })}`);
	return (format === 'xlsx' ? write(book, { type: 'buffer' }) : csv()).toString('base64');
}

/** The numbers of the rows as they reach the node: with Header Row, n8n drops empty rows of a workbook. */
function numbersOf(rows: unknown[][], { format, headerRow }: Layout): number[] {
	const isLeft = (row: unknown[], at: number) =>
		format !== 'xlsx' || !headerRow || at === 0 || row.length > 0;
	return rows.map((_, at) => rows.slice(0, at + 1).filter(isLeft).length);
}

describe('a sheet of payments, as n8n reads it', () => {
	let environment: Environment;
	let credential: Credential;

	beforeAll(async () => {
		environment = await openEnvironment();
		credential = await saveCredential(environment, await environment.control.createClient());
	});

	/** @returns what Check puts out; undefined where the sheet is rejected as a whole */
	async function checked(file: string, { format, headerRow, includeEmptyCells }: Layout) {
		const ofCsv = { operation: 'csv', options: { delimiter: format, enableBOM: true } };
		const ofExcel = { operation: 'xlsx', options: headerRow ? {} : { range: '0' } };
		const { operation, options } = format === 'xlsx' ? ofExcel : ofCsv;
		const all = { ...options, headerRow, includeEmptyCells };
		const toFile = { operation: 'toBinary', sourceProperty: 'file' };
		const nodes = [
			manualTrigger(),
			node('File', 'n8n-nodes-base.convertToFile', 1.1, toFile),
			node('Read', 'n8n-nodes-base.extractFromFile', 1.1, { operation, options: all }),
			stitch('Check', credential, { resource: 'payoutList', operation: 'check' }),
		];
		const run = await runToEnd(environment.api, chain('Payments', nodes, [{ file }]));
		return run.status === 'success' ? outputOf(run, 'Check').map(({ json }) => json) : undefined;
	}

	it('is read as it is meant, or rejected by the number of its row', async () => {
		const property = fc.asyncProperty(lists, layouts, async (list, layout) => {
			const { format, headerRow, above, flaw } = layout;
			const { rows, places } = rowsOf(list, layout);
			const numbers = numbersOf(rows, layout);
			const read = await checked(base64Of(rows, layout), layout);
			// n8n makes one column of all columns of a .csv file that have no heading in its first row.
			const isUnreadable = format !== 'xlsx' && headerRow && above.length > 0;
			expect(read === undefined).toBe(flaw !== '' || isUnreadable);
			const paid = list.filter(({ meant, account, isDate, isDoubtful }, index) => {
				const number = numbers[places[index] ?? 0];
				const row = read?.find((one) => one.row === number);
				if (read === undefined || (isDoubtful && row?.pay === false)) {
					if (row) expect(row.explanation).not.toBe('');
					return false;
				}
				// n8n returns the number of the day. Nobody can tell it from an amount: people compare sums.
				const amount = isDate ? TAKEN_FOR_DATE.v : meant.amount;
				expect(row).toMatchObject({ ...meant, amount, pay: true });
				// Only a workbook says that a number has lost its zeros.
				const says = JSON.stringify([row?.warnings, read[0]?.summary]);
				const mayLackZeros = format !== 'xlsx' || /leading zeros? may be lost/.test(says);
				const given = String(row?.accountNumber);
				expect(given).toBe(mayLackZeros ? account.slice(-given.length) : account);
				return true;
			});
			expect(read?.filter(({ pay }) => pay) ?? []).toHaveLength(paid.length);
		});
		await fc.assert(property, { seed: 1, numRuns: cases(300) });
	});
});
