import type { IDataObject } from 'n8n-workflow';

import {
	httpStatusOf,
	isUnanswered,
	saysDuplicate,
	type FailureDetails,
	type FailureFacts,
	type ServiceFailure,
} from '../transport/failure';
import { reasonInWords } from '../transport/reasons';
import type { Answer, Service } from '../transport/service';
import { ageOf, type Age, type Began } from './age';
import { differencesOf } from './comparison';
import { lookUpOnce, lookUp, type Known } from './lookUp';
import {
	allFailed,
	reportedFailure,
	blockedAndNotLookedUp,
	madeBefore,
	mayBeListedLater,
	mayBeEarlier,
	notLookedUp,
	notPaidAgain,
	notSentUnseen,
	otherValues,
	whyNotPaidAgain,
} from './onceFailures';
import type { EarlierAttempt, PaymentToMake } from './paymentToMake';

/** The outcome of a request that did not return the payment. */
type Reply =
	/**
	 * A conflict, a refusal after an answer that was lost, or an answer that leaves the outcome open:
	 * this very payment may be the reason, made in this run or before.
	 */
	| 'mayBeItself'
	/** The values were refused, perhaps because the first refund left nothing to refund. */
	| 'refusedValues'
	/** Not sent, because something that it depends on forbids it. */
	| 'blocked'
	/** Any other failure, and every other refusal where a duplicate is to fail. */
	| 'final';

type Failing = (
	payment: PaymentToMake,
	nonce: string,
	reply: FailureDetails,
	whyNotLookedUp?: FailureDetails,
) => ServiceFailure;

interface Case {
	/** How the payment is looked up: until it is listed, once, or not at all. */
	lookUp: 'patiently' | 'once' | 'never';
	/** There is no payment under the nonce. */
	none: Failing;
	/** None is listed, but the list may lack it: that proves nothing. */
	unlisted: Failing;
	/** It cannot be looked up. */
	unknown: Failing;
}

/**
 * What follows from the reply and the look-up. A payment that is found is never sent again: it is
 * returned (`returned` rejects one with different values), or repeated under the next nonce
 * (`isPaidAgain`). What the service does with a used nonce is in `usedNonces`, by the kind of payment.
 */
const cases: Record<Reply, Case> = {
	mayBeItself: {
		lookUp: 'patiently',
		none: mayBeListedLater,
		unlisted: notLookedUp,
		unknown: notLookedUp,
	},
	refusedValues: {
		lookUp: 'once',
		none: reportedFailure,
		unlisted: reportedFailure,
		unknown: reportedFailure,
	},
	blocked: {
		lookUp: 'patiently',
		none: reportedFailure,
		unlisted: reportedFailure,
		unknown: blockedAndNotLookedUp,
	},
	final: {
		lookUp: 'never',
		none: reportedFailure,
		unlisted: reportedFailure,
		unknown: reportedFailure,
	},
};

/** How to treat each reply that did not return a new payment. */
function replyOf(failure: FailureDetails, { onDuplicate, rules }: PaymentToMake): Reply {
	// It was not sent again by itself, so only the list can show what became of it.
	const isLost = rules.again === 'mayPayTwice' && failure.happened === 'maybe';
	// The answer says something, so the payment can be looked up.
	const isAnswered = !isUnanswered(failure) && failure.kind !== 'notTheService';
	const isOpen = isLost || (failure.happened === 'maybe' && isAnswered);
	// The document itself was refused, not its values.
	if (failure.kind === 'notOffered' && !isOpen) return 'final';
	const isConflict = saysDuplicate(failure);
	if (onDuplicate === 'fail' && !isConflict && !isOpen) return 'final';
	// It is not known how Stitch reports a used nonce, so its words never prove a different conflict.
	if (isConflict || isOpen) return 'mayBeItself';
	const isOfValues = [400, 404, 422].includes(httpStatusOf(failure));
	return rules.mayRefuseItself && isOfValues ? 'refusedValues' : 'final';
}

/** A payment under a nonce that this request certainly did not make. */
interface Existing {
	record: IDataObject;
	nonce: string;
	/** Whether it was certainly there before this execution sent anything. */
	isOld: boolean;
	/** The service's answer, if it was not the payment itself. */
	reply?: FailureDetails | undefined;
}

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
 * Makes the payment under one nonce, or finds the one that is there.
 * @throws {ServiceFailure} if there is none, or if that cannot be known
 */
