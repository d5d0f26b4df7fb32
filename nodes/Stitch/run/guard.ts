import { canonical } from '../idempotency/nonce';
import type { PlannedPayment } from '../idempotency/payment';
import { InvalidInput } from '../schemas/field';
import { inRand } from '../schemas/money';
import type { RunOptions } from './options';

/** A payment of a run that is ready to be sent. */
export interface ReadyPayment {
	itemIndex: number;
	payment: PlannedPayment;
}

/**
 * Looks at all payments of a run before the first is sent: the limits that the user has set, and
 * rows that would be one and the same payment.
 * @returns what keeps an item from being sent, by item index
 */
export function guard(
	payments: readonly ReadyPayment[],
	limits: Pick<RunOptions, 'maxCentsPerItem' | 'maxCentsPerRun'>,
): Map<number, InvalidInput> {
	const overLimit = guardLimits(payments, limits);
	return overLimit.size > 0 ? overLimit : guardNonces(payments);
}

function guardLimits(
	payments: readonly ReadyPayment[],
	{ maxCentsPerItem, maxCentsPerRun }: Pick<RunOptions, 'maxCentsPerItem' | 'maxCentsPerRun'>,
): Map<number, InvalidInput> {
	const [tooLarge] = payments.filter(({ payment }) => payment.amount.cents > maxCentsPerItem);
	if (tooLarge !== undefined) {
		const what = `Amount R${inRand(tooLarge.payment.amount)} of item ${tooLarge.itemIndex} is more than Maximum Amount per Item, R${inRand({ cents: maxCentsPerItem })}`;
		return refuseAll(payments, what, 'Check the amount, or raise the limit under Options.');
	}
	const total = payments.reduce((sum, { payment }) => sum + payment.amount.cents, 0);
	if (total > maxCentsPerRun) {
		const what = `All items together ask for R${inRand({ cents: total })}, more than Maximum Total per Run, R${inRand({ cents: maxCentsPerRun })}`;
		return refuseAll(payments, what, 'Check the amounts, or raise the limit under Options.');
	}
	return new Map();
}

function refuseAll(payments: readonly ReadyPayment[], what: string, fix: string) {
	const mistake = { what, fix: `No item of this run was sent. ${fix}` };
	return new Map(payments.map(({ itemIndex }) => [itemIndex, new InvalidInput([mistake])]));
}

function guardNonces(payments: readonly ReadyPayment[]): Map<number, InvalidInput> {
	const firstOf = new Map<string, ReadyPayment>();
	const refused = new Map<number, InvalidInput>();
	for (const ready of payments) {
		const { itemIndex, payment } = ready;
		const first = firstOf.get(payment.nonce);
		if (first === undefined) {
			firstOf.set(payment.nonce, ready);
			continue;
		}
		refused.set(itemIndex, sameAs(first.itemIndex));
		// Which of two that differ is meant, nobody knows.
		const isEqual = canonical(first.payment.preview) === canonical(payment.preview);
		if (!isEqual && !refused.has(first.itemIndex)) refused.set(first.itemIndex, sameAs(itemIndex));
	}
	return refused;
}

function sameAs(other: number): InvalidInput {
	const mistake = {
		what: `Same payment as item ${other}: both have the same nonce`,
		fix: 'If these are two payments, give each its own External Reference (or nonce). If not, remove one of the rows.',
	};
	return new InvalidInput([mistake]);
}
