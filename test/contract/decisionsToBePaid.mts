import type { Json } from '../setup/examples.mts';
import type { Cases, Found } from './decisions.mts';

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
const skipped = (lastMonth: string, month = '2026-11'): Found => ({
	json: { lastMonth },
	nodes: { Settings: { month } },
});
/** A person who signs up. */
const person = (name: string, reference = '204', email = 'n.o+1@example.co.za'): Found => ({
	json: { reference, name, email },
});
/** A row of the table, where the member ZOË-1 signs up. */
const rowOf = (reference: unknown): Found => ({
	json: { reference },
	nodes: { Settings: { reference: 'ZOË-1' } },
});

/** The table, where the member ZOË-1 signs up. */
const soFar = (row: Json): Found => ({
	nodes: { 'Members So Far': [row], Settings: { reference: 'ZOË-1' } },
});
/** A row of the table, where the member ZOË-1 leaves. */
const leaving = (json: Json): Found => ({
	json,
	nodes: { 'Member Leaves': { reference: ' zoË-1 ' } },
});
/** The row of a member who signs up again. */
const back = (more: Json): Found => ({
	json: { reference: 'M-1', consentId: 'old', ...more },
	nodes: { 'Ask to Agree': { id: 'c' } },
});

/** A payment as Stitch lists it, where the link `p` was paid. */
const paidLink = (json: Json): Found => ({ json, nodes: { Paid: { id: 'p' } } });

