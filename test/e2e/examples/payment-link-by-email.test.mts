import { randomUUID } from 'node:crypto';
import { until } from '../support/until.mts';
import { inStatus } from '../support/waiting.mts';
import { submitForm } from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();
const { start } = suite;

const account = { accountHolder: 'Example Shop', bank: 'fnb', accountNumber: '1234567890' };

describe('the example payment-link-by-email.json', () => {
	it('mails the link, waits, and tells that it was paid', async () => {
		const reference = `order-${randomUUID().slice(0, 6)}`;
		const saved = await start('payment-link-by-email.json', account);
		await submitForm(suite.environment, saved, 'payment-link', [
			reference,
			'60',
			`${reference}@example.com`,
		]);
		const { subject, text } = await suite.mailbox.next(
			({ to }) => to === `${reference}@example.com`,
		);
		expect(subject).toBe(`Please pay R60.00 for ${reference}`);
		const page = new URL(/https?:\S+/.exec(text)?.[0] ?? '');
		await until(async () =>
			(await suite.environment.api.executions(saved.id)).find(({ status }) => status === 'waiting'),
		);
		const [request] = (await suite.client.ledger()).paymentRequests;
		await suite.environment.control.payer('pay', request?.id ?? '');
		expect((await fetch(page.searchParams.get('redirect_uri') ?? '')).status).toBe(200);
		const told = await suite.mailbox.next((mail) => mail.subject.startsWith('Your link was paid'));
		expect(told.subject).toBe(`Your link was paid: ${reference}`);
		expect(told.text).toContain(`R60.00 was paid for ${reference}.`);
	});

	it('makes one link for a reference, however often it is entered, and says what became of it', async () => {
		const reference = `order-${randomUUID().slice(0, 6)}`;
		const values = [reference, '60', `${reference}@example.com`];
		const saved = await start('payment-link-by-email.json', account);
		const first = await submitForm(suite.environment, saved, 'payment-link', values);
		const { text } = await suite.mailbox.next(({ to }) => to === `${reference}@example.com`);
		const page = new URL(/https?:\S+/.exec(text)?.[0] ?? '');
		await inStatus(suite.environment, first.executionId, 'waiting', 'Send the Link');

		const again = async () => {
			const { executionId } = await submitForm(suite.environment, saved, 'payment-link', values);
			const run = await suite.environment.api.finished(executionId);
			expect(run.status).toBe('success');
			expect(run.data.resultData.runData).not.toHaveProperty('Send the Link');
			const { paymentRequests } = await suite.client.summary();
			expect(paymentRequests).toBe(1);
			const subject = `There is a link already: ${reference}`;
			return await suite.mailbox.next((mail) => mail.subject === subject);
		};
		const told = await again();
		expect(told.to).toBe('payments@example.com');
		expect(told.text).toContain(`no email was sent to ${reference}@example.com`);
		expect(told.text).toContain('It can still be paid.');
		expect(told.text).toContain(
			'If the execution that made it still waits in n8n, you get an email',
		);
		expect(told.text).toContain('To see whether it was paid, enter the same reference');
		// It leads back to no run: the second one is over, and the first has a link of its own.
		expect(told.text).toContain(`\n\n${page.origin}${page.pathname}\n\n`);

		const [request] = (await suite.client.ledger()).paymentRequests;
		await suite.environment.control.payer('pay', request?.id ?? '');
		const { text: paid } = await again();
		expect(paid).toContain('It was paid.');
		expect(paid).not.toContain('http');
		expect((await fetch(page.searchParams.get('redirect_uri') ?? '')).status).toBe(200);
		await suite.mailbox.next(({ subject }) => subject === `Your link was paid: ${reference}`);
	});

	it('says what to do when a reference is entered again with another amount', async () => {
		const reference = `order-${randomUUID().slice(0, 6)}`;
		await suite.records.paymentRequest(reference, 60);
		const saved = await start('payment-link-by-email.json', account);
		const values = [reference, '70', 'payer@example.com'];
		await submitForm(suite.environment, saved, 'payment-link', values);
		const { text } = await suite.mailbox.next(
			({ subject }) => subject === `Link not sent: ${reference}`,
		);
		expect(text).toContain('Amount was 60.00 and is now 70.00');
		expect(text).toContain('use another External Reference');
		expect((await suite.client.ledger()).paymentRequests).toHaveLength(1);
	});

	it('asks nobody to pay into an account that was not filled in, and tells you', async () => {
		const saved = await start('payment-link-by-email.json');
		const values = ['order-1', '60.00', 'payer@example.com'];
		const { executionId } = await submitForm(suite.environment, saved, 'payment-link', values);
		const run = await suite.environment.api.finished(executionId);
		expect(run.data.resultData.runData).not.toHaveProperty('Send the Link');
		const told = await suite.mailbox.next(({ subject }) => subject === 'Link not sent: order-1');
		expect(told.to).toBe('payments@example.com');
		expect(told.text).toContain('Account Number');
		expect(told.text).not.toContain('was made');
		expect((await suite.client.summary()).paymentRequests).toBe(0);
	});

	it('tells you the link that the mail server did not take', async () => {
		const saved = await start('payment-link-by-email.json', account);
		suite.mailbox.refuse((to) => to === 'nobody@example.com');
		const values = ['order-2', '60.00', 'nobody@example.com'];
		await submitForm(suite.environment, saved, 'payment-link', values);
		const told = await suite.mailbox.next(({ subject }) => subject === 'Link not sent: order-2');
		suite.mailbox.refuse(() => false);
		expect(told.text).toContain('No such mailbox');
		expect(told.text).toMatch(/Give the customer this link in another way[^]*https?:\S+\/pay\//);
		expect((await suite.client.summary()).paymentRequests).toBe(1);
	});
});
