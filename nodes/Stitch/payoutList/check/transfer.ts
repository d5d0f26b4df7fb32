import type { PreparedPayment } from '../../idempotency/payment';
import { accountFound } from '../../idempotency/comparison';
import type { StatusMeaning } from '../../run/resource';
import { bankName } from '../../schemas/bank';
import { formatRand } from '../../schemas/money';
import { asFields } from '../../transport/json';
import { nameKey } from './spelling';

/** Who gets how much, and under which reference. */
export interface Transfer {
	name: string;
	/** The same for all spellings of the name. */
	who: string;
	bank: string;
	/** Without leading zeros; empty if Stitch does not show the whole number. */
	account: string;
	cents: number;
	reference: string;
	/** The text on the payee's bank statement. */
	statement: string;
}

/** An earlier payout, whatever became of it. */
export interface Payout extends Transfer {
	createdAt: string;
	/** ISO date in the zone of the workflow. */
	day: string;
	/** As Create returns it, such as `completed`. */
	status: string;
	/** Undefined for a status that is not known. */
	meaning: StatusMeaning | undefined;
	/** Why it has its status, in plain words; empty if Stitch does not say. */
	reason: string;
}

/** What a payment would transfer, as it would be sent. */
export function transferOf({ body, amount }: PreparedPayment): Transfer {
	const { beneficiary, externalReference, beneficiaryReference } = body;
	const { name, accountNumber, bank } = asFields(beneficiary);
	return {
		name: String(name),
		who: nameKey(String(name)),
		bank: String(bank),
		account: accountFound(accountNumber) ?? '',
		cents: amount.cents,
		reference: String(externalReference ?? ''),
		statement: String(beneficiaryReference ?? ''),
	};
}

/** Who gets how much, as people approve it: `R350.50 to T Tester, FNB 1234567890`. */
export const transferInWords = ({ cents, name, bank, account }: Transfer): string =>
	`${formatRand(cents)} to ${name}, ${bankName(bank)} ${account}`;

/** The same for all transfers to one account. */
export const accountKey = ({ bank, account }: Pick<Transfer, 'bank' | 'account'>): string =>
	`${bank} ${account}`;

/** A payout counts as paid until Stitch says that it never will be, or that the money came back. */
export const hasMoved = ({ meaning }: Payout): boolean => meaning !== 'failed';

export const sumOf = (some: ReadonlyArray<{ cents: number }>): number =>
	some.reduce((sum, { cents }) => sum + cents, 0);
