import { exampleFiles } from '../setup/examples.mts';
import { decidingNodes, firstThatHolds, type Found } from './decisions.mts';

/** Cases of one node: what it finds, and the number of the output that it takes; -1 for the last or none. */
type Cases = Array<[what: string, found: Found, output: number]>;

const CODE = 'a1b2c3d4';
const APPROVE = 'Approve: pay these rows';
const SEND = 'Approve: send the refund';
const boss = 'boss@example.com';
const list = (approver: string, pays: unknown = true) => ({ 'Reviewed List': { pays, approver } });

/** The codes of the emails so far; the last is {@link CODE}. */
const codesOf = (emails: number) => {
	const earlier = Array.from({ length: emails - 1 }, (_, index) => ({ code: `0000000${index}` }));
	return { 'Code for the Email': [...earlier, { code: CODE }] };
};

/** An answer of the second person, to the email of this number. */
const toPay = (decision: string, code = CODE, email = 1): Found => ({
	json: { data: { 'Your decision': decision, 'Code from the email (to approve)': code } },
	nodes: { ...list(boss), ...codesOf(email) },
	runIndex: email,
});
const toRefund = (decision: string, code = CODE, email = 1): Found => ({
	json: { data: { 'Your decision': decision, 'Code from the email': code } },
	nodes: codesOf(email),
	runIndex: email - 1,
});
const seen = {
	'Read It Again': [{}],
	'Find the Payment': { id: 'p' },
	'The Payment': { refunds: '[]' },
};
const link = (status: string): Found => ({
	json: { status, externalReference: 'R-1', amount: 10 },
	nodes: {
		Row: { reference: 'R-1', amount: 10, remindedOn: '', sentOn: '2026-11-20', links: 1 },
		Settings: { remindAfterDays: 3, linksPerRow: 2 },
	},
});
const open = (more: object) => ({
	'Not Settled Yet': { chargeReference: 'M-1-2026-11', notCharged: '', openCharge: '', ...more },
});
const rows = (json: object): Found => ({
	json: { ...json },
	nodes: { Settings: { month: '2026-11' } },
});

