import type { Json } from '../setup/examples.mts';
import type { Cases, Found } from './decisions.mts';

const CODE = 'a1b2c3d4';
const NOTE = 'Approve: note this account';
const SEND = 'Approve: send the refund';
const boss = 'boss@example.com';
const list = (asks: unknown, pays: unknown = true) => ({ 'Reviewed List': { pays, asks } });

/** The codes of the emails so far; the last is {@link CODE}. */
const codesOf = (emails: number) => {
	const earlier = Array.from({ length: emails - 1 }, (_, index) => ({ code: `0000000${index}` }));
	return { 'Code for the Email': [...earlier, { code: CODE }] };
};

/** What an answer of the second person decides, to the email of this number. */
const answered = (json: Json, email = 1): Found => ({ json, nodes: list(true), runIndex: email });
const toRefund = (decision: string, code = CODE, email = 1): Found => ({
	json: { data: { 'Your decision': decision, 'Code from the email': code } },
	nodes: codesOf(email),
	runIndex: email - 1,
});
/** An answer of the person who approves a supplier, to the email of this number. */
const toNote = (decision: string, code = CODE, email = 1, number = '1234567890'): Found => ({
	json: {
		data: {
			'Your decision': decision,
			'Code from the email': code,
			'Account number that the supplier read out': number,
		},
	},
	nodes: { ...codesOf(email), 'Read the Supplier': { accountNumber: '1234567890' } },
	runIndex: email - 1,
});
/** A row of the table of suppliers, next to what was entered. */
const inTable = (json: Json): Found => ({
	json,
	nodes: { 'Read the Supplier': { supplier: 'Example Trading', accountNumber: '1234567890' } },
});
const ticked = (confirmed: string[], page: Json = {}): Found => ({
	json: { canBePaid: true, asked: '1 payment, R10.00', approvers: [], ...page },
	nodes: { Decision: { confirmed } },
});
const CHOICE = 'Pay 2 payments, R1\u00a0020.00';
/** What was chosen on the page of the assistant's list. */
const chosen = (json: Json, asked = '2 payments, R1\u00a0020.00'): Found => ({
	json,
	nodes: { 'Review Page': { choice: CHOICE, asked } },
});
/** Who asks, and who approves. */
const people = (requester: string, approver = 'the.boss@gmail.com'): Found => ({
	json: { requester, approver },
});
/** The rule of two people, which is the same wherever somebody else approves. */
const twoPeople = (goesOn: string): Cases => [
	[goesOn, people('clerk@example.com'), 0],
	['stops where the approver asks', people('The.Boss@gmail.com'), -1],
	['takes a namesake at a different host', people('the.boss@example.com'), 0],
	['stops where n8n does not say who asks', people(''), -1],
	['stops at an account that is no address', people('"<b>"@example.com'), -1],
	['stops without an approver', people('clerk@example.com', ''), -1],
	['stops at two approvers', people('clerk@example.com', 'a@example.com, b@example.com'), -1],
	['stops at an approver with a name', people('clerk@example.com', 'B <b@example.com>'), -1],
];
const waited = (payAt: string, approvedAt = '2026-11-25 09:00') => ({
	'Reviewed List': { payAt },
	'Note the Approval': { time: approvedAt },
});

