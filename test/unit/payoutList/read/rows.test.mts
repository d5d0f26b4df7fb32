import {
	rowsOf,
	whyNotAsTyped,
	whyNotBothReferences,
	splitTotal,
	type SheetRow,
} from '../../../../nodes/Stitch/payoutList/read/rows';

const payee = (amount: string, row = 2): SheetRow => ({
	...{ row, item: row, types: {} },
	cells: { amount, accountNumber: '1234567890', beneficiaryName: 'N Test', bank: 'FNB' },
});

const last = (cells: SheetRow['cells']): SheetRow => ({ row: 9, item: 9, types: {}, cells });

const two = [payee('1000', 2), payee('500.50', 3)];

describe('a last row', () => {
	it.each([
		['has no word', {}],
		['is called a total', { beneficiaryName: 'Grand total' }],
		['has one word of its own', { externalReference: 'November' }],
	])('without an account that adds the others up is left out where it %s', (_what, cells) => {
		expect(splitTotal([...two, last({ amount: '1500.50', ...cells })])).toEqual({
			rows: two,
			total: { agrees: true, message: 'The total in row 9 agrees: R1\u00a0500.50.' },
		});
	});

	it('of 0, as of a formula that was never worked out, is no total', () => {
		const zero = [...two, last({ amount: '0.00', bank: 'TOTAL' })];
		expect(splitTotal(zero)).toEqual({ rows: zero });
	});

	it('that is called a total and is none is left out, and said to be wrong', () => {
		const { rows, total } = splitTotal([...two, last({ amount: '1600', bank: 'TOTAAL' })]);
		expect(rows).toEqual(two);
		expect(total).toEqual({
			agrees: false,
			message: expect.stringMatching(
				/^The total in row 9 is R1.600\.00, but .* come to R1.500\.50/,
			),
		});
	});

	it('is found above a note, and does not count a subtotal', () => {
		const note = last({ beneficiaryName: 'Checked by N Test' });
		const subtotal = last({ beneficiaryName: 'Subtotal', amount: '1000' });
		const total = last({ beneficiaryName: 'Total', amount: '1500.50' });
		expect(splitTotal([...two, subtotal, total, note])).toMatchObject({
			rows: [...two, subtotal, note],
			total: { agrees: true },
		});
	});

	it('with only a name and the amount of the one row above it stays, and is rejected later', () => {
		const rows = [payee('1000'), last({ amount: '1000', beneficiaryName: 'N Test' })];
		expect(splitTotal(rows)).toEqual({ rows });
		const total = last({ amount: '1000', beneficiaryName: 'Total' });
		expect(splitTotal([payee('1000'), total]).rows).toEqual([payee('1000')]);
	});

	it('that lacks only its account stays, and is rejected later', () => {
		const rows = [...two, last({ amount: '20', beneficiaryName: 'N Test', bank: 'FNB' })];
		expect(splitTotal(rows)).toEqual({ rows });
	});

	it.each([
		['the same as the one above', ['10', '10']],
		['the sum of several', ['10', '20', '30']],
	])('with an account is a payment, even where it is %s', (_what, amounts) => {
		const rows = amounts.map((amount, index) => payee(amount, index + 2));
		expect(splitTotal(rows)).toEqual({ rows });
	});

	it.each<[string, SheetRow['cells']]>([
		['is no sum and is not called one', { amount: '20', beneficiaryName: 'N Test' }],
		['only sounds like one', { amount: '20', beneficiaryName: 'Possum Ransome' }],
		['has an account and no word', { amount: '1500.50', accountNumber: '1234567890' }],
		['has a name and a bank', { amount: '1500.50', beneficiaryName: 'N Test', bank: 'FNB' }],
		['has a name and a reference', { amount: '1500.50', bank: 'FNB', beneficiaryReference: 'Pay' }],
	])('stays where it %s', (_what, cells) => {
		const rows = [...two, last(cells)];
		expect(splitTotal(rows)).toEqual({ rows });
	});

	it('that is called a total stays where there is nothing to add up', () => {
		const rows = [last({ amount: '10', beneficiaryName: 'Total' })];
		expect(splitTotal(rows)).toEqual({ rows });
		expect(splitTotal([last({ beneficiaryName: 'Total' })])).not.toHaveProperty('total');
	});

	it('counts a reference that was given for all rows as none', () => {
		const given = { beneficiaryReference: 'Salary' };
		const sum = last({ amount: '1500.50', beneficiaryName: 'Total', ...given });
		expect(splitTotal([...two, sum], given).rows).toEqual(two);
	});
});

it('a row of signs that nobody sees is none', () => {
	const found = { amount: { place: 0, heading: 'Amount' } };
	expect(rowsOf([{ row: 2, item: 0, cells: ['\u200b', '\u00a0'] }], { top: -1, found })).toEqual(
		[],
	);
});

