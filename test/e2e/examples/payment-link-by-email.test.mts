import { randomUUID } from 'node:crypto';
import { until } from '../support/until.mts';
import { submitForm } from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();
const { start } = suite;

describe('the example payment-link-by-email.json', () => {
	it('mails the link, waits, and tells that it was paid', async () => {
		const reference = `order-${randomUUID().slice(0, 6)}`;
		const saved = await start('payment-link-by-email.json', {
			accountHolder: 'Example Shop',
			bank: 'fnb',
			accountNumber: '1234567890',
		});
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
		const saved = await start('payment-link-by-email.json', {
			accountHolder: 'Example Shop',
			bank: 'fnb',
			accountNumber: '1234567890',
		});
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