/** What decides about money that goes out. */
export const decisionsToPay: Record<string, Cases> = {
	'pay-a-file.json: Pay Now?': [
		['pays a list that nobody else approves', { nodes: list(false) }, 1],
		['asks the approvers first', { nodes: list(true) }, 2],
		['pays what was approved', answered({ approves: true, again: false }), 1],
		['asks again after a wrong code', answered({ approves: false, again: true }, 2), 2],
		['pays nothing after three', answered({ approves: false, again: true }, 3), -1],
		['pays nothing when declined', answered({ approves: false, again: false }), -1],
		['pays nothing where the answer is not known', answered({ approves: 'true' }), -1],
		['pays nothing that was not confirmed', { nodes: list(false, false) }, -1],
		['pays nothing where that is not known', { nodes: list(false, 'true') }, -1],
		['pays nothing where it is not known whether others approve', { nodes: list(undefined) }, -1],
		[
			'stops in the retry of a run that n8n stopped in while it paid',
			{ nodes: { ...list(false), 'Note the Approval': [{}] } },
			0,
		],
	],
	'pay-a-file.json: Excel File?': [
		['reads a workbook', { binary: { paymentsFile: { fileName: 'Salaries.XLSX' } } }, 0],
		['reads anything else as text', { binary: { paymentsFile: { fileName: 'a.xlsx.csv' } } }, -1],
	],
	'pay-a-file.json: Can It Be Paid?': [
		['shows a list that can be paid', { nodes: { 'Review Page': { canBePaid: true } } }, 0],
		['shows no other', { nodes: { 'Review Page': { canBePaid: false } } }, -1],
		['shows none where that is not known', { nodes: { 'Review Page': {} } }, -1],
	],
	'pay-a-file.json: Pay Something?': [
		['checks a confirmed list once more', { json: { pays: true } }, 0],
		['checks no other', { json: { pays: false } }, -1],
	],
	'pay-a-file.json: Ticked Alone?': [
		['asks whoever pays alone again for the sum with ticks', ticked(['P-1']), 0],
		['asks nobody without ticks', ticked([]), -1],
		['asks nobody where others approve', ticked(['P-1'], { approvers: [boss] }), -1],
		['asks nobody where the list cannot be paid', ticked(['P-1'], { canBePaid: false }), -1],
		['asks nobody where nothing would be paid', ticked(['P-1'], { asked: '' }), -1],
	],
	'pay-a-file.json: Overdue?': [
		// It is ten o'clock on the 28th.
		['asks again on the day after the next', { nodes: waited('2026-11-27T06:00:00+02:00') }, 0],
		['pays on its day', { nodes: waited('2026-11-28T06:00:00+02:00') }, -1],
		['pays less than a day late', { nodes: waited('2026-11-27T11:00:00+02:00') }, -1],
		['pays a list that waits for no day', { nodes: waited('') }, -1],
		[
			'pays what was approved late, less than a day ago',
			{ nodes: waited('2026-11-25T06:00:00+02:00', '2026-11-27 11:00') },
			-1,
		],
		[
			'asks again where the approval is older than a day, too',
			{ nodes: waited('2026-11-25T06:00:00+02:00', '2026-11-27 09:00') },
			0,
		],
		[
			'asks again where the time of the approval is not known',
			{ nodes: { ...waited('2026-11-25T06:00:00+02:00'), 'Note the Approval': {} } },
			0,
		],
	],
	'payout-assistant.json: A List?': [
		['checks a list', { json: { output: { payments: [{}] } } }, 0],
		['checks no empty list', { json: { output: { payments: [] } } }, -1],
		['checks nothing else', { json: { output: { message: 'Done' } } }, -1],
		['checks nothing without an answer', { json: { error: 'No answer' } }, -1],
	],
	'payout-assistant.json: Can It Be Paid?': [
		['shows a list that can be paid', { nodes: { 'Review Page': { canBePaid: true } } }, 0],
		['shows no other', { nodes: { 'Review Page': { canBePaid: false } } }, -1],
		['shows none where that is not known', { nodes: { 'Review Page': {} } }, -1],
	],
	'payout-assistant.json: Decided': [
		['hands on what was confirmed', chosen({ decision: CHOICE }), 1],
		['takes any spaces', chosen({ decision: CHOICE.replace('\u00a0', ' ') }), 1],
		['shows the sum with ticks first', chosen({ decision: CHOICE, called: ['Row 3'] }), 0],
		['hands on what was confirmed without ticks', chosen({ decision: CHOICE, called: [] }), 1],
		['pays nothing if only held rows are left', chosen({ decision: CHOICE }, ''), -1],
		[
			'pays nothing otherwise, even with ticks',
			chosen({ decision: 'Pay nothing', called: ['a'] }),
			-1,
		],
		['pays no other sum', chosen({ decision: 'Pay 2 payments, R2.00' }), -1],
		['pays nothing without an answer', chosen({}), -1],
	],
	'payout-assistant.json: Pay Now?': [
		['pays a list that nobody else approves', { nodes: list(false) }, 0],
		['asks the approvers first', { nodes: list(true) }, 1],
		['pays what was approved', answered({ approves: true, again: false }), 0],
		['asks again after a wrong code', answered({ approves: false, again: true }, 2), 1],
		['pays nothing after three', answered({ approves: false, again: true }, 3), -1],
		['pays nothing when declined', answered({ approves: false, again: false }), -1],
		['pays nothing where the answer is not known', answered({ approves: 'true' }), -1],
		['pays nothing where it is not known whether others approve', { nodes: list(undefined) }, -1],
	],
	'refund-with-approval.json: Two People?': twoPeople('finds the payment'),
	'refund-with-approval.json: Found?': [
		[
			'takes the one payment of the reference',
			{
				json: { externalReference: 'R-1' },
				nodes: { 'Find the Payment': [{}], 'Read the Request': { reference: 'R-1' } },
			},
			0,
		],
		[
			'neither of two',
			{
				json: { externalReference: 'R-1' },
				nodes: { 'Find the Payment': [{}, {}], 'Read the Request': { reference: 'R-1' } },
			},
			1,
		],
		[
			'none of another reference',
			{
				json: { externalReference: 'R-10' },
				nodes: { 'Find the Payment': [{}], 'Read the Request': { reference: 'R-1' } },
			},
			1,
		],
		[
			'none without an answer',
			{
				json: { error: 'No answer' },
				nodes: { 'Find the Payment': [{}], 'Read the Request': { reference: 'R-1' } },
			},
			-1,
		],
	],
	'refund-with-approval.json: Asked': [
		['asks the approver once the button was pressed', { json: { submittedAt: '2026-11-28' } }, 0],
		['asks nobody when the hour is up', { json: { left: 'R49.00' } }, -1],
	],
	'refund-with-approval.json: Approved?': [
		['sends with the code', toRefund(SEND), 0],
		['takes spaces and capitals in the code', toRefund(SEND, ` ${CODE.toUpperCase()} `), 0],
		['sends once more with the code', toRefund('Approve: send R40.00 once more'), 0],
		['asks again after a wrong code', toRefund(SEND, 'ffffffff', 2), 1],
		['takes the code of the latest email', toRefund(SEND, CODE, 2), 0],
		['takes no code of an earlier email', toRefund(SEND, '00000000', 2), 1],
		['sends nothing after three', toRefund(SEND, '', 3), -1],
		['sends nothing when declined, even with the code', toRefund('Decline: send nothing'), -1],
		['says that nobody was asked', { ...toRefund(SEND), json: { error: 'No such mailbox' } }, 2],
		['sends nothing without an answer', { ...toRefund(SEND), json: {} }, -1],
	],
	'refund-with-approval.json: A Failed Refund?': [
		['emails the approver', { json: { event: 'refund.error' } }, 0],
		['reads what the form was sent with', { json: { reference: 'R-1' } }, -1],
	],
	'verify-a-supplier.json: Two People?': twoPeople('asks the bank'),
	'verify-a-supplier.json: Name or Account Known': [
		['shows the supplier in any case', inTable({ supplier: 'EXAMPLE trading' }), 0],
		['shows the account under a different name', inTable({ accountNumber: '1234567890' }), 0],
		['shows no other supplier', inTable({ supplier: 'Other', accountNumber: '1' }), -1],
	],
	'verify-a-supplier.json: Confirmed?': [
		['goes on with an account that the bank confirms', { json: { isConfirmed: true } }, 0],
		['shows why otherwise', { json: { isConfirmed: false } }, -1],
	],
	'verify-a-supplier.json: Asked': [
		['asks the approver once the button was pressed', { json: { submittedAt: '2026-11-28' } }, 0],
		['asks nobody when the hour is up', { json: {} }, -1],
	],
	'verify-a-supplier.json: Approved?': [
		['notes with the code and the number of the call', toNote(NOTE), 0],
		['takes spaces in the number', toNote(NOTE, CODE, 1, ' 123 456-7890 '), 0],
		['takes spaces and capitals in the code', toNote(NOTE, ` ${CODE.toUpperCase()} `), 0],
		['asks again after a wrong code', toNote(NOTE, 'ffffffff', 2), 1],
		['asks again after another number', toNote(NOTE, CODE, 1, '1234567891'), 1],
		['asks again without a number', toNote(NOTE, CODE, 1, ''), 1],
		['takes no code of an earlier email', toNote(NOTE, '00000000', 2), 1],
		['notes nothing after three', toNote(NOTE, CODE, 3, '1234567891'), -1],
		['notes nothing when declined, even with both', toNote('Decline: note nothing'), -1],
		['says that nobody was asked', { ...toNote(NOTE), json: { error: 'No such mailbox' } }, 2],
		['notes nothing without an answer', { ...toNote(NOTE), json: {} }, -1],
	],
};
