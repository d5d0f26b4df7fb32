/**
 * What a newcomer does with an example here, by its file. Markdown, with links to the sample files as
 * in examples/README.md and to this site's mailbox.
 */
export const tries: Record<string, string> = {
	'pay-a-file.json':
		'Download [salaries.csv](salaries.csv), upload it here, choose _As in the file_, and on the next page _Pay …_. Some of its rows are wrong on purpose. Then upload [payouts.csv](payouts.csv), which was paid when this started: nobody is paid twice, and what the bank declined can be paid again. With your own file: the test client here pays amounts below R400 to account numbers that end in 0; more than R404 waits for money and fails.',
	'payout-assistant.json':
		'There are two payees in its table. Write, for example: _Pay invoice 17 of Acme Printing, R150.00_.',
	'verify-a-supplier.json':
		'Enter the business _Test Traders_ with registration number 2000/000000/07, and the current account 1234567890 of any bank. The [mailbox](/mails) has the email to the approver, with a code. With any other number, the bank does not confirm it.',
	'float-watch.json': 'Enter 2000000 to see how much money would be missing.',
	'payment-link.json':
		'Enter any reference, amount and address. Open the email in the [mailbox](/mails), press its button and play the payer.',
	'payment-reminders.json':
		'There were two customers in its table, and each has got a link to pay. Pay one of them.',
	'all-my-links.json': 'Send a link first. Cancel it here, then open it.',
	'refund-with-approval.json':
		'Pay a link first, then enter its reference here. The [mailbox](/mails) has the email to the approver, with a code.',
	'subscription-sign-up.json':
		'Enter any number, name and address. Open the email in the [mailbox](/mails), press its link and agree. Then let the member go in the second form.',
	'subscriptions.json':
		'Sign a member up first. The sign-up has charged this month, so a run today charges nobody twice.',
	'till-charge.json':
		'Any receipt number. R149.00 is approved, R149.50 is declined. The same number again charges nobody twice.',
	'month-for-the-books.json': 'Choose this month. Your browser saves six files.',
	'who-was-paid-what.json': 'Ask for _PAY-001_, or choose this month.',
	'react-to-events.json':
		'Payees who were paid when this started have their emails in the [mailbox](/mails), and you have one for each payout that the bank declined.',
};
