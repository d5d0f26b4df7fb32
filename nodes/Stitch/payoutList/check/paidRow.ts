import { accountFound } from '../../idempotency/comparison';
import { folded } from '../../schemas/characters';
import { asFields } from '../../transport/json';
import type { Judged } from './verdicts';

/** A row that could be read as a payment, as it would be sent. */
export interface PaidRow {
	row: number;
	/** Whether it would be paid. */
	pay: boolean;
	name: string;
	/** The name as the sheet has it. */
	writtenName: string;
	/** Without leading zeros. */
	account: string;
	bank: string;
	cents: number;
	reference: string;
	/** What the bank statement shows. */
	statementReference: string;
	isAccountKeptAsNumber: boolean;
	isAmountKeptAsNumber: boolean;
}

/** A row as it would be sent; undefined where it could not be read as a payment. */
export function paidRow({ row, pay, payment }: Judged): PaidRow | undefined {
	if (payment === undefined) return undefined;
	const { cells, types } = row;
	const { beneficiary, externalReference, beneficiaryReference } = payment.body;
	const { name, accountNumber, bank } = asFields(beneficiary);
	return {
		row: row.row,
		pay,
		name: String(name),
		writtenName: folded(cells.beneficiaryName ?? ''),
		account: accountFound(accountNumber) ?? '',
		bank: String(bank),
		cents: payment.amount.cents,
		reference: String(externalReference ?? ''),
		statementReference: String(beneficiaryReference ?? ''),
		isAccountKeptAsNumber: types.accountNumber === 'number',
		isAmountKeptAsNumber: types.amount === 'number',
	};
}

/** The same for all payments to one account. */
export const accountKey = ({ bank, account }: Pick<PaidRow, 'bank' | 'account'>): string =>
	`${bank} ${account}`;
