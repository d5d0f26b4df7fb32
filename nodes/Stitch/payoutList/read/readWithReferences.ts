import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { InvalidInput } from '../../schemas/field';
import { readFile, type FileReading, type PaymentFile } from './readFile';
import {
	columnsThatTellApart,
	hasOwnReferences,
	paydayInWords,
	paydayReference,
	withReferences,
	type ListKind,
	type PersonColumn,
} from './references';

/** What a list pays, for files that have no reference of their own for each row. */
export interface PaymentsFor {
	kind: ListKind;
	/** What it is, for `other`. */
	word?: string;
	/** A day of the period that is paid, as an ISO date. */
	day: string;
	/** What tells people apart; by default, the best column that does. */
	column?: PersonColumn;
}

/** A file whose rows have references. */
export interface ReferencedFile extends PaymentFile {
	/** The beginning of all its references, if they are derived, such as `salaries-2026-11-`. */
	derivedFrom?: string;
}

/**
 * Reads a file of payments. If its rows have no references of their own, they get those of what is paid,
 * for which period, and to whom: so the same file pays once, whoever uploads it.
 * @throws {InvalidInput}
 */
export function readWithReferences(
	items: readonly IDataObject[],
	reading: FileReading,
	payments: PaymentsFor | undefined,
): ReferencedFile {
	if (payments === undefined) return readFile(items, reading);
	const mayLack = ['externalReference', 'beneficiaryReference'] as const;
	const file = readFile(items, { ...reading, mayLack });
	if (hasOwnReferences(file.rows, payments.kind)) return readFile(items, reading);
	const column = payments.column ?? columnsThatTellApart(file.rows)[0];
	if (column === undefined) throw nothingTellsApart();
	const payday = { ...payments, period: periodOf(payments), column };
	const statement = statementOf(payday.kind, payments.day);
	const rows = withReferences(file.rows, payday).map((row) => ({
		...row,
		cells: { beneficiaryReference: statement, ...row.cells },
	}));
	// A heading that is not the source of the references must not be named in messages about them.
	const found = { ...file.columns.found };
	delete found.externalReference;
	return {
		...file,
		...{ rows, columns: { ...file.columns, found }, derivedFrom: paydayReference(payday) },
		readAs: file.readAs.replace(/\.$/, `; references: ${paydayInWords(payday)}.`),
	};
}

/** Wages are paid for a week, which its day names; everything else for a month. */
const periodOf = ({ kind, day }: PaymentsFor): string =>
	kind === 'wages' ? day : day.slice(0, 'yyyy-MM'.length);

/** What the payee sees, for files that do not say it: `Salaries Nov 2026`. */
function statementOf(kind: ListKind, day: string): string {
	const word = kind === 'other' ? 'Payment' : `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
	return `${word} ${DateTime.fromISO(day, { locale: 'en' }).toFormat('LLL yyyy')}`;
}

function nothingTellsApart(): InvalidInput {
	return new InvalidInput([
		{
			field: 'Sheet',
			what: 'has no column that tells its people apart',
			fix: 'Add a column “employee code” with a different code for each person, or a column “reference” with a different one for each payment.',
		},
	]);
}
