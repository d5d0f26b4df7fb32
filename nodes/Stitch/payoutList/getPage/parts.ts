import type { IDataObject } from 'n8n-workflow';

import { disbursements } from '../../actions/disbursement/disbursements';
import { meaningOf } from '../../run/resource';

/**
 * How urgent a part of a page is. n8n's forms keep no classes, so each tone is a tag with its own colour.
 */
export type Tone = 'bad' | 'warn' | 'plain' | 'good';

/** The columns of a section; a report has the day in place of the row, and who approved a payment. */
export type Column =
	| 'Row'
	| 'Sent'
	| 'Payee'
	| 'Amount'
	| 'Amount as last time'
	| 'At Stitch'
	| 'Difference'
	| 'In your list'
	| 'Last payment'
	| 'Last time'
	| 'Approved by'
	| 'Stitch ID';

export interface PartOfPage {
	/** The words for it everywhere: on pages, in emails, in counts. */
	title: string;
	tone: Tone;
	/** What is true of the money. */
	says: string;
	/** What the person who uploads the file does. */
	todo: string;
	/** The same on a report, which may have no file. */
	todoOnReport: string;
}

const lookUp = 'Look these up in the Stitch dashboard.';
const nothingSent = 'Nothing is sent for these rows now';
const largestFirst = 'The largest differences come first.';
const correctThem = 'Correct what is wrong, keep the references, and check the list again.';
const sendThemAgain =
	'Unless you have paid them by hand, correct what the reason says and send them again with the same references.';
const compareAccounts = 'Compare each account number in your list with what the payee gave you.';

/** The parts of a page in their order. None says “not paid” of money that moved or may have moved. */
export const parts = {
	confirmed: part(
		'Will be paid: confirmed by a call',
		'bad',
		'Someone says that they called these payees on a number that they already had.',
		'If you are not sure of one, pay nothing.',
	),
	mayBeSent: part(
		'May have been sent',
		'bad',
		'This money may have moved.',
		'Keep the references, and check the list again later: the page then shows what was sent, and no reference is paid twice.',
	),
	notAsAsked: part('Sent, but not as asked', 'bad', lookUp),
	differs: part(
		'Already sent with other values',
		'warn',
		'These are not sent again, and the earlier payment is not changed.',
	),
	failed: part('Failed', 'bad', 'Not paid.', correctThem, sendThemAgain),
	sentBack: part(
		'Sent back by the bank',
		'bad',
		'The money came back.',
		correctThem,
		sendThemAgain,
	),
	cancelled: part(
		'Cancelled',
		'warn',
		'Not paid.',
		'Delete the row, or give it a new reference if it is to be paid after all.',
		'To pay them after all, send them with new references.',
	),
	leftOut: part('Left out', 'bad', `${nothingSent}.`, correctThem),
	blocked: part(
		'Left out: the whole list',
		'bad',
		`${nothingSent}, for the reason above. ${largestFirst}`,
	),
	held: part(
		'Held until you have called',
		'bad',
		`${nothingSent}, unless someone confirms a call.`,
	),
	look: part(
		'Will be paid: look at these first',
		'warn',
		'',
		'If one is wrong, pay nothing: correct the list and check it again.',
	),
	first: part('Will be paid: no earlier payment to this account', 'warn', '', compareAccounts),
	firstPayday: part('Will be paid: not paid on a payday before', 'warn', '', compareAccounts),
	sameAsOwn: part(
		'Will be paid: the same amount as this payee’s last payment',
		'plain',
		'',
		'Is it the same invoice? Compare the reference in your list with the one that was paid.',
	),
	differsFromOwn: part(
		'Will be paid: different from this payee’s last payment',
		'plain',
		largestFirst,
	),
	different: part('Will be paid: different from last time', 'plain', largestFirst),
	same: part('Will be paid: the same as last time', 'good'),
	waiting: part(
		'Waiting for money',
		'warn',
		'Fill the float account: after 7 days without enough money, these fail.',
	),
	notKnown: part('Status unknown', 'warn', lookUp),
	onItsWay: part('On its way', 'plain', 'Sent, not paid yet: look again on the next business day.'),
	paid: part('Paid', 'good'),
	already: part(
		'Already sent',
		'plain',
		'Not sent again.',
		'To pay someone something new, use a new reference.',
	),
	sentAgain: part(
		'Sent again',
		'plain',
		'Sent again later under the same reference: see the later payment.',
	),
	missing: part('Not in this list', 'plain', 'Paid on the last payday.', 'Is that right?'),
};

function part(title: string, tone: Tone, says = '', todo = '', todoOnReport = ''): PartOfPage {
	return { title, tone, says, todo, todoOnReport };
}

export type Part = keyof typeof parts;

export const partNames = Object.keys(parts) as Part[];

const lastTime: Column[] = ['Amount', 'Last time', 'Difference'];
const atStitch: Column[] = ['In your list', 'At Stitch', 'Difference'];

/** The columns of a part after the payee; the amount, if it is not here. */
export const columnsOf: Partial<Record<Part, Column[]>> = {
	...{ already: atStitch, differs: atStitch, same: ['Amount as last time'] },
	...{ blocked: lastTime, confirmed: lastTime, held: lastTime, look: lastTime },
	different: lastTime,
	...{ differsFromOwn: lastTime, sameAsOwn: ['Amount', 'Last time'], missing: ['Last time'] },
};

/** The parts that are paid if the list is. */
export const partsToPay: readonly Part[] = [
	...(['confirmed', 'look', 'first', 'firstPayday', 'sameAsOwn'] as const),
	...(['differsFromOwn', 'different', 'same'] as const),
];

/** The parts whose money has moved, or still may, and is not known to have arrived. */
export const partsThatMayMove: readonly Part[] = [
	'mayBeSent',
	'notAsAsked',
	'waiting',
	'notKnown',
	'onItsWay',
];

/** The parts whose rows are corrected and uploaded again. */
export const partsToCorrect: readonly Part[] = ['failed', 'sentBack', 'leftOut'];

/** Statuses of which pages say more than what they mean. */
const partOfStatus: Partial<Record<string, Part>> = {
	cancelled: 'cancelled',
	reversed: 'sentBack',
} satisfies Partial<Record<keyof typeof disbursements.statuses, Part>>;

const partOfMeaning = {
	open: 'onItsWay',
	paused: 'waiting',
	done: 'paid',
	failed: 'failed',
} as const;

/** The part of a payment by its status; undefined for a status that is not known. */
export function partOfPayout(payment: IDataObject): Part | undefined {
	const meaning = meaningOf(payment, disbursements);
	return meaning && (partOfStatus[String(payment.status)] ?? partOfMeaning[meaning]);
}

/** A status as a page shows it: in the words of the parts. */
export function statusInWords(payment: IDataObject): string {
	const found = partOfPayout(payment);
	return found
		? parts[found].title.toLowerCase()
		: `Stitch says “${String(payment.status ?? 'nothing')}”`;
}
