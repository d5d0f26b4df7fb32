import type { IDataObject } from 'n8n-workflow';

import { inTurns } from '../../run/concurrency';
import { nothingSentForItem, type ItemFailureKind } from '../../run/nodeError';
import { timeOf } from '../../transport/clock';
import { asFields, textOf } from '../../transport/json';
import { joinWithAnd, asSentence, quoted } from '../../transport/wording';
import { notPaidYet } from '../../actions/disbursement/disbursements';
import { grouped } from '../grouped';
import { matchesSearch } from './search';
import type { PageKind, PageText } from './pageText';
import {
	columnsOf,
	partOfPayout,
	partNames,
	parts,
	statusInWords,
	partsToPay,
	type Column,
	type Part,
	type PartOfPage,
} from './parts';
import { listIn, shownRow, type ShownRow } from './shownRow';

export interface Section extends PartOfPage {
	part: Part;
	columns: Column[];
	rows: ShownRow[];
}

interface List {
	kind: PageKind;
	/** Why nothing of the list was sent; empty if something may have been. */
	nothingSent: string;
	summary: IDataObject;
	/** A payee with several rows is compared in the first of them. */
	byNumber: ReadonlyMap<string, IDataObject>;
	byReference: ReadonlyMap<unknown, IDataObject[]>;
	/** The columns of a report that only some payments have. */
	known: Column[];
}

/**
 * The rows of a list by what is true of their money: those that need a person come first.
 * @param summary of Check; empty where there is none
 */
export async function sectionsOf(
	rows: readonly IDataObject[],
	summary: IDataObject,
	{ kind, nothingSent = '', search = '' }: Pick<PageText, 'kind' | 'nothingSent' | 'search'>,
): Promise<Section[]> {
	const list = {
		...{ kind, nothingSent, summary },
		byNumber: new Map(rows.map((json) => [String(json.row), json])),
		byReference: grouped(rows, ({ externalReference }) => externalReference),
		known: knownOf(rows),
	};
	const found: Array<{ part: Part; row: ShownRow }> = [];
	for await (const json of inTurns(rows)) {
		if (kind === 'report' && !matchesSearch(json, search)) continue;
		const [part, ...says] = partOf(json, list);
		found.push({ part, row: shownRow(json, part, says) });
	}
	const { missing } = asFields(summary.lastTime);
	for (const json of kind === 'review' ? listIn(missing).map(asFields) : []) {
		found.push({ part: 'missing', row: shownRow({ ...json, amount: json.lastAmount }, 'missing') });
	}
	const byPart = grouped(found, ({ part }) => part);
	return partNames.flatMap((part) => {
		const some = byPart.get(part)?.map(({ row }) => row);
		return some ? [sectionOf(part, sortedRows(part, some, list), list)] : [];
	});
}

function sectionOf(part: Part, rows: ShownRow[], { kind, summary, known }: List): Section {
	const section = { ...parts[part], part, rows };
	if (kind === 'report') {
		const todo = parts[part].todoOnReport;
		return { ...section, todo, columns: ['Sent', 'Payee', 'Amount', ...known] };
	}
	const { day, last } = asFields(summary.lastTime);
	// Without a payday, people compare invoices, which have references.
	const isOfInvoices = last !== undefined && !day;
	const columns = (columnsOf[part] ?? ['Amount']).map((one) =>
		one === 'Last time' && isOfInvoices ? 'Last payment' : one,
	);
	const isQuiet = [...listIn(summary.alerts), ...listIn(summary.messages)].length === 0;
	if (part === 'look' && rows.some((row) => row.tone === 'bad')) section.tone = 'bad';
	if (part === 'same' && !isQuiet) section.tone = 'plain';
	return { ...section, columns: ['Row', 'Payee', ...columns] };
}

function knownOf(rows: readonly IDataObject[]): Column[] {
	return [
		...(rows.some(({ approvedBy }) => approvedBy) ? (['Approved by'] as const) : []),
		...(rows.some(({ id }) => id) ? (['Stitch ID'] as const) : []),
	];
}

/** The most dangerous rows first, then the largest differences; the rows of one payee stay together. */
function sortedRows(part: Part, rows: ShownRow[], list: List): ShownRow[] {
	if (![...partsToPay, 'blocked', 'held'].includes(part)) return rows;
	const weighed = rows.map((row) => ({
		row,
		rank: row.tone === 'bad' ? 0 : 1,
		size: Math.abs(differenceOf(row.json, list) ?? 0),
		first: Number(row.json.togetherWith ?? row.json.row),
	}));
	weighed.sort((a, b) => a.rank - b.rank || b.size - a.size || a.first - b.first);
	return weighed.map(({ row }) => row);
}

/** The difference of its payee from the last time, in rand; undefined where nothing is known of it. */
function differenceOf(json: IDataObject, { byNumber }: List): number | undefined {
	const { difference } = byNumber.get(String(json.togetherWith)) ?? json;
	return typeof difference === 'number' ? difference : undefined;
}

/** The part of the page to which a row belongs, and what is said of it. */
function partOf(json: IDataObject, list: List): [Part, ...string[]] {
	if (typeof json.error === 'string') return partOfFailed(json.error, asFields(json.details));
	// After a payment, the row is the payment, which has no verdict.
	return json.verdict === undefined ? partOfPayment(json, list) : partOfChecked(json, list);
}

