import type { IDataObject } from 'n8n-workflow';

import { reasonInWords } from '../transport/reasons';
import type { Service } from '../transport/service';
import { ageOf } from './age';
import { differs, makeOrFind, type Existing } from './attempt';
import { lookUp, lookUpOnce } from './lookUp';
import {
	allFailed,
	mayBeEarlier,
	notLookedUp,
	notPaidAgain,
	otherValues,
	whyNotPaidAgain,
} from './onceFailures';
import type { EarlierAttempt, PaymentToMake } from './paymentToMake';

/**
 * Makes a payment that a nonce protects (spec 4.3), at most once however often it is asked for. How old
 * the payment of an answer is decides whether it was made now. A refusal is believed only if the payment
 * cannot have been made before; otherwise the payment is looked up by its nonce first.
 * @param foundAhead the payment under its own nonce, if it was looked up in this run before
 * @throws {ServiceFailure} also when the first payment differs, or when it cannot be known whether
 * the payment was made
 */
export async function sendOnce(
	service: Service,
	payment: PaymentToMake,
	foundAhead?: IDataObject,
): Promise<IDataObject> {
	if (foundAhead !== undefined && isSentBefore(service, payment, foundAhead)) {
		const found = { record: foundAhead, nonce: payment.nonce, isOld: true };
		return { ...existingPayment(found, payment), ...repeatFacts([], payment) };
	}
	const earlierAttempts: EarlierAttempt[] = [];
	const isRepeated = payment.onDuplicate === 'payAgainIfFailed';
	const nonces = isRepeated ? payment.nonces() : [payment.nonce];
	for (const [index, nonce] of nonces.entries()) {
		const result = await makeOrFind(service, payment, nonce);
		const counted = repeatFacts(earlierAttempts, payment);
		if ('made' in result) return { ...result.made, nonce, alreadyExisted: false, ...counted };
		if (!(await isPaidAgain(service, payment, result, nonces[index + 1]))) {
			return { ...existingPayment(await lastRepeat(payment, result), payment), ...counted };
		}
		const { id, status, statusReason: reason } = result.record;
		earlierAttempts.push({ id, status, reason, reasonText: reasonInWords(result.record) });
	}
	throw allFailed(earlierAttempts, nonces.at(-1));
}

/**
 * Whether a payment that was looked up ahead is certainly what sending would return: older than this
 * execution, the same in all that is compared, and paid: no other status stays as the list has it. Of any
 * other, only sending shows the truth.
 */
function isSentBefore(service: Service, payment: PaymentToMake, found: IDataObject): boolean {
	const { onDuplicate, sendingSince, compare, isDone } = payment;
	const now = service.clock.now();
	return (
		onDuplicate !== 'fail' &&
		ageOf(found, service, { execution: sendingSince(now), request: now }) === 'before' &&
		compare(found).every((one) => one.found === one.asked) &&
		found.notRead === undefined &&
		isDone?.(found) === true
	);
}

/**
 * Whether to pay again: only if the failed payment predates this execution, or was repeated already. Then
 * that repeat counts.
 * @param next the nonce of the next repeat; undefined if there is none
 * @throws {ServiceFailure} if it cannot be known whether there is one
 */
async function isPaidAgain(
	service: Service,
	payment: PaymentToMake,
	{ record, isOld, reply }: Existing,
	next: string | undefined,
): Promise<boolean> {
	if (payment.onDuplicate !== 'payAgainIfFailed' || !payment.hasFailed?.(record)) return false;
	if (isOld) return true;
	if (next === undefined) return false;
	const known = await lookUp(service, async () => await payment.find(next));
	if ('failure' in known) throw notLookedUp(payment, next, reply, known.failure);
	return 'found' in known;
}

/**
 * The last repeat of a payment that has failed: a run that pays again may have paid it since.
 * @throws {ServiceFailure} if it cannot be known whether there is another
 */
async function lastRepeat(payment: PaymentToMake, first: Existing): Promise<Existing> {
	let last = first;
	if (payment.onDuplicate !== 'returnExisting' || !payment.hasFailed?.(last.record)) return last;
	for (const nonce of payment.nonces().slice(1)) {
		if (!payment.hasFailed(last.record)) break;
		const known = await lookUpOnce(async () => await payment.find(nonce));
		if ('failure' in known) throw notLookedUp(payment, nonce, first.reply, known.failure);
		if ('none' in known) break;
		last = { ...last, record: known.found, nonce };
	}
	return last;
}

/**
 * The payment at the service, if it is the one that was asked for.
 * @throws {ServiceFailure} if it is a different one
 */
function existingPayment(found: Existing, payment: PaymentToMake): IDataObject {
	const { record, nonce, isOld, reply } = found;
	const why = whyNotPaidAgain(payment, record);
	if (differs(record, payment)) {
		if (why !== undefined) throw notPaidAgain(nonce, record, why);
		// The payment may be that of a request whose answer was lost.
		const mayBeOwn = !isOld && reply?.happened === 'maybe';
		throw (mayBeOwn ? mayBeEarlier : otherValues)(payment, nonce, record, reply);
	}
	const notReturned = payment.compare(record).filter(({ found }) => found === undefined);
	return {
		...record,
		nonce,
		// If it may be as new as this execution, it is unknown which run made it.
		alreadyExisted: isOld ? true : null,
		// A value that the service does not return cannot be compared; the output says so.
		...(notReturned.length > 0 && { notCompared: notReturned.map(({ label }) => label) }),
		...(why && { notPaidAgain: `${why.sentence}. ${why.advice}` }),
	};
}

/** Which repeat an output belongs to, if there can be several. */
function repeatFacts(earlierAttempts: EarlierAttempt[], { onDuplicate }: PaymentToMake) {
	if (onDuplicate !== 'payAgainIfFailed') return {};
	return { attempt: earlierAttempts.length + 1, earlierAttempts: [...earlierAttempts] };
}
