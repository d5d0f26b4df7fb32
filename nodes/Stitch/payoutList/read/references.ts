import { DateTime } from 'luxon';

import { folded } from '../../schemas/characters';
import { InvalidInput, type Mistake } from '../../schemas/invalidInput';
import { joinWithAnd } from '../../transport/wording';
import { grouped } from '../grouped';
import { knownColumns, nameOfColumn } from './knownColumns';
import type { SheetRow } from './rows';

/** What a list pays: a person gets one payment for a kind and a period. */
export const listKinds = ['salaries', 'wages', 'bonus', 'other'] as const;

type ListKind = (typeof listKinds)[number];

/** Columns by which people can be told apart, best first. Never the row, the account or the amount. */
export const personColumns = ['employeeCode', 'beneficiaryReference', 'beneficiaryName'] as const;

type PersonColumn = (typeof personColumns)[number];

/** What a list pays: its references are derived from it, whatever the file calls its rows. */
export interface PaymentsFor {
	kind: ListKind;
	/** What it is, for `other`. */
	word?: string;
	/** A month or a day: `2026-11` or `2026-11-27`. */
	period: string;
	/** What tells people apart; by default, the best column that does. */
	column?: PersonColumn;
}

/** What references are derived from. */
type Derivation = PaymentsFor & { column: PersonColumn };

/** The columns that have a value in each row, and never the same one for two names. */
export function columnsThatTellApart(rows: readonly SheetRow[]): PersonColumn[] {
	const payees = rows.filter(({ wrong }) => wrong === undefined);
	return personColumns.filter((column) => {
		const names = new Map<string, string>();
		return peopleIn(payees, column).every((person, index) => {
			const name = plain(payees[index]?.cells.beneficiaryName ?? '');
			const isOwn = (names.get(person) ?? name) === name;
			names.set(person, name);
			return person !== '' && isOwn;
		});
	});
}

/**
 * Gives each row the reference of its kind, its period and its person. Rows that would share one are
 * refused together: nobody knows which of them is meant.
 * @throws {InvalidInput} without a word for `other`
 */
export function addReferences(rows: readonly SheetRow[], derivation: Derivation): SheetRow[] {
	const first = derivedStart(derivation);
	const people = peopleIn(rows, derivation.column);
	const places = grouped(
		rows.map(({ row }, index) => ({ row, person: people[index] ?? '' })),
		({ person }) => person,
	);
	return rows.map((row, index) => {
		const person = people[index] ?? '';
		const reference = `${first}${person}`;
		const sharing = (places.get(person) ?? []).map((one) => String(one.row));
		const wrong = row.wrong ?? whyNotUnder(reference, person, derivation.column, sharing);
		return {
			...row,
			cells: { ...row.cells, externalReference: reference },
			types: { ...row.types, externalReference: 'string' },
			...(wrong && { wrong }),
		};
	});
}

function whyNotUnder(
	reference: string,
	person: string,
	column: PersonColumn,
	rows: string[],
): Mistake | undefined {
	if (person === '') {
		const what = column === 'beneficiaryReference' ? 'has no code of its own' : 'is empty';
		return { field: knownColumns[column].label, what, fix: 'Fill in this cell.' };
	}
	if (rows.length === 1) return undefined;
	return {
		field: knownColumns.externalReference.label,
		what: `would be ${reference} in rows ${joinWithAnd(rows)}`,
		fix: 'Delete a row that is a copy. If they are different people, correct the code. If it is one person, put the sum into one row, or use the references as in the file.',
	};
}

/** The beginning of all references of a kind and a period, such as `salaries-2026-11-`. */
export function derivedStart({ kind, word = '', period }: PaymentsFor): string {
	if (kind === 'other' && plain(word) === '') {
		const what = 'has no word for what is paid';
		throw new InvalidInput([{ field: 'Payments For: Other', what, fix: 'Enter a word.' }]);
	}
	return `${kind === 'other' ? `other-${plain(word)}` : kind}-${period}-`;
}

/** For the sentence that says how a file was read: “salaries, November 2026, employee code”. */
export function derivationInWords({ kind, word, period, column }: Derivation): string {
	const format = period.length > 7 ? 'd LLLL yyyy' : 'LLLL yyyy';
	const when = DateTime.fromISO(period, { locale: 'en' }).toFormat(format);
	return [kind === 'other' ? word : kind, when, nameOfColumn(column)].join(', ');
}

/** What tells each row's person apart; empty where it is missing. */
function peopleIn(rows: readonly SheetRow[], column: PersonColumn): string[] {
	const texts = rows.map(({ cells }) => cells[column] ?? '');
	return column === 'beneficiaryReference' ? codesIn(texts) : texts.map(plain);
}

/**
 * The one word of each statement text that is a code: `E001` in “SALARY NOV E001” among others that begin
 * with SALARY NOV. The other words, such as the month, are free text and may be spelled differently next
 * time.
 */
function codesIn(texts: readonly string[]): string[] {
	const words = texts.map((text) => folded(text).split(' ').filter(Boolean));
	const own = words.map((some) => some.filter((one) => !words.every((all) => all.includes(one))));
	return own.map(([code = '', ...more]) =>
		more.length === 0 && /\d/.test(code) ? plain(code) : '',
	);
}

/**
 * The same text for all spellings: “e-001” and “E001”, “0017” and the 17 that a spreadsheet makes of it,
 * “Zoë” and “ZOE”. But “1-11” and “11-1” stay two.
 */
function plain(text: string): string {
	const letters = text
		.normalize('NFKD')
		.toUpperCase()
		.replace(/\p{M}/gu, '')
		.replace(/[^\p{L}\p{N}]+/gu, '-')
		.replace(/(?<!\p{N})-|-(?!\p{N})/gu, '');
	return letters.replace(/^0+(?=\d+$)/, '');
}
