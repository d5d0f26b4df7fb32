import { bankName } from '../../schemas/bank';
import { formatRand } from '../../schemas/money';
import { textOf } from '../../transport/json';
import { dayInWords } from '../../actions/recordLabel';
import { shownAccount } from '../shownAccount';
import type { RecentPayout } from './knownAtStitch';
import { accountKey, paidRow, type PaidRow } from './paidRow';
import type { Judged } from './verdicts';

/**
 * Adds to each row that is paid again how the earlier payment failed, and what is different now.
 * @param failed earlier payouts that have failed, the newest one first
 * @param zone IANA name of the zone in which days are shown
 */
export function withFailures(
	judged: readonly Judged[],
	failed: readonly RecentPayout[],
	zone: string,
): Judged[] {
	// The newest of several: a later entry of a map replaces an earlier one.
	const newest = new Map(failed.toReversed().map((one) => [one.externalReference, one]));
	return judged.map((one) => {
		const now = one.verdict === 'payAgain' ? paidRow(one) : undefined;
		const before = now && newest.get(now.reference);
		return before ? { ...one, explanation: paidAgain(one, now, before, zone) } : one;
	});
}

function paidAgain({ tried }: Judged, now: PaidRow, before: RecentPayout, zone: string): string {
	const attempts = tried?.earlierAttempts as Array<{ reasonText?: unknown }> | undefined;
	const reason = textOf(attempts?.at(-1)?.reasonText);
	const isSame = accountKey(now) === accountKey(before) && now.cents === before.cents;
	const isBankShown = now.bank !== before.bank;
	return [
		`Failed on ${dayInWords(before.createdAt, zone)} with ${payoutInWords(before, isBankShown)}.`,
		reason && `${reason}.`,
		isSame ? 'Nothing has changed since then.' : `Now ${payoutInWords(now, isBankShown)}.`,
	]
		.filter(Boolean)
		.join(' ');
}

function payoutInWords(
	{ account, bank, cents }: Pick<RecentPayout, 'account' | 'bank' | 'cents'>,
	isBankShown: boolean,
): string {
	return [shownAccount(account), isBankShown && bankName(bank), formatRand(cents)]
		.filter(Boolean)
		.join(', ');
}
