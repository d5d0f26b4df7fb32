import { duplicateProtections } from '../idempotency/duplicateProtection';
import { canonical } from '../idempotency/nonce';
import type { PreparedPayment } from '../idempotency/payment';
import { InvalidInput, type InputFailureKind } from '../schemas/invalidInput';
import { formatRand } from '../schemas/money';
import { textOf } from '../transport/json';
import { quoted, shownReference } from '../transport/wording';
import { nameOfItem } from './itemName';
import type { Unique } from './operation';
import type { RunOptions } from './options';

export interface ReadyPayment {
	itemIndex: number;
	payment: PreparedPayment;
}

/** Why items must not be sent, by item index. */
export type RejectedItems = Map<number, InvalidInput>;

/** The limits that apply to a single run, in cents; Infinity if none is set. */
export type RunLimits = Pick<RunOptions, 'maxCentsPerItem' | 'maxCentsPerRun'>;

/** Checks the payments of a run against the user's limits, before the first one is sent. */
export function guardLimits(
	payments: readonly ReadyPayment[],
	{ maxCentsPerItem, maxCentsPerRun }: RunLimits,
): RejectedItems {
	const tooLarge = payments.find(({ payment }) => payment.amount.cents > maxCentsPerItem);
	if (tooLarge !== undefined) {
		const { itemIndex, payment } = tooLarge;
		// Not read from the item: an expression takes too long for every row.
		const reference = textOf(payment.body.externalReference);
		const item = nameOfItem(itemIndex, reference && shownReference(reference));
		const what = `is ${formatRand(maxCentsPerItem)}, and ${item} asks for ${formatRand(payment.amount.cents)}`;
		const fix = 'Check the amount, or raise the limit.';
		return rejectAll(payments, 'Maximum Amount per Item', what, fix);
	}
	const total = totalOf(payments);
	if (total <= maxCentsPerRun) return new Map();
	const what = `is ${formatRand(maxCentsPerRun)}, and all items together ask for ${formatRand(total)}`;
	const fix = 'Check the amounts, or raise the limit.';
	return rejectAll(payments, 'Maximum Total per Run', what, fix);
}

/** The sum of payments, in cents. */
export function totalOf(payments: readonly ReadyPayment[]): number {
	return payments.reduce((sum, { payment }) => sum + payment.amount.cents, 0);
}

/**
 * Rejects every payment of a run for the same reason.
 * @param field the limit, as the panel calls it
 */
export function rejectAll(
	payments: readonly ReadyPayment[],
	field: string,
	what: string,
	fix: string,
	kind: InputFailureKind = 'limitExceeded',
): RejectedItems {
	const mistake = { field, what, fix: `No item of this run was sent. ${fix}` };
	return new Map(payments.map(({ itemIndex }) => [itemIndex, new InvalidInput([mistake], kind)]));
}

/** A request of a run that may not be sent twice. */
export interface UniqueRequest {
	itemIndex: number;
	unique: Unique;
}

/**
 * Finds rows that would be the same request. If their contents are equal, only the first is sent; if
 * they differ, none is, because it is unknown which one is meant.
 */
export function guardDuplicates(
	requests: readonly UniqueRequest[],
	noun: 'item' | 'row' = 'item',
): RejectedItems {
	const firstOf = new Map<string, UniqueRequest>();
	const rejected: RejectedItems = new Map();
	for (const request of requests) {
		const { itemIndex, unique } = request;
		const first = firstOf.get(unique.key);
		if (first === undefined) {
			firstOf.set(unique.key, request);
			continue;
		}
		rejected.set(itemIndex, sameAs(`${noun} ${first.itemIndex}`, unique));
		const isEqual = canonical(first.unique.content) === canonical(unique.content);
		if (!isEqual && !rejected.has(first.itemIndex)) {
			rejected.set(first.itemIndex, sameAs(`${noun} ${itemIndex}`, unique));
		}
	}
	return rejected;
}

/** One of the two may have been sent in an earlier run, and would be sent again under a new name. */
function sameAs(other: string, { noun = 'payment', label }: Unique): InvalidInput {
	const { field, what, toSendBoth } =
		label === 'content' ? sameContent(other) : sameKey(label, other);
	const fix = `If both rows mean one ${noun}, remove one of them. Only if two ${noun}s are due, ${toSendBoth}.`;
	return new InvalidInput([{ field, what, fix }], 'duplicateInRun');
}

function sameContent(other: string) {
	const { custom, itemContent } = duplicateProtections;
	return {
		field: 'Duplicate Protection',
		what: `finds the same content in ${other}`,
		toSendBoth: `send one of them alone, in a separate run with 'Duplicate Protection' set to ${custom.name}; the other rows keep ${itemContent.name}, or they would be sent again`,
	};
}

function sameKey(label: string, other: string) {
	return {
		field: label,
		what: `is the same as in ${other}`,
		toSendBoth: `check in Stitch which of them was sent before, leave its ${quoted(label)} as it is, and change only the other one`,
	};
}