/** Each decision before a payment is made, by its file and its node. */
const decisions: Record<string, Cases> = {
	'pay-a-file.json: Pay Now?': [
		['pays a list that nobody else approves', { nodes: list('') }, 0],
		['asks the second person first', { nodes: list(boss) }, 1],
		['pays with the code', toPay(APPROVE), 0],
		['takes spaces and capitals in the code', toPay(APPROVE, ` ${CODE.toUpperCase()} `), 0],
		['asks again after a wrong code', toPay(APPROVE, 'ffffffff', 2), 1],
		['takes the code of the latest email', toPay(APPROVE, CODE, 2), 0],
		['takes no code of an earlier email', toPay(APPROVE, '00000000', 2), 1],
		['pays nothing after three', toPay(APPROVE, '', 3), -1],
		['pays nothing when declined, even with the code', toPay('Decline: pay nothing'), -1],
		['pays nothing without an answer', { ...toPay(APPROVE), json: {} }, -1],
		['pays nothing that was not confirmed', { nodes: list('', false) }, -1],
		['pays nothing where that is not known', { nodes: list(boss, 'true') }, -1],
	],
	'pay-a-file.json: Excel File?': [
		['reads a workbook', { binary: { paymentsFile: { fileName: 'Salaries.XLSX' } } }, 0],
		['reads anything else as text', { binary: { paymentsFile: { fileName: 'a.xlsx.csv' } } }, -1],
	],
	'pay-a-file.json: Can It Be Paid?': [
		['shows a list that can be paid', { json: { why: '' } }, 0],
		['shows no other', { json: { why: 'This would move real money.' } }, -1],
		['shows none where that is not known', { json: {} }, -1],
	],
	'pay-a-file.json: Anything to Pay?': [
		['goes on with rows', { json: { toPay: [{}] } }, 0],
		['ends without', { json: { toPay: [] } }, -1],
	],
	'pay-a-file.json: Any Addresses?': [
		['notes an address', { json: { email: 'a@example.com' } }, 0],
		['pays without one', { json: {} }, -1],
	],
	'payment-link.json: A Change?': [
		['emails you about a change', { json: { event: 'paymentRequest.completed' } }, 0],
		['creates the link of a form', { json: { reference: 'order-1' } }, -1],
	],
	'payment-reminders.json: Open Rows': [
		['takes a row without a status', { json: { reference: 'R-1', status: '' } }, 0],
		['leaves a row with any status', { json: { reference: 'R-1', status: 'paid' } }, -1],
		['leaves an empty row', { json: { status: null } }, -1],
	],
	'payment-reminders.json: In Order?': [
		[
			'takes a row with all that it needs',
			{ json: { reference: 'R-1', alike: 1, amount: 10, email: 'a@example.com' } },
			0,
		],
		[
			'no row without a reference',
			{ json: { reference: '', alike: 1, amount: 10, email: 'a@example.com' } },
			-1,
		],
		[
			'no row whose reference another row has',
			{ json: { reference: 'R-1', alike: 2, amount: 10, email: 'a@example.com' } },
			-1,
		],
		[
			'no row without an amount',
			{ json: { reference: 'R-1', alike: 1, amount: 0, email: 'a@example.com' } },
			-1,
		],
		[
			'no row with two addresses',
			{ json: { reference: 'R-1', alike: 1, amount: 10, email: 'a@example.com, b@example.com' } },
			-1,
		],
	],
	'payment-reminders.json: Has a Link?': [
		['reads the payment of a link', { json: { paymentRequestId: 'id' } }, 0],
		['creates a link where there is none', { json: { paymentRequestId: '' } }, -1],
	],
	// More of it in paymentReminders.test.mts.
	'payment-reminders.json: What Now?': [
		['sends a new link once the first has expired', link('expired'), 4],
		['sends none while it can be paid', link('pending'), 2],
	],
	'payout-assistant.json: A List?': [
		['checks a list', { json: { complaint: '' } }, 0],
		['checks nothing else', { json: { complaint: 'No row.' } }, -1],
	],
	'payout-assistant.json: Clear Rows': [
		['takes a clear row', { json: { problem: '' } }, 0],
		['takes no other', { json: { problem: 'Not in the table.' } }, -1],
	],
	'payout-assistant.json: Confirmed?': [
		[
			'pays what a person chose',
			{ json: { decision: 'Pay 2 rows, R20.00' }, nodes: { 'Review List': { ready: 2 } } },
			0,
		],
		[
			'pays nothing otherwise',
			{ json: { decision: 'Pay nothing' }, nodes: { 'Review List': { ready: 2 } } },
			-1,
		],
		['pays nothing without an answer', { json: {}, nodes: { 'Review List': { ready: 2 } } }, -1],
		[
			'pays nothing where nothing is ready',
			{ json: { decision: 'Pay 0 rows' }, nodes: { 'Review List': { ready: 0 } } },
			-1,
		],
	],
	'payout-assistant.json: Any Left?': [
		['pays a row', { json: { row: 2 } }, 0],
		['pays nothing without', { json: {} }, -1],
	],
	'refund-with-approval.json: In Order?': [
		['goes on', { json: { complaint: '' } }, 0],
		['stops with a complaint', { json: { complaint: 'The amount is not clear.' } }, -1],
	],
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
	'refund-with-approval.json: As the Approver Saw It?': [
		['sends what was shown', { json: { id: 'p', refunds: [] }, nodes: seen }, 0],
		[
			'sends nothing once there is another refund',
			{ json: { id: 'p', refunds: [{}] }, nodes: seen },
			-1,
		],
	],
	'refund-with-approval.json: Is It Left?': [
		['asks the approver', { json: { isEnough: true } }, 0],
		['does not ask for more than is left', { json: { isEnough: false } }, -1],
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
	'subscription-sign-up.json: A Real Name': [
		['takes a name', { json: { reference: 'M-1', name: "Thandi O'Neill-Mokoena" } }, 0],
		['no address in its place', { json: { reference: 'M-1', name: 'Win at evil.example' } }, -1],
		['no spaces in a member number', { json: { reference: 'M 1', name: 'Thandi' } }, -1],
	],
	'subscription-sign-up.json: Agreed?': [
		['goes on', { json: { waitForConsent: { outcome: 'granted' } } }, 0],
		['asks once more', { json: { waitForConsent: { outcome: 'notYet' } } }, -1],
	],
	'subscription-sign-up.json: What Is It Now?': [
		['goes on', { json: { status: 'granted' } }, 0],
		['closes the link', { json: { status: 'pending' } }, 1],
		['charges nobody where it is not known', { json: { error: 'No answer' } }, -1],
	],
	'subscription-sign-up.json: Find the Row': [
		[
			'finds a member, however the number is written',
			{ json: { reference: 'm-1' }, nodes: { Settings: { reference: 'M-1' } } },
			0,
		],
		[
			'takes no other',
			{ json: { reference: 'M-10' }, nodes: { Settings: { reference: 'M-1' } } },
			-1,
		],
	],
	'subscription-sign-up.json: New Here?': [
		['adds a new member', { json: {} }, 0],
		[
			'goes on with this very consent',
			{ json: { reference: 'M-1', consentId: 'c' }, nodes: { 'Ask to Agree': { id: 'c' } } },
			0,
		],
		[
			'charges nobody under the number of somebody else',
			{ json: { reference: 'M-1', consentId: 'other' }, nodes: { 'Ask to Agree': { id: 'c' } } },
			-1,
		],
	],
	'subscriptions.json: What Started It?': [
		[
			'notes a consent that has ended',
			{ nodes: { Settings: { event: 'x', current: { status: 'revoked' } } } },
			0,
		],
		[
			'charges nobody because of an event',
			{ nodes: { Settings: { event: 'x', current: { status: 'granted' } } } },
			-1,
		],
		['charges in the morning', { nodes: { Settings: {} } }, 1],
	],
	'subscriptions.json: Not Settled Yet': [
		['takes a member whose month is open', rows({ lastCharged: 'M-1-2026-10' }), 0],
		[
			'looks again at a charge that is open',
			rows({ lastCharged: 'M-1-2026-11', openCharge: 'M-1-2026-11' }),
			0,
		],
		['charges no month twice', rows({ lastCharged: 'M-1-2026-11' }), -1],
		['charges no month that has failed', rows({ notCharged: 'M-1-2026-11' }), -1],
	],
	'subscriptions.json: What Happened?': [
		['books a charge', { json: { status: 'success' }, nodes: open({}) }, 0],
		[
			'asks nobody who may have paid',
			{ json: { status: 'failure', statusReason: 'capitecDuplicatePayment' }, nodes: open({}) },
			1,
		],
		[
			'sends no second link',
			{ json: { status: 'failure' }, nodes: open({ notCharged: 'M-1-2026-11' }) },
			2,
		],
		['sends a link where the charge failed', { json: { status: 'failure' }, nodes: open({}) }, 3],
		[
			'says that it is still pending',
			{ json: { status: 'pending' }, nodes: open({ openCharge: 'M-1-2026-11' }) },
			4,
		],
		[
			'sends nothing for a status that it does not know',
			{ json: { status: 'new-word' }, nodes: open({}) },
			-1,
		],
	],
	'subscriptions.json: Begun Only Here?': [
		[
			'sends the link that this run has begun',
			{ json: { id: 7 }, nodes: { 'Not Settled Yet': { id: 7 } } },
			0,
		],
		[
			'sends none that another run has begun',
			{ json: {}, nodes: { 'Not Settled Yet': { id: 7 } } },
			-1,
		],
	],
};

it('every node that decides whether a payment is made is tried here, and no other', () => {
	expect(Object.keys(decisions).sort()).toEqual(exampleFiles().flatMap(decidingNodes).sort());
});

describe.each(Object.entries(decisions))('the decision %s', (place, cases) => {
	it.each(cases)('%s', (_what, found, output) => {
		expect(firstThatHolds(place, found)).toBe(output);
	});
});
