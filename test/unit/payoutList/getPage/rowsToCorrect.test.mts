import * as spreadsheet from '@e965/xlsx';
import type { IDataObject } from 'n8n-workflow';

import { rowsOf } from '../../../../nodes/Stitch/payoutList/check/rows';
import { findColumns, linesOf } from '../../../../nodes/Stitch/payoutList/check/sheet';
import {
	downloadLink,
	rowsToCorrect,
	workbookIn,
	workbookToCorrect,
} from '../../../../nodes/Stitch/payoutList/getPage/rowsToCorrect';
import { sectionsOf } from '../../../../nodes/Stitch/payoutList/getPage/sections';
import { workbookType } from '../../../../nodes/Stitch/payoutList/getPage/workbook';

const row = (reference: string, change: IDataObject = {}): IDataObject => ({
	...{ verdict: 'cannotBePaid', pay: false, explanation: `${reference} is wrong.` },
	...{ row: 7, externalReference: reference, beneficiaryName: 'N Test', bank: 'fnb' },
	...{ accountNumber: '0012345678', amount: 1500.5, beneficiaryReference: 'Salary' },
	...change,
});

const toCorrect = async (...rows: IDataObject[]) =>
	rowsToCorrect(await sectionsOf(rows, async () => {}), {});

it('the rows to correct are those that were not paid and can be', async () => {
	const sent = { verdict: undefined, pay: undefined };
	const found = await toCorrect(
		row('wrong'),
		row('ready', { pay: true, verdict: 'willBePaid', explanation: '' }),
		row('before', { verdict: 'alreadyPaid' }),
		row('elsewhere', { verdict: 'paidElsewhere' }),
		row('failed', { ...sent, status: 'error', reasonText: 'Closed' }),
		row('back', { ...sent, status: 'reversed' }),
		row('rejected', { ...sent, error: 'No such bank' }),
		row('perhaps', { ...sent, error: 'No answer', details: { carriedOut: 'unknown' } }),
		row('cancelled', { ...sent, status: 'cancelled' }),
		row('on its way', { ...sent, status: 'pending' }),
		row('changed', { ...sent, status: 'completed', notAsAsked: ['Amount'] }),
	);
	const said = found.map((one) => [one.reference, one['what to correct']]);
	expect(Object.fromEntries(said)).toEqual({
		wrong: 'wrong is wrong.',
		elsewhere: 'elsewhere is wrong.',
		failed: 'Closed.',
		back: '',
		rejected: 'No such bank.',
	});
});

it('rows to correct have the columns that Check reads, and others only where the list has them', async () => {
	const usual = ['reference', 'name', 'bank', 'account number', 'amount', 'statement reference'];
	const [plain] = await toCorrect(row('a'));
	expect(Object.keys(plain ?? {})).toEqual([...usual, 'row in your file', 'what to correct']);
	const [more] = await toCorrect(row('a', { idNumber: '8001015009087' }), row('b'));
	expect(Object.keys(more ?? {}).slice(6, 7)).toEqual(['id number']);
});

it('rows to correct have the headings of their sheet, and one column where it has one of references', async () => {
	const sections = await sectionsOf([row('a')], async () => {});
	const headings = { externalReference: 'Ref', beneficiaryReference: 'Ref', amount: 'Netto 2026' };
	const [found] = rowsToCorrect(sections, headings);
	expect(found).toEqual({
		...{ Ref: 'Salary', name: 'N Test', bank: 'FNB', 'account number': '0012345678' },
		...{ 'Netto 2026': 1500.5, 'row in your file': '7', 'what to correct': 'a is wrong.' },
	});
});

it('Check reads a workbook of rows to correct, and nothing of why they were not paid', async () => {
	const rows = [
		row('a', { idNumber: '8001015009087', email: 'n.test@example.com' }),
		row('0017', { amount: 'ten rand', accountNumber: null }),
	];
	const { Sheets } = spreadsheet.read(workbookToCorrect(await toCorrect(...rows)));
	const sheet = Object.values(Sheets)[0] ?? {};
	const options = { header: 1, defval: '', raw: true } as const;
	const cells = spreadsheet.utils.sheet_to_json<unknown[]>(sheet, options);
	const lines = linesOf(cells.map((line) => ({ row: line })) as IDataObject[]);
	const columns = findColumns(lines, {});
	const usual = { beneficiaryName: 'N Test', bank: 'FNB', beneficiaryReference: 'Salary' };
	expect(rowsOf(lines, columns).map((read) => read.cells)).toEqual([
		{
			...{ ...usual, externalReference: 'a', accountNumber: '0012345678', amount: '1500.5' },
			...{ idNumber: '8001015009087', email: 'n.test@example.com' },
		},
		{ ...usual, externalReference: '0017', amount: 'ten rand' },
	]);
	expect(Object.keys(columns.found)).not.toContain(expect.stringMatching(/row|correct/));
});

it('a download link holds the workbook, and is empty where there is nothing to correct', async () => {
	const rows = await toCorrect(row('a'), row('b'));
	const link = downloadLink(rows, 'salaries;base64,"to correct".xlsx');
	expect(workbookIn(link)?.equals(workbookToCorrect(rows) ?? Buffer.of())).toBe(true);
	expect(link).toContain(`href="data:${workbookType};base64,`);
	expect(link).toContain('>Download the 2 rows to correct (.xlsx)</a>');
	expect(downloadLink(rows.slice(1), 'a.xlsx')).toContain('Download the row to correct');
	expect(downloadLink([], 'a.xlsx')).toBe('');
	expect(workbookIn('')).toBeUndefined();
});
