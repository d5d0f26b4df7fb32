import { inTurns } from '../../run/concurrency';
import { grouped } from '../grouped';
import type { FileComparison } from './comparison';
import type { ListRow, ReadableRow } from './listRow';
import { nameKey, referenceKey } from './spelling';
import { accountKey, hasMoved, type Payout } from './transfer';

/** What is known besides the file. */
export interface ListContext {
	comparison: FileComparison;
	/** Who is not in the file, if that may be shown. */
	missing: readonly Payout[];
	/** A new account that gets more is held until somebody has called, in cents; Infinity for none. */
	holdAbove: number;
}

/** What the rules about a row look up. */
export interface Surroundings extends ListContext {
	/** ISO date. */
	today: string;
	/** Rows that would be paid, by what two rows of one payment share. */
	alike: {
		payment: ReadonlyMap<string, readonly ReadableRow[]>;
		payee: ReadonlyMap<string, readonly ReadableRow[]>;
		reference: ReadonlyMap<string, readonly ReadableRow[]>;
	};
	inFile: ReadonlySet<string>;
	paidTo: ReadonlyMap<string, readonly Payout[]>;
}

/** The same for rows that pay the same amount to the same account. */
export const paymentKey = ({ transfer }: ReadableRow): string =>
	`${accountKey(transfer)} ${transfer.cents}`;

/** The same for rows that pay the same amount to the same name. */
export const payeeKey = ({ transfer }: ReadableRow): string => `${transfer.who} ${transfer.cents}`;

/** @param toPay the rows that would be paid */
export async function surroundingsOf(
	rows: readonly ListRow[],
	toPay: readonly ReadableRow[],
	context: ListContext,
): Promise<Surroundings> {
	const { payouts, today } = context.comparison;
	const references = new Map<ReadableRow, string>();
	for await (const row of inTurns(toPay)) references.set(row, referenceKey(row.transfer.reference));
	return {
		...context,
		today,
		alike: {
			payment: grouped(toPay, paymentKey),
			payee: grouped(toPay, payeeKey),
			reference: grouped(toPay, (row) => references.get(row) ?? ''),
		},
		inFile: new Set(
			rows.map(
				({ transfer, sheet }) => transfer?.who ?? nameKey(sheet.cells.beneficiaryName ?? ''),
			),
		),
		paidTo: grouped(payouts.filter(hasMoved), ({ who }) => who),
	};
}
