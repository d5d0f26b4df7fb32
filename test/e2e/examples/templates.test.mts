import { randomUUID } from 'node:crypto';
import { lookingOften } from '../support/pollingTrigger.mts';
import { submitForm } from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();
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
		const { subject, text, html } = await suite.mailbox.next(({ to }) => to === payer);
		expect(subject).toBe(`Example Shop: please pay R1\u00a0060.00 for ${reference}`);
		expect(text).toMatch(/until the end of \w+day, \d{1,2} \w+ \d{4}:\nhttps?:\S+/);
		const [link = ''] = /https?:\S+/.exec(text) ?? [];
		expect(page).toContain(`The link was emailed to ${payer}`);
		expect(page).toContain(link);
		expect(html).toContain(`<a href="${link}" style=`);

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

it('the template react-to-payments.json emails about each change', async () => {
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
