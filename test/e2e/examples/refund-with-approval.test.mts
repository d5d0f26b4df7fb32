import { randomUUID } from 'node:crypto';
import { until } from '../support/until.mts';
import { submitForm, type Submitted } from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';

/** n8n takes the approval buttons' calls from browsers only. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0' };

const suite = exampleSuite();
const { start } = suite;

describe('the example refund-with-approval.json', () => {
	async function wanted(reference: string): Promise<Submitted> {
		const saved = await start('refund-with-approval.json', { approverEmail: 'boss@example.com' });
		return await submitForm(suite.environment, saved, 'refund-request', [
			reference,
			'40.00',
			'Requested by customer',
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
