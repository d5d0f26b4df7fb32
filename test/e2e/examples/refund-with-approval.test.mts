import { randomUUID } from 'node:crypto';
import { until } from '../support/until.mts';
import { submitForm, type Submitted } from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';

/** n8n takes the approval buttons' calls from browsers only. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0' };

const suite = exampleSuite();
const { start } = suite;

describe('the example refund-with-approval.json', () => {
	async function wanted(
		reference: string,
		{ typed = reference, amount = '40.00', reason = 'Requested by customer' } = {},
	): Promise<Submitted> {
		const saved = await start('refund-with-approval.json', { approverEmail: 'boss@example.com' });
		return await submitForm(suite.environment, saved, 'refund-request', [
			typed,
			amount,
			reason,
			`${reference}@example.com`,
		]);
	}

	async function decide(reference: string, button: string): Promise<void> {
		const asked = await suite.mailbox.next(
			({ subject }) => subject === `Refund of R40.00 for ${reference}?`,
		);
		expect(asked.to).toBe('boss@example.com');
		expect((await suite.client.ledger()).paymentRefunds).toEqual([]);
		const link = asked.links.find((each) => each.includes(`approved=${button}`)) ?? '';
		// The message may be there before the execution waits; n8n answers 409 until it does.
		const status = await until(async () => {
			const page = await fetch(link, { headers: BROWSER });
			return page.status === 409 ? undefined : page.status;
		});
		expect(status).toBe(200);
	}

	const answerTo = async (reference: string) =>
		await suite.mailbox.next(({ to }) => to === `${reference}@example.com`);

	it('sends the money back once somebody has approved, and tells who asked', async () => {
		const reference = `order-${randomUUID().slice(0, 8)}`;
		await suite.records.paidPaymentRequest(reference);
		await wanted(reference);
		await decide(reference, 'true');
		expect((await answerTo(reference)).subject).toBe(`Refund for ${reference} is on its way`);
		const { paymentRefunds } = await suite.client.ledger();
		expect(paymentRefunds).toHaveLength(1);
	});

	it('sends nothing when it is declined', async () => {
		const reference = `order-${randomUUID().slice(0, 8)}`;
		await suite.records.paidPaymentRequest(reference);
		await wanted(reference);
		await decide(reference, 'false');
		expect((await answerTo(reference)).subject).toBe(`Refund for ${reference} was declined`);
		expect((await suite.client.ledger()).paymentRefunds).toEqual([]);
	});

	it('asks nobody when the form was sent with a reason that it does not offer', async () => {
		const reference = `order-${randomUUID().slice(0, 8)}`;
		await suite.records.paidPaymentRequest(reference);
		const reason = 'Fraud<h1>URGENT</h1><a href="http://evil.example/">Approve</a>';
		const { executionId } = await wanted(reference, { reason });
		const { status, data } = await suite.environment.api.finished(executionId);
		expect([status, data.resultData.error?.message]).toEqual([
			'error',
			expect.stringContaining('The reason is none of those that the form offers'),
		]);
		expect(data.resultData.runData).not.toHaveProperty('Ask the Approver');
	});

	it('has no other links and headings in its email than its own', async () => {
		const reference = `<h1>${randomUUID().slice(0, 8)}</h1><a href="http://evil.example/">Approve</a>`;
		await suite.records.paidPaymentRequest(reference);
		const clerk = randomUUID().slice(0, 8);
		await wanted(clerk, { typed: reference });
		const shown = `h1 ${reference.slice(4, 12)} h1 a href http evil example Approve a`;
		const asked = await suite.mailbox.next(
			({ subject }) => subject === `Refund of R40.00 for ${shown}?`,
		);
		expect(asked.html).toContain(shown);
		expect(asked.html).not.toContain('<h1>');
		expect(asked.links.filter((link) => link.includes('evil'))).toEqual([]);
		expect(asked.links[0]).toContain('approved=');
	});

	it('asks for the amount again before anybody approves one that cannot be read', async () => {
		const reference = `order-${randomUUID().slice(0, 8)}`;
		await suite.records.paidPaymentRequest(reference);
		await wanted(reference, { amount: '1,500' });
		const { subject, text } = await answerTo(reference);
		expect(subject).toBe('Refund: please ask again');
		expect(text).toContain('The amount cannot be read.');
	});

	it('tells who asked what is wrong when the service does not take it', async () => {
		const reference = `order-${randomUUID().slice(0, 8)}`;
		await suite.records.paidPaymentRequest(reference, 30);
		await wanted(reference);
		await decide(reference, 'true');
		const { subject, text } = await answerTo(reference);
		expect(subject).toBe(`Refund for ${reference} was approved, but needs a look`);
		expect(text).toContain('Stitch refused Amount');
		expect(text).not.toContain('[item');
	});

	it.each([
		['no', 0],
		['more than one', 2],
	])('asks nobody when %s paid payment has the reference', async (_, count) => {
		const reference = `order-${randomUUID().slice(0, 8)}`;
		for (let made = 0; made < count; made++) await suite.records.paidPaymentRequest(reference);
		await wanted(reference);
		expect((await answerTo(reference)).subject).toContain('payment not found');
		expect((await suite.client.ledger()).paymentRefunds).toEqual([]);
	});
});
