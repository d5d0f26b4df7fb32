import type { IDataObject } from 'n8n-workflow';

import { page, paid } from './list.mts';

const sent = (row: number, day: number, change: IDataObject = {}): IDataObject =>
	paid(row, {
		...{ id: `id-${row}`, alreadyExisted: undefined, status: 'completed' },
		...{ createdAt: `2026-11-${day}T22:30:00Z`, ...change },
	});

const rowsOf = async (...rows: IDataObject[]) =>
	(await page(rows, {}, { kind: 'report' })).rows ?? [];

it('a report has its payments as rows of a spreadsheet, the latest first, in the words of the page', async () => {
	const approved = { approvedBy: 'boss@example.com', fileName: 'november.xlsx' };
	const failed = { status: 'error', reasonText: 'The account is closed' };
	const rows = await rowsOf(sent(1, 24, approved), sent(2, 25, failed));
	expect(rows).toEqual([
		{
			...{ Sent: '2026-11-26 00:30', Payee: 'N Test', Bank: 'FNB', Account: '\u20267890' },
			...{ Amount: 10.5, Reference: 'a-2', Status: 'Failed', Reason: 'The account is closed.' },
			...{ 'Approved by': '', File: '', 'Stitch ID': 'id-2' },
		},
		{
			...{ Sent: '2026-11-25 00:30', Payee: 'N Test', Bank: 'FNB', Account: '\u20267890' },
			...{ Amount: 10.5, Reference: 'a-1', Status: 'Paid', Reason: '' },
			...{ 'Approved by': 'boss@example.com', File: 'november.xlsx', 'Stitch ID': 'id-1' },
		},
	]);
});

it('a report shows no account number in a row, wherever someone has written it', async () => {
	const account = '1234567890';
	const written = { beneficiaryName: `N ${account}`, externalReference: account, amount: account };
	const rows = await rowsOf(sent(1, 24, { ...written, reasonText: `Account ${account}` }));
	expect(JSON.stringify(rows.map(({ Amount, ...row }) => row))).not.toContain(account);
});

it('only a report has such rows: those of other pages are of a file', async () => {
	expect((await page([sent(1, 24)], {}, { kind: 'result' })).rows).toBeUndefined();
});
