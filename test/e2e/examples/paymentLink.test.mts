import { randomUUID } from 'node:crypto';
import { lookingOften } from '../support/pollingTrigger.mts';
import { submitForm } from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();
const account = { accountHolder: 'Example Shop', bank: 'fnb', accountNumber: '1234567890' };

describe('the example payment-link.json', () => {
	async function published(settings: Record<string, string> = account) {
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
		expect(page).toContain(`The link was emailed to ${payer}`);
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
		expect(shown).toContain(`The link was made for ${payer}.`);
		expect(shown).toContain(link);
		const mistyped = [reference, '1060', `other-${payer}`];
		const theirs = await suite.lastPageAfter(
			await submitForm(suite.environment, saved, 'payment-link', mistyped),
			'Link Exists',
		);
		expect(theirs).toContain(`for ${payer}. You entered other-${payer}: check the reference.`);
		expect((await suite.client.summary()).paymentRequests).toBe(1);

		const [request] = (await suite.client.ledger()).paymentRequests;
		await suite.environment.control.payer('pay', request?.id ?? '');
		const paid = await suite.mailbox.next((mail) => mail.subject === `Paid: ${reference}`);
		expect(paid.to).toBe('payments@example.com');
		expect(paid.text).toMatch(/^R1\s060\.00 for .* was paid\./);
		const receipt = await suite.mailbox.next(({ to }) => to === payer);
		expect(receipt.subject).toBe(`Receipt from Example Shop: R1\u00a0060.00 for ${reference}`);
	});

	it('brings the customer back from the copied link as from the emailed one', async () => {
		const thankYouPage = 'https://shop.example/thanks';
		await suite.changeClient({ redirectUris: [thankYouPage] });
		const saved = await published({ ...account, thankYouPage });
		const linkIn = (text: string) => /http:\S+/.exec(text)?.[0] ?? '';

		/** The three links to the payment of a new reference: emailed, and copied from each of the pages. */
		async function links() {
			const reference = `order-${randomUUID().slice(0, 6)}`;
			const values = [reference, '60.00', `${reference}@example.com`];
			const pageAfter = async (node: string) => {
				const sent = await submitForm(suite.environment, saved, 'payment-link', values);
				return linkIn(await suite.lastPageAfter(sent, node));
			};
			const copied = await pageAfter('Link Sent');
			const { text } = await suite.mailbox.next(({ to }) => to === values[2]);
			return { emailed: linkIn(text), copied, copiedAgain: await pageAfter('Link Exists') };
		}

		for (const way of ['emailed', 'copied', 'copiedAgain'] as const) {
			const { [way]: link } = await links();
			const body = new URLSearchParams({ action: 'pay' });
			const { headers } = await fetch(link, { method: 'POST', body, redirect: 'manual' });
			const back = headers.get('location') ?? '';
			expect([way, back.split('?')[0]]).toEqual([way, thankYouPage]);
			expect(new URL(back).searchParams.get('status')).toBe('complete');
		}
	});

	it('asks nobody to pay into an account that was not filled in, and says so on the page', async () => {
		const saved = await published({});
		const values = ['order-1', '60.00', 'payer@example.com'];
		const sent = await submitForm(suite.environment, saved, 'payment-link', values);
		const page = await suite.lastPageAfter(sent, 'No Link');
		expect(page).toMatch(/No link was created[^]*Account Number[^]*No email was sent/);
		expect((await suite.client.summary()).paymentRequests).toBe(0);
	});

	it('says on the page that the mail server does not take the email, and shows the link to send', async () => {
		const saved = await published();
		suite.mailbox.refuse((to) => to === 'nobody@example.com');
		const values = ['order-2', '60.00', 'nobody@example.com'];
		const sent = await submitForm(suite.environment, saved, 'payment-link', values);
		const page = await suite.lastPageAfter(sent, 'Link Not Sent');
		expect(page).toMatch(/The link was created, but not emailed[^]*nobody@example\.com could not/);
		expect(page).toMatch(/Send the customer this link yourself: http/);
	});
});
