import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();
const { start } = suite;

it('the example failed-payouts.json tells somebody the reason and the next step', async () => {
	await start('failed-payouts.json', { toEmail: 'finance@example.com' });
	const { id } = await suite.records.disbursement('salary-77', '401');
	await suite.environment.control.setDisbursementStatus(id, 'error', 'inactive_account');
	const told = await suite.mailbox.next(({ subject }) => subject.includes('salary-77'));
	expect(told.to).toBe('finance@example.com');
	expect(told.subject).toBe('Payout salary-77 was not paid');
	expect(told.text).toContain('to T Tester over R401 was not paid');
	expect(told.text).toContain(
		'Reason: The account is not active. Ask the recipient for another account.',
	);
	expect(told.text).toContain('keep its reference, and run the file again');
	// With a new reference, the corrected row and the old one could both be paid.
	expect(told.text).not.toContain('new reference');
});
