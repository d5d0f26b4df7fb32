import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();
const { start } = suite;

describe('the example failed-payouts.json', () => {
	it('tells somebody the reason and the next step', async () => {
		await start('failed-payouts.json', { toEmail: 'finance@example.com' });
		const { id } = await suite.records.disbursement('salary-77', '401.5');
		await suite.environment.control.setDisbursementStatus(id, 'error', 'inactive_account');
		const told = await suite.mailbox.next(({ subject }) => subject.includes('salary-77'));
		expect(told.to).toBe('finance@example.com');
		expect(told.subject).toBe('Payout salary-77 was not paid');
		expect(told.text).toContain('to T Tester of R401.50 was not paid');
		expect(told.text).toContain(
			'Reason: The account is not active. Ask the recipient for another account.',
		);
		expect(told.text).toContain('keep its reference, and run the file again');
		// With a new reference, the corrected row and the old one could both be paid.
		expect(told.text).not.toContain('new reference');
	});

	it('says of a payout that waits until when to top up, and to send nothing again', async () => {
		await start('failed-payouts.json', { toEmail: 'finance@example.com' });
		const { id } = await suite.records.disbursement('salary-78', '1500.5');
		await suite.environment.control.setDisbursementStatus(id, 'paused', 'insufficient_funds');
		const { subject, text } = await suite.mailbox.next((mail) =>
			mail.subject.includes('salary-78'),
		);
		expect(subject).toBe('Payout salary-78 waits');
		expect(text).toContain('to T Tester of R1500.50 waits');
		expect(text.replace(/\s+/g, ' ')).toContain(
			'Next step: Send nothing again. Top up the float account within 7 days: the payment then goes on by itself.',
		);
	});

	it('tells of a payout that waited and was cancelled', async () => {
		await start('failed-payouts.json', { toEmail: 'finance@example.com' });
		const { id } = await suite.records.disbursement('salary-79', '20');
		await suite.environment.control.setDisbursementStatus(id, 'cancelled', 'not_needed');
		const { subject, text } = await suite.mailbox.next((mail) =>
			mail.subject.includes('salary-79'),
		);
		expect(subject).toBe('Payout salary-79 was cancelled and will not be paid');
		expect(text.replace(/\s+/g, ' ')).toContain(
			'Next step: If it is to be paid after all, leave its row as it is, and run the file again.',
		);
		expect(text).not.toContain('undefined');
	});
});
