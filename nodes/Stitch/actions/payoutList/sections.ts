import type { IDataObject } from 'n8n-workflow';

import { asFields } from '../../transport/json';

/** How urgent a part of a page is; n8n's forms keep no classes, so each is a tag that has its colour. */
export type Tone = 'bad' | 'warn' | 'plain' | 'good';

/** The parts of a page, in their order. */
const parts = {
	perhapsSent: { title: 'Perhaps sent', tone: 'bad' },
	notSent: { title: 'Not sent', tone: 'bad' },
	cannotBePaid: { title: 'Cannot be paid', tone: 'bad' },
	failed: { title: 'Failed', tone: 'bad' },
	reversed: { title: 'Sent back by the bank', tone: 'bad' },
	cancelled: { title: 'Cancelled', tone: 'bad' },
	lookAt: { title: 'Look at these', tone: 'warn' },
	waiting: { title: 'Waiting for money', tone: 'warn' },
	notKnown: { title: 'Not known', tone: 'warn' },
	paidBefore: { title: 'Sent before', tone: 'plain' },
	toBePaid: { title: 'To be paid', tone: 'good' },
	onItsWay: { title: 'On its way', tone: 'good' },
	paid: { title: 'Paid', tone: 'good' },
} satisfies Record<string, { title: string; tone: Tone }>;

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
	/** Rows with what there is to say of them. */
	rows: Array<{ json: IDataObject; why: string }>;
}

/** The rows of a list by what became of them, or what would: what needs a person first. */
export function sectionsOf(rows: readonly IDataObject[]): Section[] {
	const sections = new Map<Part, Section['rows']>();
	for (const json of rows) {
		const [part, why] = placeOf(json);
		const group = sections.get(part) ?? [];
		group.push({ json, why });
		sections.set(part, group);
	}
	return (Object.keys(parts) as Part[]).flatMap((part) => {
		const found = sections.get(part);
		return found ? [{ ...parts[part], rows: found }] : [];
	});
}

/** Whether the rows of a section are still to be paid. */
export function isToPay(title: string): boolean {
	return title === parts.lookAt.title || title === parts.toBePaid.title;
}

function placeOf(json: IDataObject): [Part, string] {
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
			const said = [...(Array.isArray(warnings) ? warnings : []), explanation].filter(Boolean);
			return said.length > 0 ? ['lookAt', said.join(' ')] : ['toBePaid', ''];
		}
		return [verdict === 'alreadyPaid' ? 'paidBefore' : 'cannotBePaid', explanation];
	}
	const part = Object.hasOwn(partOfStatus, String(status))
		? partOfStatus[String(status)]
		: undefined;
	const reason = typeof reasonText === 'string' ? reasonText : '';
	return part
		? [part, reason]
		: ['notKnown', `Stitch says “${String(status ?? 'nothing')}”. ${reason}`];
}
