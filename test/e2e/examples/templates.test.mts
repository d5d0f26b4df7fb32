import { randomUUID } from 'node:crypto';
import type { WorkflowNode } from '../../host/api.mts';
import { lookingOften } from '../support/pollingTrigger.mts';
import { submitForm } from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();
const HEAD = 'reference,name,bank,account number,amount,statement reference';

const quick = (node: WorkflowNode): WorkflowNode =>
	JSON.parse(JSON.stringify(node).replace('"maxWaitSeconds":60', '"maxWaitSeconds":1'));

describe('the template pay-a-csv.json', () => {
	const csv = (...rows: string[]) =>
		new File([[HEAD, ...rows].join('\r\n')], 'november.csv', { type: 'text/csv' });
	const good = 'NOV-001,T Tester,FNB,1234567890,150.00,Salary Nov';
	const other = 'NOV-002,P Payee,Absa,1234567891,1 200.50,Salary Nov';
	const bad = 'NOV-003,N Nobody,FNB,1234567890,-5.00,Salary Nov';

	async function pageOf(file: File, action: string, separator = 'Commas'): Promise<string> {
		const saved = await suite.start('templates/pay-a-csv.json', {}, quick);
		const sent = await submitForm(suite.environment, saved, 'pay-a-csv', [file, separator, action]);
		const page = await suite.lastPageAfter(sent, 'Page of the Rows');
		await suite.deactivateAll();
		return page;
	}

	async function paid(): Promise<string[]> {
		const { disbursements } = await suite.client.ledger();
		return disbursements
			.map(({ externalReference, quantity }) => `${externalReference} ${quantity}`)
			.sort();
	}

	it('shows every row and pays nothing with Check only', async () => {
		const page = await pageOf(csv(good, other, bad), 'Check only');
		expect(page).toMatch(/Review the payments .*File: november\.csv/);
		expect(page).toMatch(/Need you: 1 .*N Nobody/);
		expect(page).toMatch(/2 payments, R1\s350\.50 in total/);
		expect(await paid()).toEqual([]);
	});

	it('pays the good rows, shows all of them, and pays nobody twice', async () => {
		const page = await pageOf(csv(good, other, bad), 'Pay');
		expect(page).toContain('Payment results');
		expect(page).toMatch(/Need you: 1 .*N Nobody/);
		expect(page).toMatch(/On its way: 2 .*T Tester.*P Payee/);
		expect(await paid()).toEqual(['NOV-001 150.00', 'NOV-002 1200.50']);

		const again = await pageOf(csv(good, other), 'Pay');
		expect(again).toMatch(/Sent before: 2 /);
		expect(await paid()).toHaveLength(2);
	});

	it('shows with its row why Stitch refused a payment', async () => {
		await suite.client.addFaults({
			kind: 'status',
			status: 400,
			match: { method: 'POST', path: '/v2/disbursements' },
		});
		const page = await pageOf(csv(good), 'Pay');
		expect(page).toMatch(/Not sent: 1 .*T Tester/);
		expect(await paid()).toEqual([]);
	});

	it('reads the semicolons of Excel, and says so where the columns are separated otherwise', async () => {
		const semicolons = new File([[HEAD, good].join('\r\n').replaceAll(',', ';')], 'november.csv');
		expect(await pageOf(semicolons, 'Check only', 'Semicolons (Excel in South Africa)')).toMatch(
			/1 payment, R150\.00 in total/,
		);
		const saved = await suite.start('templates/pay-a-csv.json', {}, quick);
		const values = [semicolons, 'Commas', 'Pay'];
		const sent = await submitForm(suite.environment, saved, 'pay-a-csv', values);
		const page = await suite.lastPageAfter(sent, 'Check the Rows');
		expect(page).toMatch(/This file cannot be read .*reference;name;bank/);
		expect(await paid()).toEqual([]);
	});

	it.each([
		['is empty', []],
		['has lines of different lengths', [HEAD, `${good},50`]],
	])('says so on a page where the file %s', async (_, lines) => {
		const file = new File([lines.join('\r\n')], 'november.csv', { type: 'text/csv' });
		const saved = await suite.start('templates/pay-a-csv.json', {}, quick);
		const sent = await submitForm(suite.environment, saved, 'pay-a-csv', [file, 'Commas', 'Pay']);
		const page = await suite.lastPageAfter(sent, 'Check the Rows');
		expect(page).toMatch(/This file cannot be read .*It is empty, .*different numbers of columns/);
		expect(await paid()).toEqual([]);
	});
});

describe('the template payment-link-by-email.json', () => {
	const account = { accountHolder: 'Example Shop', bank: 'fnb', accountNumber: '1234567890' };

	it('emails one link for each reference, and none after it was paid', async () => {
		const reference = `order-${randomUUID().slice(0, 6)}`;
		const payer = `${reference}@example.com`;
		const saved = await suite.start('templates/payment-link-by-email.json', account);
		const send = async () =>
			await submitForm(suite.environment, saved, 'payment-link-by-email', [
				reference,
				'1060',
				payer,
			]);
		const page = await suite.lastPageAfter(await send(), 'Email the Link');
		const { subject, text } = await suite.mailbox.next(({ to }) => to === payer);
		expect(subject).toBe(`Example Shop: please pay R1\u00a0060.00 for ${reference}`);
		expect(text).toMatch(/until the end of \w+day, \d{1,2} \w+ \d{4}:\nhttps?:\S+/);
		const [link = ''] = /https?:\S+/.exec(text) ?? [];
		expect(page).toContain('The link was sent');
		expect(page).toContain(link);

		await suite.lastPageAfter(await send(), 'Email the Link');
		const second = await suite.mailbox.next(({ to }) => to === payer);
		expect(second.text).toContain(link);
		const [request, ...others] = (await suite.client.ledger()).paymentRequests;
		expect(others).toEqual([]);

		await suite.environment.control.payer('pay', request?.id ?? '');
		const last = await suite.lastPageAfter(await send(), 'Create the Link');
		expect(last).toMatch(/No link was created .*was paid on .*under a new reference/);
	});

	it('asks nobody to pay into an account that was not filled in, and says so', async () => {
		const saved = await suite.start('templates/payment-link-by-email.json');
		const values = ['order-1', '60.00', 'payer@example.com'];
		const sent = await submitForm(suite.environment, saved, 'payment-link-by-email', values);
		const page = await suite.lastPageAfter(sent, 'Create the Link');
		expect(page).toMatch(/No link was created .*Account Number/);
		expect((await suite.client.summary()).paymentRequests).toBe(0);
	});
});

it('the template react-to-payments.json emails once for each change', async () => {
	await suite.start('templates/react-to-payments.json', {}, lookingOften);
	const { records, mailbox } = suite;
	const about = async (subject: string) => await mailbox.next((mail) => mail.subject === subject);
	const order = await records.paidPaymentRequest('order-1', 75);
	const paid = await about('Paid: order-1');
	expect(paid.to).toBe('payments@example.com');
	expect(paid.text).toMatch(/^order-1 was paid: R75\.00\.[^]*Check that it has arrived/);

	await records.confirmMoneyReceived(order);
	expect((await about('Money received: order-1')).text).toMatch(
		/R75\.00\.\s+If .* you can ship now/,
	);

	await records.cancelPaymentRequest(await records.paymentRequest('order-2', 80));
	expect((await about('Not paid: order-2')).text).toMatch(/the link was cancelled/);
});
