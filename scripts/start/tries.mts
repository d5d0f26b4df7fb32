/**
 * What a newcomer does with an example here, by its file. Markdown, with links to the sample files as
 * in examples/README.md and to this site's mailbox.
 */
export const tries: Record<string, string> = {
	'pay-a-file.json':
		'Download [salaries.csv](salaries.csv), upload it here, and choose _Pay these rows_. Then upload [payouts.csv](payouts.csv), which was paid when this started: nobody is paid twice, and what the bank declined can be paid again.',
	'payout-assistant.json':
		'There are two payees in its table. Write, for example: _Pay invoice 17 of Acme Printing, R150.00_.',
	'payout-report.json':
		'The report of the rows that were paid when this started is there already, with a file to print.',
	'failed-payouts.json':
		'What the bank declined when this started is in the [mailbox](/mails). Pay salaries.csv with _Pay a file_, and there is one more.',
	'remittance-advice.json':
		'Those who were paid when this started have their emails in the [mailbox](/mails).',
	'float-watch.json': 'Enter 2000000 to see how much money would be missing.',
	'payment-link-by-email.json':
		'Enter any reference, amount and address. Open the email in the [mailbox](/mails), press its link and play the payer.',
	'wait-for-payment.json':
		'Enter any reference and amount. The link to pay is in its run: open it in the editor, then Executions, the node _Ask for the Payment_, _paymentUrl_.',
	'payment-reminders.json':
		'There were two customers in its table, and each has got a link to pay. Pay one of them.',
	'payment-completed.json':
		'Pay any link, such as one of _Payment link by email_. The email is in the [mailbox](/mails).',
	'refund-with-approval.json':
		'Pay a link first, then enter its reference here. The [mailbox](/mails) has the email for whoever approves.',
	'subscription-sign-up.json':
		'Enter any number, name and address. Open the email in the [mailbox](/mails), press its link and agree.',
	'subscriptions.json':
		'Sign a member up first. The sign-up has charged this month, so a run today charges nobody twice.',
	'till-charge.json':
		'Any receipt number. R149.00 is approved, R149.50 is declined. The same number again charges nobody twice.',
	'upload-dispute-evidence.json': 'Enter any reference, and choose any file.',
	'bookkeeping.json':
		'Choose this month. Your browser saves the Excel file, and the [mailbox](/mails) has it, too.',
	'daily-reconciliation.json': 'Pay a link or two, and run it again.',
	'month-at-a-glance.json': 'What was paid when this started is in it already.',
	'react-to-events.json':
		'Pay salaries.csv with _Pay a file_, and within a minute there is a new run for each payout.',
	'no-event-missed.json':
		'Pay salaries.csv with _Pay a file_, and there is one new run for each payout.',
};