it.each([
	['externalReference', 'External Reference', 17],
	['externalReference', 'External Reference', new Date(0)],
	['beneficiaryReference', 'Beneficiary Reference', 202611],
])(
	'a reference that the sheet keeps as a number or a date is rejected: %s (%s), as %j',
	(column, field, cell) => {
		const found = { [column]: { place: 0, heading: 'Reference' } };
		const [row] = rowsOf([{ row: 2, item: 0, cells: [cell] }], { top: -1, found });
		expect(row && whyNotAsTyped(row)).toMatchObject({
			field,
			what: expect.stringMatching(/^is kept as a number or a date/),
		});
	},
);

it('a formula that gives a tiny fraction of a cent too much gives whole cents', () => {
	const found = { amount: { place: 0, heading: 'Amount' } };
	const textOf = (cell: number) =>
		rowsOf([{ row: 2, item: 0, cells: [cell] }], { top: -1, found })[0]?.cells.amount;
	expect(textOf(0.1 + 0.2)).toBe('0.3');
	expect(textOf(10.505)).toBe('10.505');
});

describe('an account number that the sheet keeps as a number', () => {
	const found = { accountNumber: { place: 0, heading: 'Account number' } };
	const why = (cell: unknown) => {
		const [row] = rowsOf([{ row: 2, item: 0, cells: [cell] }], { top: -1, found });
		return row && whyNotAsTyped(row);
	};

	it('is rejected with more than 15 digits: the last ones are lost', () => {
		expect(why(5_412_345_678_901_230)).toEqual({
			field: 'Account Number',
			what: 'is kept as a number by the spreadsheet, which has lost its last digits',
			fix: 'Format the column as text, and type it again.',
		});
		expect([why(541_234_567_890_123), why('5412345678901234')]).toEqual([undefined, undefined]);
	});
});

it.each([[[100, 50]], [{ rand: 100 }], [new Date(0)]])('a cell that is %j is rejected', (cell) => {
	const found = { amount: { place: 0, heading: 'Amount' } };
	const [row] = rowsOf([{ row: 2, item: 0, cells: [cell] }], { top: -1, found });
	expect(row && whyNotAsTyped(row)).toMatchObject({
		field: 'Amount in Rand',
		what: 'is a list, an object or a date, not one text or number',
	});
});

it('a formula that was never calculated is rejected, not paid under its own text', () => {
	const row = { ...payee('10'), cells: { externalReference: '=A2&B2' } };
	expect(whyNotAsTyped(row)).toMatchObject({
		field: 'External Reference',
		what: 'is a formula that the spreadsheet has not calculated',
	});
});

it.each(['Zo\ufffd', 'Zo\u00ef\u00bf\u00bd', 'Zo\u00c3\u00ab', 'REN\u00c3\u2030', 'Ren\u0082'])(
	'a letter that was lost is seen in %s',
	(name) => {
		const row = { ...payee('10'), cells: { beneficiaryName: name } };
		expect(whyNotAsTyped(row)).toMatchObject({ what: 'has damaged letters' });
	},
);

describe('a reference that is the statement reference too', () => {
	const place = { place: 0, heading: 'Reference' };
	const both = { top: 0, found: { externalReference: place, beneficiaryReference: place } };
	const why = (externalReference: string, columns = both) =>
		whyNotBothReferences({ ...payee('10'), cells: { externalReference } }, columns);

	it('is rejected where a bank statement cannot show it, and is not to be shortened', () => {
		expect(why('x'.repeat(20))).toBeUndefined();
		expect(why('x'.repeat(21))).toEqual({
			field: 'External Reference',
			what: 'is too long for a bank statement, which takes 20 characters',
			fix: 'Add a column “statement reference” with a shorter text, and leave the reference as it is.',
		});
	});

	it('may be longer where the sheet has a statement reference', () => {
		const found = { ...both.found, beneficiaryReference: { place: 1, heading: 'Statement' } };
		expect(why('x'.repeat(21), { top: 0, found })).toBeUndefined();
	});

	it('that is called a total is that of a total', () => {
		const total = { externalReference: 'Total', beneficiaryReference: 'Total', amount: '1500.50' };
		expect(splitTotal([...two, last(total)]).rows).toEqual(two);
	});
});

it('rows that have the headings again, as those of a second table, are no rows', () => {
	const found = { amount: { place: 0, heading: 'Amount' }, bank: { place: 2, heading: 'Bank' } };
	const cells = [
		['Amount', 'x', 'Bank'],
		[10, '', 'FNB'],
		[' Amount', '', 'Bank '],
		['Amount', '', 'FNB'],
	];
	const lines = cells.map((line, item) => ({ row: item + 1, item, cells: line }));
	expect(rowsOf(lines, { top: 0, found }).map(({ row }) => row)).toEqual([2, 4]);
});
