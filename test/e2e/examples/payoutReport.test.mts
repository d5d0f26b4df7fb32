import { readSpreadsheet } from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();

describe('the example payout-report.json', () => {
	const run = async () => {
		const saved = await suite.save('payout-report.json');
		const { data } = await suite.run(saved, 'Weekday Afternoons');
		return Object.keys(data.resultData.runData);
	};

	it('emails the totals, what was not paid and why, and every payout as an Excel file', async () => {
		const { control } = suite.environment;
		const statuses = [
			['completed'],
			['completed'],
			['error', 'inactive_account'],
			['paused', 'insufficient_funds'],
		] as const;
		for (const [index, [status, reason]] of statuses.entries()) {
			const { id } = await suite.records.disbursement(`payout-${index}`, '1150.00');
			await control.setDisbursementStatus(id, status, reason);
		}
		await run();
		const mail = await suite.mailbox.next(() => true);
		expect(mail.subject).toBe('Payouts of the last 8 days: 2 of 4 paid');
		expect(mail.text).toMatch(/Paid: 2, R2\s300\.00/);
		expect(mail.text).toMatch(
			/- payout-2, T Tester, R1\s150\.00: Failed\. \w[^]*Keep its reference/,
		);
		expect(mail.text).toMatch(/- payout-3, .*Waiting for money[^]*Do not send it again/);
		expect(mail.text).not.toMatch(/payout-0|undefined|1234567890/);
		expect(mail.html).toMatch(/<h1>Payouts of the last 8 days[^]*Failed: 1[^]*Paid: 2[^]*payout-0/);
		expect(mail.html).not.toContain('1234567890');
		const [file] = mail.attachments;
		expect(file?.filename).toMatch(/^payouts-\d{4}-\d\d-\d\d\.xlsx$/);
		const rows = readSpreadsheet(file?.content ?? Buffer.alloc(0));
		expect(rows).toHaveLength(4);
		expect(rows[0]).toMatchObject({
			...{ Amount: 1150, Account: '…7890' },
			// n8n writes every date into Excel as text.
			Sent: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
		});
	});

	it('sends no email without payouts', async () => {
		expect(await run()).not.toContain('Email the Report');
	});

	it('says that nothing is known when Stitch does not answer', async () => {
		await suite.client.addFaults({ kind: 'status', status: 403, match: { path: '/graphql' } });
		await run();
		const { subject } = await suite.mailbox.next(() => true);
		expect(subject).toBe('Payouts: could not be read');
	});
});
