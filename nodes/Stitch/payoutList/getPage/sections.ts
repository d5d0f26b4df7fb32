import type { IDataObject } from 'n8n-workflow';

import { formatRand, moneyIn } from '../../schemas/money';
import { timeOf } from '../../transport/clock';
import { asFields } from '../../transport/json';
import { allOf, asSentence, quoted } from '../../transport/wording';
import { notPaidYet } from '../../actions/disbursement/disbursements';
import { grouped } from '../grouped';

/**
 * How urgent a part of a page is. n8n's forms keep no classes, so each tone is a tag with its own colour.
 */
export type Tone = 'bad' | 'warn' | 'plain' | 'good';

/** The parts of a page, in their order. */
const parts = {
	perhapsSent: { title: 'May have been sent', tone: 'bad' },
	notAsAsked: {
		title: 'Sent, but not as asked',
		tone: 'bad',
		says: 'Look these up in the Stitch dashboard. Do not pay them again.',
	},
	notSent: { title: 'Not sent', tone: 'bad', isToCorrect: true },
	needsYou: {
		title: 'Need you',
		tone: 'bad',
		says: 'These are not paid. Correct them in the file. Keep their references, unless the reference is what is wrong.',
		isToCorrect: true,
	},
	failed: { title: 'Failed', tone: 'bad', isToCorrect: true },
	reversed: { title: 'Sent back by the bank', tone: 'bad', isToCorrect: true },
	cancelled: { title: 'Cancelled', tone: 'bad' },
	checkFirst: {
		title: 'Ready to pay, but check first',
		tone: 'warn',
		says: 'These are paid too. If one is wrong, pay nothing and fix the file.',
		isToPay: true,
	},
	waiting: { title: 'Waiting for money', tone: 'warn' },
	notKnown: { title: 'Status unknown', tone: 'warn' },
	sentBefore: {
		title: 'Sent before',
		tone: 'plain',
		says: 'These get no money now. If one was sent for an earlier month, it has an old reference: give it its own.',
	},
	sentAgain: {
		title: 'Sent again',
		tone: 'plain',
		says: 'These were not paid, but sent again later under the same reference: see the later payment.',
	},
	toBePaid: { title: 'Ready to pay', tone: 'good', isToPay: true },
	onItsWay: { title: 'On its way', tone: 'good' },
	paid: { title: 'Paid', tone: 'good' },
} satisfies Record<string, Pick<Section, 'title' | 'tone'> & Partial<Section>>;

export type Part = keyof typeof parts;

const partOfStatus: Record<string, Part> = {
	pending: 'onItsWay',
	submitted: 'onItsWay',
	paused: 'waiting',
	completed: 'paid',
	error: 'failed',
	cancelled: 'cancelled',
	reversed: 'reversed',
};

/** A row with its texts, the most important first. */
export interface ShownRow {
	json: IDataObject;
	/** Undefined if the value is not an amount. */
	cents: number | undefined;
	says: string[];
}

export interface Section {
	part: Part;
	title: string;
	tone: Tone;
	/** A sentence about all its rows. */
	says?: string;
	/** Whether its rows are still to be paid. */
	isToPay: boolean;
	/** Whether its rows were not paid, and will be once they are corrected. */
	isToCorrect?: boolean;
	rows: ShownRow[];
}

/**
 * The rows of a list by their result, or their expected result: rows that need a person come first.
 * @param yieldToN8n is awaited before each row: it gives n8n turns
 */
export async function sectionsOf(
	rows: readonly IDataObject[],
	yieldToN8n: () => Promise<void>,
): Promise<Section[]> {
	const placed: Array<ShownRow & { part: Part }> = [];
	const byReference = grouped(rows, ({ externalReference }) => externalReference);
	for (const json of rows) {
		await yieldToN8n();
		const [found, ...says] = partOf(json);
		const alike = neverPaid.includes(found) ? byReference.get(json.externalReference) : undefined;
		const part = alike && isSentAgain(json, alike) ? 'sentAgain' : found;
		placed.push({ part, json, cents: moneyIn(json.amount)?.cents, says: says.filter(Boolean) });
	}
	const sections = grouped(placed, ({ part }) => part);
	return (Object.keys(parts) as Part[]).flatMap((part) => {
		const found = sections.get(part);
		return found ? [{ part, isToPay: false, ...parts[part], rows: found }] : [];
	});
}

/** The parts of payments that will never be paid. */
const neverPaid: unknown[] = ['failed', 'reversed', 'cancelled'];

/**
 * Whether a payment that will never be paid was sent again, with the same name or to the same account:
 * otherwise, someone may pay it once more. If the later one failed as well, that one says so. Payments
 * that this node did not make can have one reference for many payees.
 * @param alike the rows with its reference
 */
function isSentAgain(json: IDataObject, alike: readonly IDataObject[]): boolean {
	const sentAt = timeOf(json.createdAt);
	if (!json.externalReference || sentAt === undefined) return false;
	return alike.some((other) => isSamePayee(other, json) && (timeOf(other.createdAt) ?? 0) > sentAt);
}

function isSamePayee(one: IDataObject, other: IDataObject): boolean {
	const columns = ['beneficiaryName', 'accountNumber'];
	return columns.some((column) => Boolean(one[column]) && one[column] === other[column]);
}

/** The sum of rows for people, which says how many amounts are not in it. */
export function sumInWords(rows: readonly ShownRow[]): string {
	const sum = formatRand(rows.reduce((all, { cents = 0 }) => all + cents, 0));
	const unread = rows.filter(({ cents }) => cents === undefined).length;
	if (unread === 0) return sum;
	return `${sum} and ${unread} unclear ${unread === 1 ? 'amount' : 'amounts'}`;
}

function partOf(json: IDataObject): [Part, ...string[]] {
	const { error, details, verdict, pay, warnings, status, reasonText, notAsAsked } = json;
	if (typeof error === 'string') {
		const { carriedOut, howToFix } = asFields(details);
		const why = [asSentence(error), howToFix].filter(Boolean).join(' ');
		return [carriedOut === 'unknown' ? 'perhapsSent' : 'notSent', why];
	}
	// After a payment, the row is the payment, which has no verdict.
	if (verdict !== undefined) {
		const explanation = String(json.explanation ?? '');
		if (pay === true) {
			const says = [explanation, ...(Array.isArray(warnings) ? warnings.map(String) : [])];
			return says.some(Boolean) ? ['checkFirst', ...says] : ['toBePaid'];
		}
		return [verdict === 'alreadyPaid' ? 'sentBefore' : 'needsYou', explanation];
	}
	if (Array.isArray(notAsAsked) && notAsAsked.length > 0) {
		return [
			'notAsAsked',
			`Stitch shows a different ${allOf(notAsAsked.map((label) => quoted(String(label))))}.`,
		];
	}
	const part = Object.hasOwn(partOfStatus, String(status))
		? partOfStatus[String(status)]
		: undefined;
	// For payments on their way, the heading says it for all of them.
	const reason =
		reasonText === notPaidYet || typeof reasonText !== 'string' ? '' : asSentence(reasonText);
	return part
		? [part, reason]
		: ['notKnown', `Stitch says “${String(status ?? 'nothing')}”. ${reason}`.trim()];
}
