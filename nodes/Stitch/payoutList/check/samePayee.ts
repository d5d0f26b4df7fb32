import { grouped } from '../grouped';
import { accountKey, type PaidRow } from './paidRow';
import { nameKey } from './spelling';

/** The rows to pay of one name and amount. */
interface Payee {
	/** The first row of each account. */
	byAccount: Map<string, PaidRow>;
	/** These rows, in the order of the sheet. */
	firsts: PaidRow[];
}

/**
 * Finds the payees with the same amount in several rows: an old account may still be in the list next to
 * the new one.
 * @param yieldToN8n is awaited before each row: it gives n8n turns
 * @returns the payee of each such row
 */
export async function samePayees(
	toPay: readonly PaidRow[],
	yieldToN8n: () => Promise<void>,
): Promise<ReadonlyMap<PaidRow, Payee>> {
	const byAmount = grouped(toPay, ({ cents }) => cents);
	const payees = new Map<string, Payee>();
	const found = new Map<PaidRow, Payee>();
	for (const paid of toPay) {
		await yieldToN8n();
		// Working out the keys of names takes time for thousands.
		if ((byAmount.get(paid.cents) ?? []).length < 2) continue;
		const key = `${paid.cents} ${nameKey(paid.name)}`;
		const payee = payees.get(key) ?? { byAccount: new Map<string, PaidRow>(), firsts: [] };
		if (!payee.byAccount.has(accountKey(paid))) {
			payee.byAccount.set(accountKey(paid), paid);
			payee.firsts.push(paid);
		}
		payees.set(key, payee);
		found.set(paid, payee);
	}
	return found;
}