/** What decides about money that comes in. */
export const decisionsToBePaid: Record<string, Cases> = {
	'payment-link.json: A Change?': [
		['emails you about a change', { json: { event: 'paymentRequest.completed' } }, 0],
		['creates the link of a form', { json: { reference: 'order-1' } }, -1],
	],
	'payment-reminders.json: Open Rows': [
		['takes a row without a status', { json: { reference: 'R-1', status: '' } }, 0],
		['leaves a row with any status', { json: { reference: 'R-1', status: 'paid' } }, -1],
		['leaves an empty row', { json: { status: null } }, -1],
	],
	'payment-reminders.json: Stitch Answers?': [
		['goes through the rows, even where Stitch has no link so far', { json: {} }, 0],
		['asks nobody while Stitch gives no answer', { json: { error: 'No access' } }, -1],
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
	'payment-reminders.json: What Now?': [
		['sends a new link once the first has expired', link('expired'), 4],
		['sends none while it can be paid', link('pending'), 2],
	],
	'subscription-sign-up.json: A Real Name': [
		['takes a name', person('Prof. N. J. O’Dlamini-van der Merwe Zulu', 'Zoë_20-4#1'), 0],
		['takes a name with an apostrophe', person("Thandi O'Neill-Mokoena"), 0],
		['no address in its place', person('Win at evil.example now'), -1],
		['no telephone number', person('Call 082 now'), -1],
		['no message', person('friend: you have won'), -1],
		['no long text', person('N'.repeat(41)), -1],
		['no message as a member number', person('N Dlamini', '204 you have won'), -1],
		['no address as a member number', person('N Dlamini', 'evil.example'), -1],
		['no long member number', person('N Dlamini', '2'.repeat(41)), -1],
		['nobody without a member number', person('N Dlamini', ''), -1],
		['no message as an email address', person('N Dlamini', '204', 'a@b.co, has paid:\n…'), -1],
		['no second email address', person('N Dlamini', '204', 'a@b.co, b@b.co'), -1],
	],
	'subscription-sign-up.json: Agreed?': [
		['goes on', { json: { waitForConsent: { outcome: 'granted' } } }, 0],
		['asks once more', { json: { waitForConsent: { outcome: 'notYet' } } }, -1],
	],
	'subscription-sign-up.json: What Is It Now?': [
		['goes on', { json: { status: 'granted' } }, 0],
		['closes the link', { json: { status: 'pending' } }, 1],
		['closes a link that somebody is using', { json: { status: 'processing' } }, 1],
		['closes no link that has failed', { json: { status: 'failed' } }, -1],
		['closes no link that has expired', { json: { status: 'expired' } }, -1],
		['charges nobody where it is not known', { json: { error: 'No answer' } }, -1],
	],
	'subscription-sign-up.json: Find the Row': [
		['finds a member', rowOf('ZOË-1'), 0],
		['finds a member whose number is in small letters', rowOf('zoë-1'), 0],
		['takes no other', rowOf('ZOË-11'), -1],
		['takes no empty row', rowOf(null), -1],
		['takes no row without the column', rowOf(undefined), -1],
	],
	'subscription-sign-up.json: Number Free?': [
		['sends the link to a new member', soFar({}), 0],
		['sends it where only others are members', soFar({ reference: 'ZOË-11' }), 0],
		['sends it to a member who has left', soFar({ reference: 'zoë-1', status: 'left' }), 0],
		['sends none to an active member', soFar({ reference: 'zoë-1', status: 'active' }), -1],
		['sends none to a paused member', soFar({ reference: 'ZOË-1', status: 'paused' }), -1],
		[
			'sends none while a charge of a member who has left is open',
			soFar({ reference: 'ZOË-1', status: 'left', openCharge: 'ZOË-1-2026-11' }),
			-1,
		],
		[
			'sends none in a month that a member who has left was charged for',
			soFar({ reference: 'zoë-1', status: 'left', lastCharged: 'zoë-1-2026-11' }),
			-1,
		],
	],
	'subscription-sign-up.json: Their Row': [
		['finds the member, whatever the letters', leaving({ reference: 'zoë-1', consentId: 'c' }), 0],
		['takes no other', leaving({ reference: 'ZOË-11', consentId: 'c' }), -1],
		['takes no row without a consent', leaving({ reference: 'ZOË-1', consentId: '' }), -1],
		['takes no row of a table that was not read', leaving({ error: 'Locked' }), -1],
	],
	'subscription-sign-up.json: A Member?': [
		[
			'shows the member',
			{ json: { consentId: 'c' }, nodes: { 'Their Row': [{ consentId: 'c' }] } },
			0,
		],
		['shows nobody', { json: {}, nodes: { 'Their Row': [{}] } }, -1],
		['shows neither of two', { json: { consentId: 'c' }, nodes: { 'Their Row': [{}, {}] } }, -1],
	],
	'subscription-sign-up.json: Sure': [
		['ends it once the button was pressed', { json: { submittedAt: '2026-11-28' } }, 0],
		['ends nothing when the hour is up', { json: { consentId: 'c' } }, -1],
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
		['adds a member again who has left', back({ status: 'left', openCharge: '' }), 0],
		['waits while a charge is open', back({ status: 'left', openCharge: 'M-1-2026-10' }), -1],
		['charges no month twice', back({ status: 'left', lastCharged: 'M-1-2026-11' }), -1],
		['charges no month that has a link', back({ status: 'left', notCharged: 'M-1-2026-11' }), -1],
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
		['takes a member in the first month', rows({ lastCharged: null, notCharged: null }), 0],
		[
			'looks again at a charge that is open',
			rows({ lastCharged: 'M-1-2026-11', openCharge: 'M-1-2026-10' }),
			0,
		],
		['charges no month twice', rows({ lastCharged: 'M-1-2026-11' }), -1],
		['charges no month that has failed', rows({ notCharged: 'M-1-2026-11' }), -1],
		['charges no month twice under a corrected number', rows({ lastCharged: 'M-2026-11' }), -1],
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
	'payment-link.json: New?': [
		['emails a link that is new', { json: { alreadyExisted: false } }, 0],
		['emails a link of which that is not known', { json: { alreadyExisted: null } }, 0],
		['shows an earlier one', { json: { alreadyExisted: true } }, -1],
	],
	'payment-link.json: Paid': [
		['sends a receipt', { json: { event: 'paymentRequest.completed' } }, 0],
		['sends none for a link that has expired', { json: { event: 'paymentRequest.expired' } }, -1],
	],
	'payment-link.json: Of This Form': [
		['knows the customer', paidLink({ id: 'p', metadata: { receiptTo: 'a@example.com' } }), 0],
		['leaves a link of another', paidLink({ id: 'p', metadata: { order: '1' } }), -1],
		['leaves a link of which that is not known', paidLink({ id: 'p' }), -1],
		[
			'leaves an earlier payment with the reference',
			paidLink({ id: 'q', metadata: { receiptTo: 'a@example.com' } }),
			-1,
		],
	],
	'payment-reminders.json: Can Be Paid?': [
		['emails a link that can be paid', { json: { status: 'pending' } }, 0],
		['emails no link that was paid', { json: { status: 'completed' } }, -1],
		['emails no link that was paid by hand', { json: { status: 'manually_completed' } }, -1],
	],
	'subscription-sign-up.json: First Month?': [
		['books a charge', { json: { status: 'success' } }, 0],
		['asks the member to confirm', { json: { status: 'pending', interactionUrl: 'https://x' } }, 1],
		['reports a charge that is pending', { json: { status: 'pending' } }, -1],
		['reports one that failed', { json: { status: 'failure', interactionUrl: 'https://x' } }, -1],
	],
	'subscriptions.json: Month Skipped': [
		['reports a gap', skipped('2026-09'), 0],
		['reports a gap at the turn of a year', skipped('2025-11', '2026-01'), 0],
		['reports no December before a January', skipped('2025-12', '2026-01'), -1],
		['reports no month that follows', skipped('2026-10'), -1],
		['reports nothing of a new member', skipped(''), -1],
	],
	'till-charge.json: Approved?': [
		['prints a receipt', { json: { status: 'success' } }, 0],
		['prints none otherwise', { json: { status: 'pending' } }, -1],
	],
	'templates/payment-link-by-email.json: Still to Be Paid?': [
		['emails a link that can be paid', { json: { status: 'pending' } }, 0],
		['emails no link that was paid', { json: { status: 'completed' } }, -1],
	],
};
