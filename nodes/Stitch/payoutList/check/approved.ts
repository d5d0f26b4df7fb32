import type { IDataObject } from 'n8n-workflow';

import { asText } from '../../schemas/asText';
import { folded } from '../../schemas/characters';
import { withNumbersMasked } from '../shownAccount';
import { checkedColumns, type KnownOfRows } from './checkedRow';
import { rowsToPay, type ListRow } from './listRow';
import { whatWentTo } from './warningRules';

/** A check that people have approved, and what is known now. */
interface Approval extends KnownOfRows {
	/** A row as that check returned it. */
	rowThen: (row: ListRow) => IDataObject;
}

/** What a bank answered before people approved a row: a later check asks none. */
export function addBankAnswers(rows: readonly ListRow[], rowThen: Approval['rowThen']): void {
	for (const row of rows) {
		const { verification, bankSays } = rowThen(row);
		const outcome = asText(verification);
		if (outcome) row.verified = { outcome, says: asText(bankSays) };
	}
}

/**
 * Keeps back each row that pays anything but what people approved, or that has become doubtful since. What
 * is missing or unclear keeps it back as well.
 */
export function keepBackChanged(rows: readonly ListRow[], approval: Approval): void {
	for (const row of rowsToPay(rows)) {
		const why = whyNotAsApproved(row, approval);
		if (why !== undefined) Object.assign(row, { verdict: 'heldBack', explanation: why });
	}
}

function whyNotAsApproved(row: ListRow, approval: Approval): string | undefined {
	const { rowThen, comparison } = approval;
	const then = rowThen(row);
	const now = checkedColumns(row, approval);
	const isConfirmedNow = then.verdict === 'confirmFirst' && row.verdict === 'confirmed';
	if (!isConfirmedNow && then.pay !== true) {
		return `It was not among the rows that were approved. ${asText(then.explanation) ?? ''}`.trim();
	}
	// Whatever lies between the two checks can have changed the columns that are paid.
	const [approved, paid] = [then.checkedAs, now.checkedAs].map((one) => folded(asText(one) ?? ''));
	if (!approved) return 'What was approved of it is not known: check the list again.';
	if (approved !== paid) return `It was approved as ${withNumbersMasked(approved)}.`;
	if (!comparison) return 'Stitch could not be asked again what was paid lately.';
	if (then.nonce !== now.nonce || then.client !== now.client) {
		return 'It would be a different payment: it was paid again since, or the two checks have different credentials.';
	}
	if (!isConfirmedNow && then.verdict !== now.verdict)
		return `It has changed since it was approved. ${row.explanation}`.trim();
	if (asText(then.newestPayoutAt) === asText(now.newestPayoutAt)) return undefined;
	const newest = row.newestPayout;
	return newest === undefined || newest.createdAt < String(then.newestPayoutAt ?? '')
		? 'A payment to this account has failed or come back since it was approved.'
		: `${whatWentTo('this account or name', newest, comparison.today)}, after the list was read. If it is the same payment, delete this row.`;
}
