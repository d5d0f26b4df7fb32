import { randomUUID } from 'node:crypto';
import { lookingOften } from '../support/pollingTrigger.mts';
import { until } from '../../host/until.mts';
import { readPage, submitForm } from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();
const account = { accountHolder: 'Example Shop', bank: 'fnb', accountNumber: '1234567890' };

describe('the example payment-link.json', () => {
	async function published(settings: Record<string, string | boolean> = account) {
		return await suite.start('payment-link.json', settings, lookingOften);
	}

	it('emails the customer a button with shop, amount and last day, shows the link, and reports the payment', async () => {
		const reference = `order-${randomUUID().slice(0, 6)}`;
		const payer = `${reference}@example.com`;
		const saved = await published();
		const values = [reference, '1060', payer];
		const page = await suite.lastPageAfter(
			await submitForm(suite.environment, saved, 'payment-link', values),
			'Link Sent',
		);
		expect(page).toContain(`The link is being emailed to ${payer}`);
		const { subject, text, html } = await suite.mailbox.next(({ to }) => to === payer);
		expect(subject).toBe(`Example Shop: please pay R1\u00a0060.00 for ${reference}`);
		expect(text).toMatch(/^Good day\n\nExample Shop asks you to pay R1\s060\.00/);
		expect(text).toMatch(/until the end of \w+day, \d{1,2} \w+ \d{4}:\nhttps?:\S+/);
		const [link = ''] = /https?:\S+/.exec(text) ?? [];
		expect(html).toContain(`<a href="${link}" style=`);
		expect(html).toMatch(/>Pay R1\s060\.00<\/a>[^]*copy this address/);
		expect(page).toContain(link);
		expect(page).toContain('Send another');

		const again = await submitForm(suite.environment, saved, 'payment-link', values);
		const shown = await suite.lastPageAfter(again, 'Link Exists');
		expect(shown).toContain('A link already exists');
		expect(shown).toContain(link);
		expect((await suite.client.summary()).paymentRequests).toBe(1);

		const [request] = (await suite.client.ledger()).paymentRequests;
		await suite.environment.control.payer('pay', request?.id ?? '');
		const paid = await suite.mailbox.next((mail) => mail.subject === `Paid: ${reference}`);
		expect(paid.to).toBe('payments@example.com');
		expect(paid.text).toMatch(/^R1\s060\.00 for .* was paid\./);
	});

	it('asks nobody to pay into an account that was not filled in, and says so on the page', async () => {
		const saved = await published({});
		const values = ['order-1', '60.00', 'payer@example.com'];
		const sent = await submitForm(suite.environment, saved, 'payment-link', values);
		const page = await suite.lastPageAfter(sent, 'No Link');
		expect(page).toMatch(/No link was created[^]*Account Number[^]*No email was sent/);
		expect((await suite.client.summary()).paymentRequests).toBe(0);
	});

	it('reports to you a link that the mail server does not take, and shows it when the form comes again', async () => {
		const saved = await published();
		suite.mailbox.refuse((to) => to === 'nobody@example.com');
		const values = ['order-2', '60.00', 'nobody@example.com'];
		const sent = await submitForm(suite.environment, saved, 'payment-link', values);
		await suite.lastPageAfter(sent, 'Link Sent');
		const { text } = await suite.mailbox
			.next(({ subject }) => subject === 'The link for order-2 was not emailed')
			.finally(() => {
				suite.mailbox.refuse(() => false);
			});
		expect(text).toMatch(/could not be emailed to nobody@example\.com[^]*The reason: \w/);
		const again = await submitForm(suite.environment, saved, 'payment-link', values);
		expect(await suite.lastPageAfter(again, 'Link Exists')).toMatch(/send it to them: http/);
	});

	it('waits for a customer who returns, and continues with what was paid', async () => {
		const reference = `order-${randomUUID().slice(0, 6)}`;
		const payer = `${reference}@example.com`;
		const saved = await published({ ...account, customerReturns: true });
		await submitForm(suite.environment, saved, 'payment-link', [reference, '75', payer]);
		const { text } = await suite.mailbox.next(({ to }) => to === payer);
		const [link = ''] = /https?:\S+/.exec(text) ?? [];
		const back = new URL(link).searchParams.get('redirect_uri') ?? '';
		await until('the wait', async () => (await fetch(back)).ok);
		expect(await readPage(back)).toMatch(/Example Shop[^]*not complete yet/);
		const [request] = (await suite.client.ledger()).paymentRequests;
		await suite.environment.control.payer('pay', request?.id ?? '');
		expect(await readPage(back)).toMatch(/Example Shop[^]*Thank you/);
		const thanks = await suite.mailbox.next(({ subject }) => subject.startsWith('Thank you'));
		expect(thanks.to).toBe(payer);
		expect(thanks.text).toMatch(/Your payment of R75\.00 for order-\w+ went through\./);
	});
});
