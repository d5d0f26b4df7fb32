import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { folded } from '../../schemas/characters';
import { InvalidInput } from '../../schemas/invalidInput';
import type { Columns } from './headings';
import { nameOfColumn } from './knownColumns';
import { readFile, type FileReading, type PaymentFile } from './readFile';
import {
	columnsThatTellApart,
	derivationInWords,
	derivedStart,
	addReferences,
	type PaymentsFor,
} from './references';
import type { SheetRow } from './rows';

/**
 * Reads a file of payments. If the user says what it pays, its references are that, the period, and who
 * gets it: so the same payday is paid once, however often a payroll program makes its file again.
 * @throws {InvalidInput}
 */
export function readWithReferences(
	items: readonly IDataObject[],
	{ paymentsFor, ...reading }: FileReading & { paymentsFor: PaymentsFor | undefined },
): PaymentFile {
	if (paymentsFor === undefined) {
		const file = readFile(items, reading);
		if (haveOneReference(file.rows)) throw sameReference(file.columns);
		return file;
	}
	const mayLack = ['externalReference', 'beneficiaryReference'] as const;
	const file = readFile(items, { ...reading, mayLack });
	const column = paymentsFor.column ?? columnsThatTellApart(file.rows)[0];
	if (column === undefined) throw nothingTellsApart();
	const derivation = { ...paymentsFor, column };
	const statement = statementOf(paymentsFor);
	const rows = addReferences(file.rows, derivation).map((row) => ({
		...row,
		cells: { beneficiaryReference: statement, ...row.cells },
	}));
	// A heading that is not the source of the references must not be named in messages about them.
	const found = { ...file.columns.found };
	delete found.externalReference;
	return {
		...file,
		...{ rows, columns: { ...file.columns, found }, derivedFrom: derivedStart(paymentsFor) },
		readAs: file.readAs.replace(/\.$/, `; references: ${derivationInWords(derivation)}.`),
	};
}

/** Most payroll programs write one text for everybody, which tells no payments apart. */
function haveOneReference(rows: readonly SheetRow[]): boolean {
	const references = new Set(rows.map(({ cells }) => folded(cells.externalReference ?? '')));
	// Rows of one account may be copies: a new reference for each would pay twice.
	const accounts = new Set(rows.map(({ cells }) => cells.accountNumber));
	return references.size === 1 && !references.has('') && accounts.size > 1;
}

function sameReference({ found }: Columns): InvalidInput {
	const field = found.externalReference?.heading ?? nameOfColumn('externalReference');
	const fix =
		"Choose what the list pays, and for which month or day ('Payments For', 'Period'): each person is then paid once for that. Or give each row its own reference.";
	return new InvalidInput([{ field, what: 'is the same in each row', fix }]);
}

/** What the payee sees, for files that do not say it: `Salaries Nov 2026`. */
function statementOf({ kind, period }: PaymentsFor): string {
	const word = kind === 'other' ? 'Payment' : `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
	return `${word} ${DateTime.fromISO(period, { locale: 'en' }).toFormat('LLL yyyy')}`;
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
