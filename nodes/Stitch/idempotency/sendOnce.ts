import type { IDataObject } from 'n8n-workflow';

import { timeOf } from '../transport/clock';
import {
	httpStatusOf,
	isUnanswered,
	saysDuplicate,
	type FailureDetails,
	type FailureFacts,
	type ServiceFailure,
} from '../transport/failure';
import { reasonInWords } from '../transport/reasons';
import type { Service } from '../transport/service';
import type { EarlierAttempt, PaymentAttempt } from './attempt';
import { differencesOf } from './comparison';
import { lookUpOnce, lookUp, type Known } from './lookUp';
import {
	allFailed,
	asHeard,
	blockedAndNotLookedUp,
	madeBefore,
	mayBeListedLater,
	notLookedUp,
	notSentUnseen,
	otherValues,
} from './onceFailures';

/** What the service said to a payment, other than that it was made. */
type Heard =
	/**
	 * A conflict, a refusal after an answer that was lost, or an answer that leaves open what became of it:
	 * this very payment may be the reason, made in this run or before.
	 */
	| 'mayBeItself'
	/** A refusal of the values, which the first payment may have caused: nothing is left to give back. */
	| 'refusedValues'
	/** Not sent, because something that it depends on forbids it. */
	| 'blocked'
	/** Any other failure, and every other refusal where a duplicate is to fail. */
	| 'final';

/** Builds the failure of an item. */
type Failing = (
	attempt: PaymentAttempt,
	nonce: string,
	heard: FailureDetails,
	whyNotLookedUp?: FailureDetails,
) => ServiceFailure;

interface Row {
	/** How the payment is looked up: until it is listed, once, or not at all. */
	lookUp: 'patiently' | 'once' | 'never';
	/** There is no payment under the nonce. */
	none: Failing;
	/** None is listed, where the list may lack it: that proves nothing. */
	unlisted: Failing;
	/** It cannot be looked up. */
	unknown: Failing;
}

/**
 * What follows from what was heard and what is known. A payment that is found is never sent again: it
 * is returned, rejected where its values differ (`existing`), or followed by the next attempt
 * (`isPaidAgain`).
 */
const cases: Record<Heard, Row> = {
	mayBeItself: {
		lookUp: 'patiently',
		none: mayBeListedLater,
		unlisted: notLookedUp,
		unknown: notLookedUp,
	},
	refusedValues: { lookUp: 'once', none: asHeard, unlisted: asHeard, unknown: asHeard },
	blocked: {
		lookUp: 'patiently',
		none: asHeard,
		unlisted: asHeard,
		unknown: blockedAndNotLookedUp,
	},
	final: { lookUp: 'never', none: asHeard, unlisted: asHeard, unknown: asHeard },
};

function heardIn(failure: FailureDetails, { onDuplicate, mayRefuseItself }: PaymentAttempt): Heard {
	// Something was said, so that the payment can be looked up.
	const isOpen = failure.happened === 'maybe' && !isUnanswered(failure);
	// The document was refused, whatever its values are.
	if (failure.kind === 'notOffered' && !isOpen) return 'final';
	const isConflict = saysDuplicate(failure);
	if (onDuplicate === 'fail' && !isConflict && !isOpen) return 'final';
	// What Stitch says of a used nonce is not known, so its words never show that it is another conflict.
	if (isConflict || isOpen) return 'mayBeItself';
	const isOfValues = [400, 404, 422].includes(httpStatusOf(failure));
	return mayRefuseItself && isOfValues ? 'refusedValues' : 'final';
}

/** A payment that the service holds under a nonce. */
interface Held {
	found: IDataObject;
	nonce: string;
	/** Whether it is certain that it was there before this execution sent anything. */
	isOld: boolean;
	/** Whether it may have been made since then, so that it may be this execution's own. */
	isNew: boolean;
	/** What the service said, if it said more than the payment itself. */
	heard?: FailureDetails;
}

/**
 * Makes a payment that a nonce protects (spec 4.3), at most once however often it is asked for. A
 * refusal is believed only if the payment cannot have been made before; otherwise the payment is
 * looked up by its nonce first.
 * @throws {ServiceFailure} also when the first payment differs, or when it cannot be known whether
 * the payment was made
 */
