import {
	columnsThatTellApart,
	derivationInWords,
	derivedStart,
	addReferences,
} from '../../../../nodes/Stitch/payoutList/read/references';
import type { SheetRow } from '../../../../nodes/Stitch/payoutList/read/rows';
import { asText, read, sample } from './samples.mts';

const rowsOf = (...all: Array<SheetRow['cells']>): SheetRow[] =>
	all.map((cells, index) => ({ row: index + 2, item: index + 1, types: {}, cells }));

const november = { kind: 'salaries', period: '2026-11', column: 'employeeCode' } as const;

const referencesOf = (
	rows: readonly SheetRow[],
	derivation: Parameters<typeof addReferences>[1] = november,
) =>
	addReferences(rows, derivation).map(({ cells, wrong }) =>
		wrong ? undefined : cells.externalReference,
	);

const named = (beneficiaryName: string, employeeCode: string) => ({
	beneficiaryName,
	employeeCode,
});

describe('a derived reference', () => {
	it('is the kind, the period and the code', () => {
		const rows = rowsOf(named('A', 'E001'), named('B', 'E002'));
		expect(referencesOf(rows)).toEqual(['salaries-2026-11-E001', 'salaries-2026-11-E002']);
		const weekly = { ...november, kind: 'wages', period: '2026-11-27' } as const;
		expect(referencesOf(rows, weekly)[0]).toBe('wages-2026-11-27-E001');
	});

	it.each([
		['e001', 'E001'],
		['E-001', 'E001'],
		[' E 001 ', 'E001'],
		['0017', '17'],
		['17', '17'],
		['Zo\u00eb', 'ZOE'],
		['1-11', '1-11'],
		['11-1', '11-1'],
	])('is the same for all spellings of one code: %j', (code, plain) => {
		expect(referencesOf(rowsOf(named('A', code)))).toEqual([`salaries-2026-11-${plain}`]);
	});

	it('depends on neither the row, the account, the amount, the bank nor the statement text', () => {
		const [one, other] = [named('A', 'E001'), named('B', 'E002')];
		const first = referencesOf(rowsOf(one, other));
		const changed = { accountNumber: '1', amount: '2', bank: 'x', beneficiaryReference: 'Dec' };
		const second = referencesOf(rowsOf({ ...other, ...changed }, { ...one, ...changed }));
		expect(second.toReversed()).toEqual(first);
	});

	it('has the word for what it is if it is none of the kinds, however it is written', () => {
		const words = ['13th cheque', '13TH CHEQUE', '13th-Cheque'];
		const beginnings = words.map((word) => derivedStart({ ...november, kind: 'other', word }));
		expect(new Set(beginnings)).toEqual(new Set(['other-13THCHEQUE-2026-11-']));
		expect(() => derivedStart({ ...november, kind: 'other', word: ' -' })).toThrow(
			"'Payments For: Other' has no word for what is paid",
		);
	});

	it('replaces that of the file, and is text even where that was a number', () => {
		const [row] = rowsOf({ ...named('A', 'E001'), externalReference: 'Salaris Nov' });
		const [given] = addReferences(
			[{ ...row, types: { externalReference: 'number' } } as SheetRow],
			november,
		);
		expect(given).toMatchObject({
			cells: { externalReference: 'salaries-2026-11-E001' },
			types: { externalReference: 'string' },
		});
	});
});

describe('rows that would share a reference', () => {
	it('are refused together, with what to do', () => {
		const rows = rowsOf(named('A', 'E001'), named('B', 'E002'), named('C', 'e-001'));
		const given = addReferences(rows, november);
		expect(given.map(({ wrong }) => wrong?.what)).toEqual([
			'would be salaries-2026-11-E001 in rows 2 and 4',
			undefined,
			'would be salaries-2026-11-E001 in rows 2 and 4',
		]);
		expect(given[0]?.wrong?.fix).toMatch(/^Delete a row that is a copy\. If they are different/);
	});

	it('are refused also if one of them is not paid for a different reason', () => {
		const [first, ...rest] = rowsOf(named('A', 'E001'), named('B', 'E001'));
		const wrong = { field: 'Pay Method', what: 'is CASH', fix: '' };
		const given = addReferences([{ ...(first as SheetRow), wrong }, ...rest], november);
		expect(given.map((row) => row.wrong?.field)).toEqual(['Pay Method', 'External Reference']);
	});
});

it('a row without a code is refused, and says so', () => {
	const [, second] = addReferences(rowsOf(named('A', 'E001'), { beneficiaryName: 'B' }), november);
	expect(second?.wrong).toEqual({
		field: 'Employee Code',
		what: 'is empty',
		fix: 'Fill in this cell.',
	});
});

describe('the code in the text for the statement', () => {
	const column = 'beneficiaryReference' as const;
	const texts = (...all: string[]) =>
		rowsOf(
			...all.map((beneficiaryReference, index) => ({
				beneficiaryReference,
				beneficiaryName: `N${index}`,
			})),
		);

	it('is the one word with a digit that is not in all rows, whatever the month is called', () => {
		const november1 = texts('SALARY NOV E001', 'SALARY NOV E002');
		const november2 = texts('Salaris November E002', 'Salaris November E001');
		const payday = { ...november, column };
		const first = referencesOf(november1, payday);
		expect(first).toEqual(['salaries-2026-11-E001', 'salaries-2026-11-E002']);
		expect(referencesOf(november2, payday)).toEqual(first.toReversed());
	});

	it.each([
		['one row, in which no word is the own one', ['SALARY E001']],
		['two words of their own', ['E001 SALARY', 'E002 WAGES']],
		['no digits', ['SALARY NOV', 'SALARY DEC']],
		['one text for all', ['SALARY', 'SALARY']],
	])('is none with %s', (_what, all) => {
		expect(columnsThatTellApart(texts(...all))).not.toContain(column);
	});
});

describe('the columns that tell people apart', () => {
	it.each([
		['acbeft-creditor.csv', ['employeeCode', 'beneficiaryName']],
		['fnb-binsol.csv', ['beneficiaryReference', 'beneficiaryName']],
		['absa-bio.csv', ['beneficiaryName']],
		['netcash-salaries.txt', ['employeeCode', 'beneficiaryReference', 'beneficiaryName']],
		['nett-pay-list.csv', ['employeeCode', 'beneficiaryName']],
	])('are found in %s', (file, columns) => {
		expect(columnsThatTellApart(read(asText(sample(file))).rows)).toEqual(columns);
	});

	it('have no value for two names, and one in each row', () => {
		const [one, other] = [named('A', 'E001'), named('B', 'E001')];
		expect(columnsThatTellApart(rowsOf(one, other))).toEqual(['beneficiaryName']);
		expect(columnsThatTellApart(rowsOf(one, named('B', '')))).toEqual(['beneficiaryName']);
		expect(columnsThatTellApart(rowsOf(one, named('a', 'E001')))).toContain('employeeCode');
	});
});

it.each([
	[november, 'salaries, November 2026, employee code'],
	[{ ...november, kind: 'wages', period: '2026-11-27' }, 'wages, 27 November 2026, employee code'],
	[{ ...november, kind: 'other', word: 'Pension' }, 'Pension, November 2026, employee code'],
] as const)('says how references were derived: %s', (payday, words) => {
	expect(derivationInWords(payday)).toBe(words);
});
