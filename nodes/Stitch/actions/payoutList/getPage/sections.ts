import type { IDataObject } from 'n8n-workflow';

import { asFields } from '../../../transport/json';
import { grouped } from '../grouped';

/** How urgent a part of a page is; n8n's forms keep no classes, so each is a tag that has its colour. */
export type Tone = 'bad' | 'warn' | 'plain' | 'good';

/** The parts of a page, in their order. */
const parts = {
	perhapsSent: { title: 'May have been sent', tone: 'bad' },
	notSent: { title: 'Not sent', tone: 'bad' },
	cannotBePaid: { title: 'Cannot be paid', tone: 'bad' },
	failed: { title: 'Failed', tone: 'bad' },
	reversed: { title: 'Sent back by the bank', tone: 'bad' },
	cancelled: { title: 'Cancelled', tone: 'bad' },
	checkFirst: { title: 'Check these first', tone: 'warn', isToPay: true },
	waiting: { title: 'Waiting for money', tone: 'warn' },
	notKnown: { title: 'Status unknown', tone: 'warn' },
	paidBefore: { title: 'Sent before', tone: 'plain' },
	toBePaid: { title: 'Will be paid', tone: 'good', isToPay: true },
	onItsWay: { title: 'On its way', tone: 'good' },
	paid: { title: 'Paid', tone: 'good' },
} satisfies Record<string, Pick<Section, 'title' | 'tone'> & Partial<Section>>;

type Part = keyof typeof parts;

const partOfStatus: Record<string, Part> = {
	pending: 'onItsWay',
	submitted: 'onItsWay',
	paused: 'waiting',
	completed: 'paid',
	error: 'failed',
	cancelled: 'cancelled',
	reversed: 'reversed',
};

export interface Section {
	title: string;
	tone: Tone;
	/** Whether its rows are still to be paid. */
	isToPay: boolean;
	/** Rows with what there is to say of each, what weighs most first. */
	rows: Array<{ json: IDataObject; says: string[] }>;
}

/** The rows of a list by what became of them, or what would: what needs a person first. */
export function sectionsOf(rows: readonly IDataObject[]): Section[] {
	const placed = rows.map((json) => {
		const [part, ...says] = placeOf(json);
		return { part, json, says: says.filter(Boolean) };
	});
	const sections = grouped(placed, ({ part }) => part);
	return (Object.keys(parts) as Part[]).flatMap((part) => {
		const found = sections.get(part);
		return found ? [{ isToPay: false, ...parts[part], rows: found }] : [];
	});
}

function placeOf(json: IDataObject): [Part, ...string[]] {
	const { error, details, verdict, pay, warnings, status, reasonText } = json;
	if (typeof error === 'string') {
		const { carriedOut, howToFix } = asFields(details);
		const why = [error.replace(/\.$/, ''), howToFix].filter(Boolean).join('. ');
		return [carriedOut === 'unknown' ? 'perhapsSent' : 'notSent', why];
	}
	// After a payment, the row is that of the payment, which has no verdict.
	if (verdict !== undefined) {
		const explanation = String(json.explanation ?? '');
		if (pay === true) {
			const says = [explanation, ...(Array.isArray(warnings) ? warnings.map(String) : [])];
			return says.some(Boolean) ? ['checkFirst', ...says] : ['toBePaid'];
		}
		return [verdict === 'alreadyPaid' ? 'paidBefore' : 'cannotBePaid', explanation];
	}
	const part = Object.hasOwn(partOfStatus, String(status))
		? partOfStatus[String(status)]
		: undefined;
	const reason =
		typeof reasonText === 'string' && reasonText !== '' ? `${reasonText.replace(/\.$/, '')}.` : '';
	return part
		? [part, reason]
		: ['notKnown', `Stitch says “${String(status ?? 'nothing')}”. ${reason}`];
}