export async function sendOnce(service: Service, attempt: PaymentAttempt): Promise<IDataObject> {
	const earlierAttempts: EarlierAttempt[] = [];
	const isRepeated = attempt.onDuplicate === 'payAgainIfFailed';
	const nonces = isRepeated ? attempt.nonces() : [attempt.nonce];
	for (const [index, nonce] of nonces.entries()) {
		const result = await make(service, attempt, nonce);
		const counted = countOf(earlierAttempts, attempt);
		if ('made' in result) return { ...result.made, nonce, alreadyExisted: false, ...counted };
		if (!(await isPaidAgain(service, attempt, result, nonces[index + 1]))) {
			return { ...existing(await lastAttempt(attempt, result), attempt), ...counted };
		}
		const { id, status, statusReason: reason } = result.found;
		earlierAttempts.push({ id, status, reason, reasonText: reasonInWords(result.found) });
	}
	throw allFailed(earlierAttempts, nonces.at(-1));
}

/**
 * Makes the payment under one nonce, or finds the one that is there.
 * @throws {ServiceFailure} if there is none, or if that cannot be known
 */
async function make(
	service: Service,
	attempt: PaymentAttempt,
	nonce: string,
): Promise<{ made: IDataObject } | Held> {
	const since = attempt.since(service.clock.now());
	const held = (found: IDataObject, heard?: FailureDetails): Held => {
		const isNew = !isOlder(found, service, since);
		return { found, nonce, isOld: !isNew && heard?.happened !== 'maybe', isNew, heard };
	};
	const before = await madeFirst(attempt, nonce);
	if (before !== undefined) {
		if (attempt.onDuplicate === 'fail') throw madeBefore(attempt, nonce, before);
		return held(before);
	}
	const sent = await attempt.send(nonce);
	if ('answer' in sent) {
		const { body } = sent.answer;
		// An answer that shows another payment than the one asked for is that of a nonce used before.
		return attempt.isLookedUpFirst && differs(body, attempt) ? held(body) : { made: body };
	}
	const isBlocked = 'blocked' in sent;
	const heard = isBlocked ? sent.blocked : sent.failure;
	const row = cases[isBlocked ? 'blocked' : heardIn(heard, attempt)];
	const known = await knownBy(service, row, async () => await attempt.find(nonce));
	if ('failure' in known) throw row.unknown(attempt, nonce, heard, known.failure);
	if ('none' in known) {
		throw (attempt.mayBeUnlisted ? row.unlisted : row.none)(attempt, nonce, heard);
	}
	const one = held(known.found, heard);
	if (attempt.onDuplicate !== 'fail') return one;
	if (isBlocked || one.isOld) throw madeBefore(attempt, nonce, known.found);
	// Of a conflict with what may be this execution's own, nobody can say that it is a duplicate.
	if (saysDuplicate(heard)) throw asHeard(attempt, nonce, heard);
	return one;
}

/**
 * Whether a payment was made before a moment; not every record says when. A gateway may have repeated a
 * request, n8n may run the node again (Retry On Fail), or a loop may lead back to it: a conflict is then
 * with what this execution has made itself. So neither a time that is still to come is one of before, nor
 * one that nobody can read.
 * @param since milliseconds since the epoch, by the clock of this machine
 */
function isOlder({ createdAt, statusDate }: IDataObject, service: Service, since: number): boolean {
	const said = createdAt ?? statusDate;
	if (said === undefined || said === null) return true;
	const madeAt = timeOf(said) ?? Infinity;
	// Times may be in whole seconds.
	const latest = madeAt % 1000 === 0 ? madeAt + 999 : madeAt;
	return latest < service.timeThere(since);
}

async function knownBy(
	service: Service,
	row: Row,
	find: () => Promise<IDataObject | undefined>,
): Promise<Known> {
	if (row.lookUp === 'never') return { none: true };
	if (row.lookUp === 'once') return await lookUpOnce(find);
	return await lookUp(service, find);
}

