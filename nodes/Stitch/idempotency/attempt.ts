import type { IDataObject } from 'n8n-workflow';

import {
	httpStatusOf,
	isUnanswered,
	saysDuplicate,
	type FailureDetails,
	type FailureFacts,
	type ServiceFailure,
} from '../transport/failure';
import type { Answer, Service } from '../transport/service';
import { ageOf, type Began } from './age';
import { differencesOf } from './comparison';
import { lookUp, lookUpOnce, type Known } from './lookUp';
import {
	blockedAndNotLookedUp,
	madeBefore,
	mayBeEarlier,
	mayBeListedLater,
	notLookedUp,
	notSentUnseen,
	reportedFailure,
} from './onceFailures';
import type { PaymentToMake } from './paymentToMake';

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
 * returned (`existingPayment` rejects one with different values), or repeated under the next nonce
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
export interface Existing {
	record: IDataObject;
	nonce: string;
	/** Whether it was certainly there before this execution sent anything. */
	isOld: boolean;
	/** The service's answer, if it was not the payment itself. */
	reply?: FailureDetails | undefined;
}

/**
 * Makes the payment under one nonce, or finds the one that is there.
 * @throws {ServiceFailure} if there is none, or if that cannot be known
 */
export async function makeOrFind(
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
	const isUnclear = differs(body, payment) && ageOf(body, service, began) !== 'before';
	const record = isUnclear ? await readOnceMore(payment, nonce, body) : body;
	const age = ageOf(record, service, began);
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

export function differs(record: IDataObject, { compare }: PaymentToMake): boolean {
	return differencesOf(compare(record)).length > 0;
}
