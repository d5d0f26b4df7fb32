import type { IDataObject } from 'n8n-workflow';

import { pick } from '../../actions/columns';
import { isVerdictToPay } from '../../actions/disbursement/checkedRow';
import { formatRand, randOf } from '../../schemas/money';
import type { clientKind } from '../../transport/client';
import { asFields } from '../../transport/json';
import { shownReference } from '../../transport/wording';
import { optionalColumns } from '../read/knownColumns';
import { accountName, withNumbersMasked } from '../shownAccount';
import { movedFrom, wentElsewhere, type FileComparison } from './comparison';
import { dayName } from './days';
import { leadingRow, type ListRow, type Payee } from './listRow';
import { hasMoved, sumOf, transferInWords } from './transfer';

export interface KnownOfRows {
	/** Undefined if the earlier payouts could not be read. */
	comparison: FileComparison | undefined;
	client: ReturnType<typeof clientKind>;
}

/** A row in the order in which a person reads it; with the columns that Disbursement → Create takes. */
export function checkedColumns(row: ListRow, { comparison, client }: KnownOfRows): IDataObject {
	const { cells } = row.sheet;
	const { payment, tried, atStitch, warnings } = row;
	const { beneficiary, externalReference, beneficiaryReference }: IDataObject = payment?.body ?? {
		...cells,
	};
	const { name, bank, accountNumber } = asFields(beneficiary);
	return {
		...{ pay: isVerdictToPay(row.verdict), verdict: row.verdict, explanation: row.explanation },
		...{ warnings: warnings.map(({ text }) => text), severity: severityOf(row) },
		...{ facts: rowFacts(row, comparison), row: row.sheet.row },
		externalReference: externalReference ?? null,
		beneficiaryName: name ?? cells.beneficiaryName ?? null,
		amount: payment ? randOf(payment.amount.cents) : (cells.amount ?? null),
		bank: bank ?? cells.bank ?? null,
		accountNumber: accountNumber ?? cells.accountNumber ?? null,
		beneficiaryReference: beneficiaryReference ?? null,
		...pick(cells, optionalColumns),
		status: tried?.status ?? tried?.elsewhereStatus ?? atStitch?.status ?? null,
		createdAt: tried?.createdAt ?? tried?.elsewhereCreatedAt ?? atStitch?.createdAt ?? null,
		amountAtStitch: atStitch ? randOf(atStitch.cents) : null,
		...lastTimeColumns(row),
		/** What a later check compares: what people approve, and whether the payee got anything since. */
		checkedAs: row.transfer ? transferInWords(row.transfer) : null,
		newestPayoutAt: row.newestPayout?.createdAt ?? null,
		nonce: tried?.nonce ?? null,
		id: tried?.id ?? tried?.elsewhereId ?? null,
		...{ verification: row.verified?.outcome ?? null, bankSays: row.verified?.says ?? null },
		confirmedBy: row.confirmedBy ?? null,
		client,
	};
}

/** How urgently a person has to look at a row. */
function severityOf({ warnings, verdict }: ListRow): 'danger' | 'check' | null {
	const isDanger = warnings.some(({ severity }) => severity === 'danger');
	if (isDanger || verdict === 'confirmFirst' || verdict === 'confirmed') return 'danger';
	return warnings.length > 0 || verdict === 'payAgain' ? 'check' : null;
}

/** What is good to know about a row, besides last time; nobody has to do anything. */
function rowFacts(
	{ payee, transfer, sheet, verdict }: ListRow,
	comparison: FileComparison | undefined,
): string[] {
	if (comparison === undefined || payee === undefined || transfer === undefined) return [];
	const isKnown = payee.payouts.some((one) => hasMoved(one) && one.who === transfer.who);
	const before = payee.last.find((one) => !wentElsewhere(payee, one));
	const isLeading = leadingRow(payee)?.sheet === sheet;
	return [
		// A row that is held back already says so.
		before &&
			!isKnown &&
			verdict !== 'confirmFirst' &&
			`Last time as ${withNumbersMasked(before.name)}.`,
		isLeading && payee.since.length > 0 && sinceThen(payee, comparison),
	].filter((fact) => typeof fact === 'string');
}

function sinceThen(payee: Payee, { day: payday, today }: FileComparison): string {
	const { last, since } = payee;
	const isFirst = last.length === 0 && payday !== undefined;
	const said = since.slice(0, mostSaid).map((one) => {
		const amount = isFirst && since.length === 1 ? '' : `${formatRand(one.cents)} `;
		const where = wentElsewhere(payee, one) ? ` to ${accountName(one)}` : '';
		const day = `${amount}on ${dayName(one.day, today)}${where}`;
		return [day, shownReference(one.reference)].filter(Boolean).join(', ');
	});
	const more = since.length > mostSaid ? `; and ${since.length - mostSaid} more` : '';
	const list = `${said.join('; ')}${more}.`;
	if (!isFirst) return `Since then ${list}`;
	return `Only ${formatRand(sumOf(since))} since ${dayName(payday, today)}: ${list}`;
}

/** If there are more payments, the rest is only counted. */
const mostSaid = 3;

/** What the payee of a row got last time, as columns; amounts are in rand. */
function lastTimeColumns({ payee, sheet }: ListRow) {
	const { rows = [], last = [] } = payee ?? {};
	const [newest] = last;
	const cents = sumOf(last);
	const before = payee && movedFrom(payee);
	const leading = payee && leadingRow(payee)?.sheet;
	return {
		lastAmount: newest ? randOf(cents) : null,
		lastDate: newest?.day ?? null,
		lastPayments: last.length,
		lastTo: before ? accountName(before) : null,
		lastReference: newest?.reference ?? null,
		difference: payee && newest ? randOf(payee.cents - cents) : null,
		/** What all rows of the payee get. */
		together: payee && rows.length > 1 ? randOf(payee.cents) : null,
		togetherWith: leading && leading !== sheet ? leading.row : null,
	};
}
