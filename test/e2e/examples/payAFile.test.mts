import { rowsOfTable } from '../support/dataTables.mts';
import { ownService } from '../support/ownService.mts';
import { exampleFile, readPage, spreadsheet } from './examples.mts';
import { csv, failing, row, payAFileSuite } from './payAFile.mts';

const {
	suite,
	addresses,
	start,
	stop,
	send,
	upload,
	confirm,
	end,
	payments,
	nobodyIsPaid,
	resultMail,
} = payAFileSuite('pay-a-file', ownService(5));

describe('the example pay-a-file.json', () => {
	it('shows every row, pays what was confirmed, and pays nobody twice when the file comes again', async () => {
		await start();
		const file = () => exampleFile('payouts.csv', 'text/csv');
		const form = await upload(file());
		const review = await readPage(form.nextPage);
		expect(review).toContain('Pay 8 rows, R2 682.49');
		expect(review).toContain('Need you: 5');
		expect(review).toMatch(/account number\S* must contain digits only/);
		expect(review).not.toContain('1234567890');
		await nobodyIsPaid();
		await confirm(form, 'Pay 8 rows, R2\u00a0682.49');
		const page = await end(form);
		expect(page).toContain('Payment results');
		expect(page).toContain('Need you: 5');
		expect(page).toMatch(/On its way: [78]/);
		expect(page).toContain('File: payouts.csv');
		expect(page).toMatch(/Download the \d+ rows to correct \(\.xlsx\)/);
		expect(page).not.toMatch(/1234567890|undefined|Ready to pay| in total/);
		expect(await payments()).toHaveLength(8);
		const { html, attachments } = await resultMail('payouts.csv');
		expect(html).toContain('Payment results');
		expect(html).not.toMatch(/1234567890|Download/);
		expect(attachments).toEqual([
			expect.objectContaining({
				filename: expect.stringMatching(/^payouts result \d{4}-\d\d-\d\d\.html$/),
			}),
		]);
		expect(attachments[0]?.content.toString()).toContain('Need you: 5');

		const again = await send(file());
		expect(await end(again, 'Who Decides')).toMatch(/Sent before: [78]/);
		expect(await payments()).toHaveLength(8);
	});

	it('reads what Excel saves as CSV in South Africa and an Excel file below a title, shows cells as text, and pays no row that a quotation mark has joined with others', async () => {
		await start();
		const evil = `{{ 1 + 1 }} $& <img src=x onerror=alert(1)>`;
		const lines = [
			'Verwysing;Begunstigde;Rekeningnommer;Bank;Bedrag (R);Betaalverwysing',
			'V-1;Zoë;62 000 000 010;FNB;1 500,50;Faktuur',
			`V-2;Anna;1234567890;${evil};10,00;Faktuur`,
		];
		const asInExcel = Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1');
		const form = await upload(new File([asInExcel], 'betaal.csv'));
		expect(await (await fetch(form.nextPage)).text()).not.toMatch(/<img|1234567890|62000000010/);
		const review = await readPage(form.nextPage);
		expect(review).toContain('Pay 1 row, R1 500.50');
		expect(review).toContain('Zoë');
		expect(review).toContain('{{ 1 + 1 }} $');
		await confirm(form, 'Pay nothing');
		expect(await end(form)).toContain('You decided to pay nothing.');

		const cells = {
			reference: '0017',
			name: 'Payee',
			bank: 'absa',
			'account no.': '1234567890',
			'Net pay (R)': 100.1 + 20.2,
			'payment reference': 'Salary',
			'E-mail': 'payee@example.com',
		};
		const excel = await upload(spreadsheet([cells], 3));
		expect(await readPage(excel.nextPage)).toContain('Pay 1 row, R120.30');
		await confirm(excel, 'Pay 1 row, R120.30');
		await end(excel);
		expect(await payments()).toEqual(['0017 120.30']);
		const address = { reference: '0017', email: 'payee@example.com' };
		expect(await rowsOfTable(suite.environment, addresses)).toEqual([address]);

		const joined = csv(
			row('P-2', '20.00', '1234567890', '"Payee'),
			row('P-4', '4000.00', '2345678900', 'Payee"'),
		);
		const unpaid = await send(joined);
		const told = await end(unpaid, 'Who Decides');
		expect(told).toContain('goes over several lines');
		expect(told).not.toContain('Your decision');
		expect(await payments()).toEqual(['0017 120.30']);
	});

	it('says of a file that it cannot read what is wrong with it, and pays nothing', async () => {
		const files: Array<[string, string, RegExp]> = [
			[
				'payouts.csv',
				'reference,bank,amount\r\nP-1,fnb,10.00',
				/cannot be paid yet. [^]*name[^]*is in no column[^]*“account number”[^]* Found in row 1: reference, bank, amount\./,
			],
			['tabs.csv', 'How to use this file\r\nFill in the second tab', /only the first is read/],
			[
				'uneven.csv',
				'a,b\r\nP-1,fnb,10.00',
				/cannot be paid yet. It cannot be read. Upload an Excel workbook/,
			],
			['invoice.pdf', '%PDF-1.4\n1, 0, obj\n', /It cannot be read. Upload an Excel workbook/],
		];
		await start();
		for (const [name, content, says] of files) {
			const submitted = await send(new File([content], name));
			const page = await end(submitted, 'Check the Rows');
			expect([name, page]).toEqual([name, expect.stringMatching(says)]);
			expect(page).toContain('Download a template');
		}
		await nobodyIsPaid();
	});

	it('does not pay rows that were paid another way since the page, and says which', async () => {
		await start();
		const one = await upload(csv(row('INV-17', '10.00')));
		const tab = await upload(csv(row('INV-17', '10.00')));
		const renamed = await upload(csv(row('Invoice 17', '10.00')));
		await confirm(one);
		await end(one);
		await confirm(tab);
		const other = await end(tab);
		expect(other).toMatch(
			/Sent before: 1.*Another page or workflow sent it while this page was open\. Sent on/,
		);
		expect(other).not.toMatch(/Not sent|Sent on [^.]*:/);
		// What the second check has read is no list of the clerk's.
		expect(other).not.toContain('Columns:');
		await confirm(renamed);
		expect(await end(renamed)).toMatch(/Held back.*went to this account.*INV-17/);

		const elsewhere = await upload(csv(row('P-2', '10.00', '3456789000')));
		// As in the dashboard: the same reference, without the nonce of this package.
		await suite.records.disbursement('P-2', '10.00');
		await confirm(elsewhere);
		expect(await end(elsewhere)).toMatch(/Held back.*in another way, for example in the Stitch/);

		const blind = await upload(csv(row('P-3', '10.00', '2345678900')));
		await suite.client.addFaults({
			kind: 'status',
			status: 400,
			match: { operation: 'Disbursements' },
		});
		await confirm(blind);
		expect(await end(blind)).toContain('Held back');
		await suite.client.clearFaults();
		expect(await payments()).toEqual(['INV-17 10.00', 'P-2 10.00']);
	});

	it('says what to do when a page cannot be made, before the payment and after it', async () => {
		await start({}, failing('Review Page'));
		const unread = await send(csv(row('P-1', '10.00')));
		expect(await end(unread, 'Review Page')).toContain('This file cannot be paid yet.');
		await nobodyIsPaid();
		await stop();

		await start({}, failing('Result Page'));
		const form = await upload(csv(row('P-1', '10.00')));
		await confirm(form);
		expect(await end(form)).toMatch(
			/It is not known what was paid.*then upload the file again: the page shows what was sent/,
		);
		expect(await payments()).toEqual(['P-1 10.00']);
	});

	it('pays nothing above a limit', async () => {
		await start({ maximumPerPayment: '9' });
		const form = await upload(csv(row('P-1', '10.00')));
		const says = 'is R9.00, and P-1 (row 2) asks for R10.00: nothing would be sent.';
		expect(await readPage(form.nextPage)).toContain(says);
		await confirm(form);
		expect(await end(form)).toMatch(/Not sent.*Maximum Amount per Item/);
		await nobodyIsPaid();
	});
});
