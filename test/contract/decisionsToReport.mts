import type { Cases, Found } from './decisions.mts';

const links = { 'Page of Links': { open: [{ id: 'p', choice: '1: R-1, R10.00' }] } };
/** The answer on the page of the links. */
const chosen = (cancel: string): Found => ({
	json: { cancel, submittedAt: '2026-11-28T08:00:00Z' },
	nodes: links,
});

/** What decides whether something is reported, or complete. */
export const decisionsToReport: Record<string, Cases> = {
	'all-my-links.json: Any Open?': [
		['offers to cancel', { json: { open: [{ id: 'p', choice: '1: R-1, R10.00' }] } }, 0],
		['only shows the links otherwise', { json: { open: [] } }, -1],
	],
	'all-my-links.json: What Was Chosen?': [
		['cancels the link that was chosen', chosen('1: R-1, R10.00'), 0],
		['cancels none where none was chosen', chosen('Cancel none'), 1],
		['cancels none that the page does not offer', chosen('2: R-2, R10.00'), 1],
		['does nothing where nobody answers', { nodes: links }, -1],
	],
	'float-watch.json: Stitch Answers?': [
		['asks on', { nodes: { Float: { availableBalance: 1 } } }, 0],
		['asks nothing more of a Stitch that is down', { nodes: { Float: { error: 'x' } } }, -1],
	],
	'float-watch.json: All Read?': [
		['counts', { nodes: { Float: { availableBalance: 1 }, Banks: {} } }, 0],
		['counts nothing without a balance', { nodes: { Float: {} } }, -1],
		[
			'nor with two float accounts',
			{ nodes: { Float: Array(2).fill({ availableBalance: 1 }) } },
			-1,
		],
		['nor of a part', { nodes: { Float: { availableBalance: 1 }, Banks: { error: 'x' } } }, -1],
	],
	'float-watch.json: Asked in the Form?': [
		['answers in the form', { nodes: { 'Check Now': {} } }, 0],
		['sends an email otherwise', {}, -1],
	],
	'float-watch.json: Something to Report': [
		['sends an email', { json: { saysNothing: false } }, 0],
		['sends none where there is enough', { json: { saysNothing: true } }, -1],
	],
	'month-for-the-books.json: Card Machines?': [
		['reads card payments', { nodes: { Settings: { cardMachines: true } } }, 0],
		['leaves them out', { nodes: { Settings: { cardMachines: false } } }, -1],
	],
	'month-for-the-books.json: Stitch Answers?': [
		['asks on', { nodes: { Payments: [{ id: 'p' }] } }, 0],
		['asks on where there is none', { nodes: { Payments: [{}] } }, 0],
		['asks nothing more of a Stitch that is down', { nodes: { Payments: [{ error: 'x' }] } }, -1],
	],
	'month-for-the-books.json: All Read?': [
		['goes on', { nodes: { Payments: [{ id: 'p' }], Refunds: [{}], Charges: [{}] } }, 0],
		['creates no files of a part', { nodes: { Payments: [{ id: 'p' }, { error: 'x' }] } }, -1],
		['nor without a table', { nodes: { Charges: [{ error: { message: 'x' } }] } }, -1],
	],
	'month-for-the-books.json: Any Rows?': [
		['creates files', { json: { day: '2026-11-05' } }, 0],
		['creates none of nothing', { json: {} }, -1],
	],
	'who-was-paid-what.json: Any Payouts?': [
		['makes the page', { json: { id: 'p' } }, 0],
		['says that there are none', { json: {} }, -1],
		['says that they could not be read', { json: { error: 'x' } }, -1],
	],
	'who-was-paid-what.json: Any Found?': [
		['shows payouts', { json: { rows: [{ Status: 'Paid' }] } }, 0],
		['says that there are none', { json: { rows: [] } }, -1],
	],
	'who-was-paid-what.json: Asked in the Form?': [
		['answers on a page', { nodes: { Question: {} } }, 0],
		['sends an email otherwise', {}, -1],
	],
	'who-was-paid-what.json: From the Form?': [
		['says that there is none', { nodes: { Question: {} } }, 0],
		['says nothing otherwise', {}, -1],
	],
	'who-was-paid-what.json: Not Known': [
		['emails that the payouts could not be read', { nodes: { Payouts: { error: 'x' } } }, 0],
		['emails nothing where there are none', { nodes: { Payouts: {} } }, -1],
	],
	'react-to-events.json: What Happened?': [
		['reports money', { json: { event: 'paymentConfirmation.received' } }, 0],
		['advises a payee', { json: { event: 'disbursement.completed' } }, 1],
		['reports any other payout', { json: { event: 'disbursement.reversed' } }, -1],
	],
	'react-to-events.json: Address Known': [
		['writes to a known address', { json: { email: 'a@example.com' } }, 0],
		['writes to nobody otherwise', { json: { email: '' } }, -1],
		['writes to nobody of another table', { json: {} }, -1],
	],
	'react-to-events.json: Still Completed': [
		['advises that money was paid', { json: { status: 'completed' } }, 0],
		['advises nothing once it was sent back', { json: { status: 'reversed' } }, -1],
	],
	'templates/react-to-payments.json: What Happened?': [
		['reports money that has arrived', { json: { event: 'paymentConfirmation.received' } }, 0],
		['reports a payment', { json: { event: 'paymentRequest.completed' } }, 1],
		['reports a link that was not paid', { json: { event: 'paymentRequest.expired' } }, -1],
	],
};