/**
 * The payment under a nonce, before anything is sent. A client that may not read the list relies on the
 * service, as where nothing is looked up first.
 * @throws {ServiceFailure} if it cannot be known whether there is one
 */
async function madeFirst(attempt: PaymentAttempt, nonce: string): Promise<IDataObject | undefined> {
	if (!attempt.isLookedUpFirst) return undefined;
	const known = await lookUpOnce(async () => await attempt.find(nonce));
	if ('none' in known) return undefined;
	if ('found' in known) return known.found;
	if (isNotAllowed(known.failure)) return undefined;
	throw notSentUnseen(attempt, nonce, known.failure);
}

/** Whether the client may not read the list, or the service has none: looking again would change nothing. */
function isNotAllowed(failure: FailureDetails): boolean {
	const { kind, path = '' }: FailureFacts = failure;
	if (kind === 'notOffered') return true;
	// A refusal of what a record holds shows that there is one.
	const isOfList = ['graphql', 'status'].includes(kind) && !/\.\d/.test(path);
	return isOfList && httpStatusOf(failure) === 403;
}

/**
 * Whether the next attempt is made: where a failed payment is known to be older than this execution. One
 * that this execution itself may have made is not made a second time, unless there is a next attempt
 * already: then that one counts. One with other values than were sent now was made before the row was
 * corrected.
 * @param next the nonce of the next attempt; undefined if this one is the last
 * @throws {ServiceFailure} if it cannot be known whether there is one
 */
async function isPaidAgain(
	service: Service,
	attempt: PaymentAttempt,
	{ found, isOld, isNew, heard }: Held,
	next: string | undefined,
): Promise<boolean> {
	if (attempt.onDuplicate !== 'payAgainIfFailed' || !attempt.hasFailed?.(found)) return false;
	if (isOld || (!isNew && differs(found, attempt))) return true;
	if (next === undefined) return false;
	const known = await lookUp(service, async () => await attempt.find(next));
	if ('failure' in known) throw notLookedUp(attempt, next, heard, known.failure);
	return 'found' in known;
}

/**
 * The last attempt of a payment whose first has failed: a run that pays again may have paid it since.
 * @throws {ServiceFailure} if it cannot be known whether there is another
 */
async function lastAttempt(attempt: PaymentAttempt, first: Held): Promise<Held> {
	let last = first;
	if (attempt.onDuplicate !== 'returnExisting' || !attempt.hasFailed?.(last.found)) return last;
	for (const nonce of attempt.nonces().slice(1)) {
		if (!attempt.hasFailed(last.found)) break;
		const known = await lookUpOnce(async () => await attempt.find(nonce));
		if ('failure' in known) throw notLookedUp(attempt, nonce, first.heard, known.failure);
		if ('none' in known) break;
		last = { ...last, found: known.found, nonce };
	}
	return last;
}

/**
 * The payment that the service holds, if it is the one that was asked for.
 * @throws {ServiceFailure} if it is a different one
 */
function existing(held: Held, attempt: PaymentAttempt): IDataObject {
	const { found, nonce, isOld, heard } = held;
	if (differs(found, attempt)) throw otherValues(attempt, nonce, found, heard);
	const unknown = attempt.compare(found).filter(({ found: was }) => was === undefined);
	return {
		...found,
		nonce,
		// After a lost answer, or where it is as new as this execution, it is unknown which run made it.
		alreadyExisted: isOld ? true : null,
		// A value that the service does not return cannot be compared; the output says so.
		...(unknown.length > 0 && { notCompared: unknown.map(({ label }) => label) }),
	};
}

function differs(found: IDataObject, { compare }: PaymentAttempt): boolean {
	return differencesOf(compare(found)).length > 0;
}

/** Which attempt an output belongs to, if there can be several. */
function countOf(earlierAttempts: EarlierAttempt[], { onDuplicate }: PaymentAttempt) {
	if (onDuplicate !== 'payAgainIfFailed') return {};
	return { attempt: earlierAttempts.length + 1, earlierAttempts: [...earlierAttempts] };
}
