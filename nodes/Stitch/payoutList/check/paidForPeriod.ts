import { shownReference } from '../../transport/wording';
import { isReadable, referenceOf, type ListRow } from './listRow';
import { accountKey, hasMoved, type Payout } from './transfer';

/**
 * A derived reference depends on how a person is told apart, which may be different next time. So a row
 * whose account or name was paid for the kind and the period is one that was sent already.
 * @param derivedFrom the beginning of all references of the kind and the period
 */
export function addPaidForPeriod(
	rows: readonly ListRow[],
	payouts: readonly Payout[],
	derivedFrom: string,
): void {
	// What was paid under a reference of the file belongs to its row, such as that of a namesake.
	const ofFile = new Set(rows.map(referenceOf));
	const paid = payouts.filter(
		(one) => hasMoved(one) && one.reference.startsWith(derivedFrom) && !ofFile.has(one.reference),
	);
	const toAccount = new Map(paid.map((one) => [accountKey(one), one]));
	const toName = new Map(paid.map((one) => [one.who, one]));
	for (const row of rows.filter(isReadable).filter(({ pay }) => pay)) {
		const { transfer } = row;
		const found = toAccount.get(accountKey(transfer)) ?? toName.get(transfer.who);
		if (found === undefined) continue;
		const isSame = found.cents === transfer.cents && accountKey(found) === accountKey(transfer);
		row.pay = false;
		row.verdict = isSame ? 'alreadyPaid' : 'sentWithOtherValues';
		row.explanation = `Paid for this period as ${shownReference(found.reference)}.`;
		row.atStitch = found;
	}
}
