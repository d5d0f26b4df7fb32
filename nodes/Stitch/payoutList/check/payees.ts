import { withoutLeadingZeros } from '../../idempotency/comparison';
import { inTurns } from '../../run/concurrency';
import { centsInFile, isReadable, type ListRow, type Payee } from './listRow';
import { nameKey } from './spelling';
import { accountKey, type Payout } from './transfer';

/** The file by payee, and the payouts to people who are not in it. */
interface FileByPayee {
	payees: Payee[];
	others: Payout[];
}

/**
 * Assigns each payout to a payee of the file: by its account, or else by its name. So each payout counts
 * once, whatever the file looks like.
 * @param payouts the newest first
 */
export async function groupByPayee(
	rows: readonly ListRow[],
	payouts: readonly Payout[],
): Promise<FileByPayee> {
	const { payees, payeeByAccount, unreadableByNumber, payeesByName } = await readPayees(rows);
	const owners = new Map<Payout, Payee>();
	for await (const payout of inTurns(payouts)) {
		const { account } = payout;
		const owner = payeeByAccount.get(accountKey(payout)) ?? unreadableByNumber.get(account);
		if (account !== '' && owner) owners.set(payout, owner);
	}
	// If several payees have one name, it goes to the first whose account has no payouts.
	const known = new Set(owners.values());
	const payeeByName = new Map(
		[...payeesByName].map(([name, some]) => [name, some.find((one) => !known.has(one)) ?? some[0]]),
	);
	const others: Payout[] = [];
	for await (const payout of inTurns(payouts)) {
		const owner = owners.get(payout) ?? payeeByName.get(payout.who);
		(owner?.payouts ?? others).push(payout);
	}
	return { payees, others };
}

/** A row that could not be read joins the payee with its account number. */
async function readPayees(rows: readonly ListRow[]) {
	const payees: Payee[] = [];
	const payeeByAccount = new Map<string, Payee>();
	const payeeByNumber = new Map<string, Payee>();
	const unreadableByNumber = new Map<string, Payee>();
	const payeesByName = new Map<string, Payee[]>();
	const added = (): Payee => {
		const payee = { rows: [], cents: 0, payouts: [], ofFile: [], last: [], since: [] };
		payees.push(payee);
		return payee;
	};
	const join = (payee: Payee, row: ListRow, who: string) => {
		payee.rows.push(row);
		payee.cents += centsInFile(row) ?? 0;
		row.payee = payee;
		const named = payeesByName.get(who) ?? [];
		if (!named.includes(payee)) named.push(payee);
		if (who !== '') payeesByName.set(who, named);
	};
	for await (const row of inTurns(rows.filter(isReadable))) {
		const { transfer } = row;
		const payee = payeeByAccount.get(accountKey(transfer)) ?? added();
		payeeByAccount.set(accountKey(transfer), payee);
		payeeByNumber.set(transfer.account, payee);
		join(payee, row, transfer.who);
	}
	for (const row of rows.filter(({ transfer }) => !transfer)) {
		const { accountNumber = '', beneficiaryName = '' } = row.sheet.cells;
		const account = withoutLeadingZeros(accountNumber.replace(/\D/g, ''));
		const payee = payeeByNumber.get(account) ?? added();
		if (account !== '') payeeByNumber.set(account, payee);
		if (account !== '' && !payee.rows.some(isReadable)) unreadableByNumber.set(account, payee);
		join(payee, row, nameKey(beneficiaryName));
	}
	return { payees, payeeByAccount, unreadableByNumber, payeesByName };
}
