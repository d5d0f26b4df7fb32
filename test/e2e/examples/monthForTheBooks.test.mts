import { DateTime } from 'luxon';
import { NOON_ZONE } from '../../setup/noon.mts';
import { readPage, readSpreadsheet, submitForm } from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';
import { filesFrom } from './givenFiles.mts';

const suite = exampleSuite();
const now = DateTime.now().setZone(NOON_ZONE).setLocale('en');

describe('the example month-for-the-books.json', () => {
	const send = async (month: DateTime, settings?: Record<string, string>) => {
		const saved = await suite.start('month-for-the-books.json', settings);
		const values = [month.toFormat('LLLL yyyy')];
		return await submitForm(suite.environment, saved, 'month-for-the-books', values);
	};

	it('gives files for Xero, QuickBooks and Sage, with fees on separate rows, and an overview by day', async () => {
		const { records, environment } = suite;
		await records.paidPaymentRequest('order-1', 1000);
		await records.paymentRequest('order-open', 50);
		await records.paidTerminalSession('till-1', 149);
		const { id } = await records.disbursement('payout-1', '150.00');
		await environment.control.setDisbursementStatus(id, 'completed');

		const submitted = await send(now, {
			feePerPayment: '2',
			feePercentOfPayment: '1.5',
			feePerPayout: '3',
		});
		await suite.pageAfter(submitted, 'Overview');
		const page = await readPage(submitted.nextPage);
		expect(page).toMatch(/Day Payments Card machine Recurring Refunds Payouts Fees Total/);
		expect(page).toContain('Another month');
		expect(page).toMatch(/R1\s000\.00/);
		const files = await filesFrom(submitted.nextPage);
		expect(files.map(({ fileName }) => fileName.replace(/-\d{4}-\d\d/, ''))).toEqual([
			'rows.xlsx',
			'by-day.xlsx',
			'runs.xlsx',
			'xero.csv',
			'sage.csv',
			'quickbooks.csv',
		]);
		const [rows, days, runs, ...statements] = files.map(({ content }) => content);
		const [xero = '', sage = '', quickbooks = ''] = statements.map((content) =>
			content.toString('utf8'),
		);
		const day = now.toFormat('dd/MM/yyyy');
		expect(xero).toContain('Date,Amount,Payee,Description,Reference');
		expect(xero).toContain(`${day},1000.00,Order,Customer payment,order-1`);
		expect(xero).toContain(`${day},-17.00,Stitch,Stitch fee: Customer payment,order-1`);
		expect(xero).toContain(`${day},-150.00,T Tester,Payout,payout-1`);
		expect(xero).not.toContain('order-open');
		expect(sage).toContain('Date,Description,Amount');
		expect(sage).toContain(`${day},Payout T Tester payout-1,-150.00`);
		expect(quickbooks).toContain('Date,Description,Amount');
		expect(quickbooks).toContain(`${day},Payout T Tester,-150.00`);
		expect(quickbooks).toContain(`${day},Stitch fee Customer payment Stitch,-17.00`);
		// Intuit asks for a column Description without digits.
		expect(quickbooks).not.toMatch(/,[^,]*\d[^,]*,-?\d/);
		const sheets = [rows, days, runs].map((content) => readSpreadsheet(content ?? Buffer.alloc(0)));
		expect(sheets[0]).toContainEqual({
			...{ Day: now.toISODate(), Description: 'Payout', 'Paid by or to': 'T Tester' },
			...{ Reference: 'payout-1', Amount: -150 },
		});
		expect(sheets[0]?.at(-1)).toMatchObject({ Day: 'Month', Amount: 979 });
		expect(sheets[1]).toMatchObject([
			{ Payments: 1000, 'Card machine': 149, Payouts: -150, Fees: -20 },
			{ Day: 'Month', Payments: 1000, Total: 979 },
		]);
		expect(sheets[2]?.[0]).toHaveProperty('Time');
		expect(xero).toContain(`${day},149.00,,Card machine payment,till-1`);
	});

	it('says so when the month has no rows', async () => {
		const submitted = await send(now.minus({ months: 6 }));
		expect(await suite.lastPageAfter(submitted, 'No Rows')).toContain('no rows');
	});

	it('creates no files when Stitch does not give everything', async () => {
		await suite.client.addFaults({ kind: 'status', status: 403, match: { path: '/graphql' } });
		const submitted = await send(now);
		const page = await suite.lastPageAfter(submitted, 'Not Complete');
		expect(page).toContain('No files were created');
		expect(page).not.toContain('undefined');
	});
});
