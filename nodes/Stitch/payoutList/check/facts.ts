import { formatRand, randOf } from '../../schemas/money';
import { shownReference } from '../../transport/wording';
import { accountName, withNumbersMasked } from '../shownAccount';
import { wentElsewhere, movedFrom } from './comparison';
import { dayName } from './days';
import { leadingRow, type ListRow, type Payee } from './listRow';

import { hasMoved, sumOf } from './transfer';

/** The days of a comparison, as ISO dates. */
export interface Days {
	/** Undefined if there is none in common. */
	payday: string | undefined;
	today: string;
}

/** What is good to know about a row, besides last time; nobody has to do anything. */
export function rowFacts({ payee, transfer, sheet, verdict }: ListRow, days: Days): string[] {
	if (payee === undefined || transfer === undefined) return [];
	const isKnown = payee.payouts.some((one) => hasMoved(one) && one.who === transfer.who);
	const before = payee.last.find((one) => !wentElsewhere(payee, one));
	const isLeading = leadingRow(payee)?.sheet === sheet;
	return [
		// A row that is held back says it itself.
		before &&
			!isKnown &&
			verdict !== 'confirmFirst' &&
			`Last time as ${withNumbersMasked(before.name)}.`,
		isLeading && payee.since.length > 0 && sinceThen(payee, days),
	].filter((fact) => typeof fact === 'string');
}

function sinceThen(payee: Payee, { payday, today }: Days): string {
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

/** Of many payments, the rest is only counted. */
const mostSaid = 3;

/** What the payee of a row got last time, as columns; amounts are in rand. */
export function lastTimeColumns({ payee, sheet }: ListRow) {
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
