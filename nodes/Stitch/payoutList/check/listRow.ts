import type { IDataObject } from 'n8n-workflow';

import type { PreparedPayment } from '../../idempotency/payment';
import { isVerdictToPay, type Verdict } from '../../actions/disbursement/checkedRow';
import { moneyIn } from '../../schemas/money';
import type { SheetRow } from '../read/rows';
import { sumOf, type Payout, type Transfer } from './transfer';

/** A bank's answer about the account of a row. */
export interface BankAnswer {
	/** In Stitch's word; `pending` if it has not answered. */
	outcome: string;
	/** Why the row is held back. */
	holds?: { verdict: 'cannotBePaid' | 'holderRefuted'; explanation: string };
	says?: string;
}

/** What a person should check before a row is paid, with what to do. */
export interface Warning {
	/** Of its rule. */
	name: string;
	severity: 'danger' | 'check';
	/** Whether the row is not paid before somebody has called the payee. */
	holds: boolean;
	text: string;
}

/** One account in the file, with all its rows. */
export interface Payee {
	rows: ListRow[];
	/** What the file has for it, in cents. An amount that cannot be read counts as that of last time. */
	cents: number;
	/** Payouts to the account or to a name of its rows, the newest first. */
	payouts: Payout[];
	/** Those of the last days under references of the file, which are no earlier ones. */
	ofFile: Payout[];
	/** Those that count as last time, all of one day; empty if none does. */
	last: Payout[];
	/** Those after last time. */
	since: Payout[];
}

/** A row of the list. Each step of Check adds what it finds out. */
export interface ListRow {
	readonly sheet: SheetRow;
	/** It alone says whether the row is paid. */
	verdict: Verdict;
	explanation: string;
	/** The payment as it would be sent; undefined if the row could not be read as one. */
	readonly payment?: PreparedPayment;
	readonly transfer?: Transfer;
	/** The result of its dry run. */
	tried?: IDataObject;
	/** The newest payout with its reference. */
	atStitch?: Payout;
	/** All rows to its account, and what that got before; undefined if nothing could be compared. */
	payee?: Payee;
	/** The newest payout to that payee on the days that are compared. */
	newestPayout?: Payout;
	verified?: BankAnswer;
	/** Who has called the payee, and when. */
	confirmedBy?: string;
	/** The most important first. */
	warnings: Warning[];
}

export type ReadableRow = ListRow & Required<Pick<ListRow, 'payment' | 'transfer'>>;

export const isReadable = (row: ListRow): row is ReadableRow => row.transfer !== undefined;

/** What makes its nonce, even if the row could not be read. */
export const referenceOf = ({ transfer, sheet }: ListRow): string =>
	transfer?.reference ?? sheet.cells.externalReference ?? '';

/** In cents, as the file has it, even if the row could not be read; undefined for no amount. */
export const centsInFile = ({ transfer, sheet }: ListRow): number | undefined =>
	transfer?.cents ?? moneyIn(sheet.cells.amount)?.cents;

const isToBePaid = (row: ListRow): row is ReadableRow =>
	isReadable(row) && isVerdictToPay(row.verdict);

export const rowsToPay = (rows: readonly ListRow[]): ReadableRow[] => rows.filter(isToBePaid);

/**
 * Something is wrong with the whole list, so every row that would be paid is kept back, and says why.
 * @returns why, for the whole list
 */
export function holdBack(rows: readonly ListRow[], why: string): string {
	for (const row of rowsToPay(rows)) Object.assign(row, { verdict: 'heldBack', explanation: why });
	return why;
}

export const sumToPay = (rows: readonly ListRow[]): number =>
	sumOf(rowsToPay(rows).map(({ transfer }) => transfer));

/** The row that speaks for all rows of a payee: the first that is paid. */
export const leadingRow = ({ rows }: Payee): ListRow | undefined =>
	rows.find(isToBePaid) ?? rows[0];