/** Kinds that say more than that nothing was sent. A fault of the node can occur after the payment. */
const partOfKind = new Map<unknown, Part>(
	Object.entries({
		alreadySent: 'already',
		alreadySentWithOtherValues: 'differs',
		notFinal: 'notKnown',
		unexpected: 'mayBeSent',
	} satisfies Partial<Record<ItemFailureKind, Part>>),
);

/** How to fix a failed item, without “Nothing was sent …”: its part says so, or the page of a file. */
export const adviceIn = (details: unknown): string =>
	(textOf(asFields(details).howToFix) ?? '').replace(nothingSentForItem, '').trim();

function partOfFailed(error: string, details: IDataObject): [Part, ...string[]] {
	const { happened, kind } = details;
	const why = [asSentence(error), adviceIn(details)].filter(Boolean).join(' ');
	// Without the facts, such as after a table that has lost them, nobody knows.
	if (kind === undefined || (happened ?? 'no') !== 'no') return ['mayBeSent', why];
	return [partOfKind.get(kind) ?? 'leftOut', why];
}

function partOfPayment(json: IDataObject, { byReference }: List): [Part, ...string[]] {
	const { alreadyExisted, externalReference, madeTwice, notAsAsked } = json;
	if (listIn(madeTwice).length > 0) {
		return ['notAsAsked', `Stitch shows more than one payment: ${listIn(madeTwice).join(', ')}.`];
	}
	if (Array.isArray(notAsAsked) && notAsAsked.length > 0) {
		const labels = joinWithAnd(notAsAsked.map((label) => quoted(String(label))));
		return ['notAsAsked', `Stitch shows a different ${labels}.`];
	}
	const reason = whyOf(json);
	const part = partOfPayout(json);
	if (part === undefined) return ['notKnown', `${statusInWords(json)}. ${reason}`.trim()];
	if (alreadyExisted === true && ['onItsWay', 'paid'].includes(part)) return ['already', reason];
	const isSentAgain =
		neverPaid.includes(part) && hasLater(json, byReference.get(externalReference) ?? []);
	return [isSentAgain ? 'sentAgain' : part, reason];
}

/** Why a payment has its status; its part says what is true of all that are on their way. */
function whyOf({ reasonText, notPaidAgain }: IDataObject): string {
	const texts = [reasonText === notPaidYet ? '' : reasonText, notPaidAgain];
	return texts
		.map((text) => asSentence(String(text ?? '')))
		.filter(Boolean)
		.join(' ');
}

/** The parts of payments whose money is with the payer. */
const neverPaid: readonly Part[] = ['failed', 'sentBack', 'cancelled'];

/**
 * Whether a payment was sent again later, with the same name or to the same account: otherwise, someone may
 * pay it once more. Payments that this node did not make can have one reference for many payees.
 * @param alike the rows with its reference
 */
function hasLater(json: IDataObject, alike: readonly IDataObject[]): boolean {
	const sentAt = timeOf(json.createdAt);
	if (!json.externalReference || sentAt === undefined) return false;
	return alike.some((other) => isSamePayee(other, json) && (timeOf(other.createdAt) ?? 0) > sentAt);
}

function isSamePayee(one: IDataObject, other: IDataObject): boolean {
	const columns = ['beneficiaryName', 'accountNumber'];
	return columns.some((column) => Boolean(one[column]) && one[column] === other[column]);
}

/** The verdicts of rows that are not paid; any other is left out. */
const partOfVerdict = new Map<unknown, Part>([
	['alreadyPaid', 'already'],
	['cancelledBefore', 'cancelled'],
	['confirmFirst', 'held'],
	['paidElsewhere', 'mayBeSent'],
	['sentWithOtherValues', 'differs'],
	['unknown', 'mayBeSent'],
]);

function partOfChecked(json: IDataObject, list: List): [Part, ...string[]] {
	const { verdict, warnings, explanation, pay } = json;
	const isReview = list.kind === 'review';
	const blocked = isReview ? list.summary.blocked : undefined;
	const texts = [explanation ?? '', ...listIn(warnings)].map(String);
	const says = texts.filter((text) => text !== '' && text !== blocked);
	if (pay === true) {
		if (!isReview) return partOfUnsent(list);
		if (verdict === 'confirmed') return ['confirmed', ...says];
		return says.length > 0 ? ['look', ...says] : [partOfQuiet(json, list)];
	}
	if (verdict === 'heldBack' && blocked) return ['blocked', ...says];
	return [partOfVerdict.get(verdict) ?? 'leftOut', ...says];
}

/** A row that was to be paid: unless the workflow knows that nothing was sent, nobody knows. */
function partOfUnsent({ nothingSent }: List): [Part, ...string[]] {
	return nothingSent ? ['leftOut', nothingSent] : ['mayBeSent', 'Its result is missing.'];
}

/** The part of a row that is paid and has no warning: by how it compares with the last time. */
function partOfQuiet(json: IDataObject, list: List): Part {
	const difference = differenceOf(json, list);
	const hasPayday = Boolean(asFields(list.summary.lastTime).day);
	if (difference === undefined) {
		// What went to an account only since the payday is a fact of its row.
		return hasPayday && listIn(json.facts).length > 0 ? 'firstPayday' : 'first';
	}
	if (hasPayday) return difference === 0 ? 'same' : 'different';
	return difference === 0 ? 'sameAsOwn' : 'differsFromOwn';
}
