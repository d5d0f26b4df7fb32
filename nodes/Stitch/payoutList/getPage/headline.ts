import type { IDataObject } from 'n8n-workflow';

import { numberOf } from '../../transport/wording';
import { comparedWithPayday, type FileOfRows } from './comparison';
import type { PageKind } from './pageText';
import { centsIn, sumInWords } from './shownRow';

/** What a page says first. */
export interface Headline {
	/** In one line or two; none on a report. */
	lines: string[];
	/** Why the list cannot be paid; empty if it can. */
	whyNot: string;
	/** What a person decides about, such as `8 payments, R266 220.00: the same sum as on 25 October`. */
	asked: string;
}

export function headlineOf(kind: PageKind, file: FileOfRows, summary: IDataObject): Headline {
	if (kind === 'review') return headlineOfReview(file, summary);
	const sent = file.all.filter(({ json }) => json.alreadyExisted === false && !json.error);
	const says = `Sent now: ${numberOf(sent.length, 'payment')}, ${sumInWords(sent)}`;
	return { lines: kind === 'result' && sent.length > 0 ? [says] : [], whyNot: '', asked: '' };
}

function headlineOfReview(file: FileOfRows, summary: IDataObject): Headline {
	const { toPay, notToPay } = file;
	const held = file.parts.find(({ part }) => part === 'held')?.rows ?? [];
	if (toPay.length === 0 && held.length > 0 && !summary.blocked) {
		const says = `Nothing is paid before someone has called: ${numberOf(held.length, 'payment')}, ${sumInWords(held)}`;
		return { lines: [says], whyNot: '', asked: '' };
	}
	const whyNot = summary.blocked ? String(summary.blocked) : whyNothing(file);
	if (whyNot) return { lines: [whyNot], whyNot, asked: '' };
	const what = `${numberOf(toPay.length, 'payment')}, ${sumInWords(toPay)}`;
	const difference = comparedWithPayday(centsIn(toPay), summary);
	if (!difference) return { lines: [`Will be paid: ${what}`], whyNot, asked: what };
	// Rows that are not sent can hide that another row is much too large.
	const rows = `${notToPay.length} ${notToPay.length === 1 ? 'row is' : 'rows are'} not sent now`;
	const isLess = difference.includes(' less than on ');
	const though = notToPay.length > 0 ? `, ${isLess ? 'and' : 'although'} ${rows}` : '';
	const lines = [`Will be paid: ${what}:`, difference + though];
	return { lines, whyNot, asked: `${what}: ${difference}` };
}

function whyNothing({ toPay, parts: others }: FileOfRows): string {
	if (toPay.length > 0) return '';
	const areAllSent = others.length > 0 && others.every(({ part }) => part === 'already');
	return areAllSent
		? 'There is nothing to pay: every row was sent before.'
		: 'No row of this list can be paid now.';
}
