import { DateTime } from 'luxon';

import { rowsOfTable } from '../support/dataTables.mts';
import { ownService } from '../support/ownService.mts';
import { exampleFile, payrollFile, readPage, sendPage, spreadsheet } from './examples.mts';
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
		expect(review).toContain('Pay 8 payments, R2 682.49');
		expect(review).toContain('Left out: 5');
		expect(review).toMatch(/account number\S* must contain digits only/);
		expect(review).not.toContain('1234567890');
		await nobodyIsPaid();
		await confirm(form, 'Pay 8 payments, R2\u00a0682.49');
		const page = await end(form);
		expect(page).toContain('Payment results');
		expect(page).toMatch(/Sent now: 8 payments, R2 682\.49/);
		expect(page).toContain('Left out: 5');
		expect(page).toMatch(/On its way: [5678]/);
		expect(page).toMatch(/File: payouts\.csv · Submitted on .* by clerk@example\.com/);
		expect(page).not.toMatch(/1234567890|undefined|Will be paid|Download/);
		expect(await payments()).toHaveLength(8);
		const { html, attachments } = await resultMail('payouts.csv');
		expect(html).toContain('Payment results');
		expect(html).not.toMatch(/1234567890/);
		expect(attachments).toEqual([
			expect.objectContaining({
				filename: expect.stringMatching(/^payouts result \d{4}-\d\d-\d\d\.html$/),
			}),
		]);
		expect(attachments[0]?.content.toString()).toContain('Left out: 5');

		const again = await send(file());
		expect(await end(again, 'Can It Be Paid?')).toMatch(
			/No row of this list can be paid now.*Already sent: [5678]/,
		);
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
		expect(review).toContain('Pay 1 payment, R1 500.50');
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
		expect(await readPage(excel.nextPage)).toContain('Pay 1 payment, R120.30');
		await confirm(excel, 'Pay 1 payment, R120.30');
		await end(excel);
		expect(await payments()).toEqual(['0017 120.30']);
		const address = { reference: '0017', email: 'payee@example.com' };
		expect(await rowsOfTable(suite.environment, addresses)).toEqual([address]);

		const joined = csv(
			row('P-2', '20.00', '1234567890', '"Payee'),
			row('P-4', '4000.00', '2345678900', 'Payee"'),
		);
		const unpaid = await send(joined);
		const told = await end(unpaid, 'Can It Be Paid?');
		expect(told).toContain('goes over several lines');
		expect(told).not.toContain('Your decision');
		expect(await payments()).toEqual(['0017 120.30']);
	});

	it('says of a file that it cannot read what is wrong with it, and pays nothing', async () => {
		const files: Array<[string, string, RegExp]> = [
			[
				'payouts.csv',
				'reference,bank,amount\r\nP-1,fnb,10.00',
				/cannot be paid yet [^]*name[^]*is in no column[^]*“account number”[^]* Found in row 1: reference, bank, amount\./,
			],
			['tabs.csv', 'How to use this file\r\nFill in the second tab', /only the first is read/],
			['uneven.csv', 'a,b\r\nP-1,fnb,10.00', /cannot be paid yet .*has no row of headings/],
			['invoice.pdf', '%PDF-1.4\n1, 0, obj\n', /cannot be paid yet .*is a PDF/],
		];
		await start();
		for (const [name, content, says] of files) {
			const submitted = await send(new File([content], name));
			const page = await end(submitted, 'Can It Be Paid?');
			expect([name, page]).toEqual([name, expect.stringMatching(says)]);
			expect(page).toContain('Download the empty sheet payments.xlsx');
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
		expect(other).toMatch(/Already sent: 1 R10\.00 Not sent again\./);
		expect(other).not.toMatch(/Sent now|Left out/);
		// What the second check has read is no list of the clerk's.
		expect(other).not.toContain('Columns:');
		await confirm(renamed);
		expect(await end(renamed)).toMatch(/Left out: 1 .*INV-17.*after the list was read/);

		const elsewhere = await upload(csv(row('P-2', '10.00', '3456789000', 'Anna')));
		// As in the dashboard: the same reference, without the nonce of this package.
		await suite.records.disbursement('P-2', '10.00');
		await confirm(elsewhere);
		const unclear = await end(elsewhere);
		expect(unclear).toMatch(
			/Do not pay anybody under “May have been sent” in another way.*May have been sent: 1 /,
		);
		expect(unclear).not.toContain('Left out');

		const blind = await upload(csv(row('P-3', '10.00', '2345678900', 'Ben')));
		await suite.client.addFaults({
			kind: 'status',
			status: 400,
			match: { operation: 'Disbursements' },
		});
		await confirm(blind);
		expect(await end(blind)).toMatch(/May have been sent: 1 .*could not check whether it was sent/);
		await suite.client.clearFaults();
		expect(await payments()).toEqual(['INV-17 10.00', 'P-2 10.00']);
	});

	it('says what to do when a page cannot be made, before the payment and after it', async () => {
		await start({}, failing('Review Page'));
		const unread = await send(csv(row('P-1', '10.00')));
		expect(await end(unread, 'Review Page')).toContain('This list cannot be paid yet.');
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

	it('pays no row above its limit, and offers nothing above the limit of a run', async () => {
		await start({ maximumPerPayment: '9' });
		const one = await send(csv(row('P-1', '10.00')));
		expect(await end(one, 'Can It Be Paid?')).toMatch(/No row of this list can be paid.*R9\.00/);
		await stop();
		await start({ maximumPerRun: '9' });
		const all = await end(await send(csv(row('P-1', '10.00'))), 'Can It Be Paid?');
		expect(all).toMatch(/Nobody would be paid.*your limit for one run is R9\.00/);
		expect(all).not.toContain('Your decision');
		await nobodyIsPaid();
	});

	it('never pays a cancelled payment again by itself, and compares with the payday that is chosen', async () => {
		await start();
		const cancelled = row('P-1', '10.00');
		const to = (name: string) => [`${name.length}345678900`, name] as const;
		const form = await upload(csv(cancelled, row('P-2', '5.00', ...to('Bela'))));
		await confirm(form, 'Pay 2 payments, R15.00');
		await end(form);
		const sent = (await suite.client.ledger()).disbursements;
		const { id = '' } = sent.find(({ externalReference }) => externalReference === 'P-1') ?? {};
		await suite.environment.control.setDisbursementStatus(id, 'cancelled');
		const file = csv(
			cancelled,
			row('P-3', '20.00', ...to('Anneke')),
			row('P-4', '6.00', ...to('Bela')),
		);
		const again = await upload(file, {
			compareWith: DateTime.now().minus({ days: 60 }).toISODate() ?? '',
		});
		const review = await readPage(again.nextPage);
		expect(review).toMatch(/Cancelled: 1 R10\.00 Not paid\. Delete the row, or give it a new/);
		expect(review).toMatch(/Nobody in this list was paid on .*, so it is compared with /);
		const [pay] = /Pay 2 payments, R26\.00: R21\.00 .* more than on \d+ \w+/.exec(review) ?? [];
		await confirm(again, pay);
		expect(await end(again)).toMatch(/Sent now: 2 payments, R26\.00.*Cancelled: 1 R10\.00/);
		expect((await payments()).toSorted()).toEqual([
			...['P-1 10.00', 'P-2 5.00', 'P-3 20.00', 'P-4 6.00'],
		]);
	});

	it('pays the file of a payroll program once for a kind and a month, whoever uploads it', async () => {
		await start({ maximumPerPayment: '50000' });
		const file = () => payrollFile('nett-pay-list.csv');
		const salaries = { pays: 'Salaries', period: '2026-11-25' };
		const form = await upload(file(), salaries);
		const review = await readPage(form.nextPage);
		expect(review).toContain('references: salaries, November 2026, employee code');
		expect(review).toContain('Pay 5 payments, R52 925.65');
		await confirm(form, 'Pay 5 payments, R52\u00a0925.65');
		expect(await end(form)).toContain('Sent now: 5 payments, R52 925.65');
		expect((await payments())[0]).toBe('salaries-2026-11-E001 12500.00');
		const again = await end(await send(file(), salaries), 'Can It Be Paid?');
		expect(again).toMatch(/No row of this list can be paid now\..*Already sent: 5/);
		const otherMonth = await end(
			await send(file(), { ...salaries, period: '2026-12-01' }),
			'Can It Be Paid?',
		);
		expect(otherMonth).toMatch(/Nobody would be paid: 5 of 5 payments are exactly those of/);
		expect(await payments()).toHaveLength(5);
	});

	it('pays a changed account only once its row is ticked, and alone after a look at the exact sum', async () => {
		await start({ holdNewAccountsAbove: '15' });
		const file = () => csv(row('P-1', '10.00'), row('P-2', '20.00', '2345678900', 'Anna'));
		const form = await upload(file());
		const review = await readPage(form.nextPage);
		expect(review).toMatch(/Held until you have called: 1 R20\.00/);
		const both = 'Pay 1 payment, R10.00 (and the held rows that you tick, up to R20.00)';
		expect(review).toContain(both);
		await sendPage(form.nextPage, ['[]', JSON.stringify([both]), ''], 1);
		expect(await end(form)).toMatch(/Sent now: 1 payment, R10\.00.*Held until you have called: 1/);
		expect(await payments()).toEqual(['P-1 10.00']);

		const again = await upload(file());
		const [, label = ''] =
			/(Row 3, Anna.*?number that I already had)/.exec(await readPage(again.nextPage)) ?? [];
		const ticked = [
			JSON.stringify([label]),
			JSON.stringify(['Pay the held rows that you tick, up to R20.00']),
			'',
		];
		await sendPage(again.nextPage, ticked, 1);
		await suite.pageAfter(again, 'Ticked Alone?');
		const sum = await readPage(again.nextPage);
		expect(sum).toMatch(/Will be paid: confirmed by a call: 1 R20\.00.*clerk@example\.com/);
		await sendPage(again.nextPage, [JSON.stringify(['Pay 1 payment, R20.00'])], 1);
		expect(await end(again)).toMatch(/Sent now: 1 payment, R20\.00/);
		expect(await payments()).toEqual(['P-1 10.00', 'P-2 20.00']);
	});
});