async function makeOrFind(
	service: Service,
	payment: PaymentToMake,
	nonce: string,
): Promise<{ made: IDataObject } | Existing> {
	const execution = payment.sendingSince(service.clock.now());
	const first = await lookUpFirst(payment, nonce);
	const began: Began = { execution, request: service.clock.now() };
	if (first !== undefined) {
		if (payment.onDuplicate === 'fail') throw madeBefore(payment, nonce, first);
		return { record: first, nonce, isOld: ageOf(first, service, began) === 'before' };
	}
	const sent = await payment.send(nonce);
	if ('onlyTried' in sent) return { made: {} };
	if ('answer' in sent) {
		const madeTwice = await madeTwiceBy(service, payment, nonce, sent.answer);
		const body = { ...sent.answer.body, ...(madeTwice && { madeTwice }) };
		return await answered(service, payment, nonce, body, began);
	}
	const isBlocked = 'blocked' in sent;
	const reply = isBlocked ? sent.blocked : sent.failure;
	const row = cases[isBlocked ? 'blocked' : replyOf(reply, payment)];
	const known = await lookUpFor(service, row, async () => await payment.find(nonce));
	if ('failure' in known) throw row.unknown(payment, nonce, reply, known.failure);
	if ('none' in known) {
		throw (payment.rules.mayBeUnlisted ? row.unlisted : row.none)(payment, nonce, reply);
	}
	const record = known.found;
	const isOld = ageOf(record, service, began) === 'before';
	if (payment.onDuplicate !== 'fail') return { record, nonce, isOld, reply };
	if (isBlocked || isOld) throw madeBefore(payment, nonce, record);
	// If the conflict may be with this execution's own payment, nobody can call it a duplicate.
	if (saysDuplicate(reply)) throw reportedFailure(payment, nonce, reply);
	return { record, nonce, isOld, reply };
}

/**
 * What an answer with a payment shows: the one that was made now, or the first one under its nonce. Its
 * age decides, not the status of the answer. One with other values is read once more: they may only be
 * written in another way.
 * @throws {ServiceFailure} where the values differ and nobody can tell whose payment it is
 */
async function answered(
	service: Service,
	payment: PaymentToMake,
	nonce: string,
	body: IDataObject,
	began: Began,
): Promise<{ made: IDataObject } | Existing> {
	const age = ageOf(body, service, began);
	const record =
		age !== 'before' && differs(body, payment) ? await readOnceMore(payment, nonce, body) : body;
	return madeOrExisting(
		payment,
		nonce,
		record,
		record === body ? age : ageOf(record, service, began),
	);
}

/**
 * The IDs of the payments under a nonce, if an answer was lost before this one and the service has made a
 * second payment; undefined if its list shows none. The list may show this payment only a moment later.
 */
async function madeTwiceBy(
	service: Service,
	payment: PaymentToMake,
	nonce: string,
	{ body, happenedBefore }: Answer,
): Promise<string[] | undefined> {
	if (happenedBefore !== 'maybe') return undefined;
	const known = await lookUp(service, async () => {
		const found = await payment.find(nonce);
		return found?.id === body.id ? found : undefined;
	});
	return 'failure' in known ? known.failure.ids : undefined;
}

async function readOnceMore(
	payment: PaymentToMake,
	nonce: string,
	body: IDataObject,
): Promise<IDataObject> {
	const known = await lookUpOnce(async () => await payment.find(nonce));
	return 'found' in known && known.found.id === body.id ? known.found : body;
}

function madeOrExisting(
	payment: PaymentToMake,
	nonce: string,
	record: IDataObject,
	age: Age,
): { made: IDataObject } | Existing {
	if (age === 'before' && payment.onDuplicate === 'fail') {
		throw madeBefore(payment, nonce, record);
	}
	const differences = differencesOf(payment.compare(record));
	if (age === 'now') {
		const notAsAsked = differences.map(({ label }) => label);
		return { made: { ...record, ...(notAsAsked.length > 0 && { notAsAsked }) } };
	}
	if (age === 'unknown' && differences.length > 0) throw mayBeEarlier(payment, nonce, record);
	return { record, nonce, isOld: age === 'before' };
}

async function lookUpFor(
	service: Service,
	row: Case,
	find: () => Promise<IDataObject | undefined>,
): Promise<Known> {
	if (row.lookUp === 'never') return { none: true };
	if (row.lookUp === 'once') return await lookUpOnce(find);
	return await lookUp(service, find);
}

/**
 * The payment under a nonce, before anything is sent. A client that may not read the list relies on the
 * service where that refuses a used nonce.
 * @throws {ServiceFailure} if it cannot be known whether there is one
 */
async function lookUpFirst(
	payment: PaymentToMake,
	nonce: string,
): Promise<IDataObject | undefined> {
	const { again, isLookedUpFirst } = payment.rules;
	if (!isLookedUpFirst) return undefined;
	const known = await lookUpOnce(async () => await payment.find(nonce));
	if ('none' in known) return undefined;
	if ('found' in known) return known.found;
	if (again === 'refused' && isNotAllowed(known.failure)) return undefined;
	throw notSentUnseen(payment, nonce, known.failure);
}

/** Whether the client may not read the list, or the service has none: looking again would change nothing. */
function isNotAllowed(failure: FailureDetails): boolean {
	const { kind, path = '', missingScopes = [] }: FailureFacts = failure;
	if (kind === 'notOffered') return true;
	// Without these scopes the credential cannot pay either.
	if (missingScopes.length > 0) return false;
	// A 403 on a single record still proves that the record exists.
	const isOfList = ['graphql', 'status'].includes(kind) && !/\.\d/.test(path);
	return isOfList && httpStatusOf(failure) === 403;
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

function differs(record: IDataObject, { compare }: PaymentToMake): boolean {
	return differencesOf(compare(record)).length > 0;
}

/** Which repeat an output belongs to, if there can be several. */
function repeatFacts(earlierAttempts: EarlierAttempt[], { onDuplicate }: PaymentToMake) {
	if (onDuplicate !== 'payAgainIfFailed') return {};
	return { attempt: earlierAttempts.length + 1, earlierAttempts: [...earlierAttempts] };
}
