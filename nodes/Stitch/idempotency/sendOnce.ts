import type { IDataObject } from 'n8n-workflow';

import {
	isUnknown,
	saysDuplicate,
	ServiceFailure,
	type FailureDetails,
} from '../transport/failure';
import { textOf } from '../transport/json';
import { whatWasSaid } from '../transport/messages';
import { paymentReasonText } from '../transport/reasons';
import type { Outcome, Service } from '../transport/service';
import { differencesOf, inWords, type Comparison } from './comparison';
import { lookOnce, lookUp } from './lookUp';

/** Fields that the node adds to a payment; reading it again later does not return them. */
export const addedToPayment = [
	'nonce',
	'alreadyExisted',
	'notCompared',
	'attempt',
	'earlierAttempts',
] as const;

/**
 * What to do when the service already holds a payment under the nonce. `payAgainIfFailed`: where
 * that payment has failed for good, the next attempt is made, under a nonce of its own.
 */
export type OnDuplicate = 'returnExisting' | 'fail' | 'payAgainIfFailed';

/** A payment with everything that is needed to make it exactly once. */
export interface Once {
	/** What people know the payment by, for messages: `External Reference salary-1`, `the nonce a1`. */
	name: string;
	/** The nonce of each attempt that may be made; one, unless failed payments are made again. */
	nonces: readonly string[];
	onDuplicate: OnDuplicate;
	/** Sends it under a nonce. */
	send(nonce: string): Promise<Outcome>;
	/** Looks up the payment of a nonce; undefined if there is none. */
	find(nonce: string): Promise<IDataObject | undefined>;
	compare(found: IDataObject): Comparison[];
	/** Whether a payment has failed for good. */
	hasFailed?(found: IDataObject): boolean;
	/** Whether there can be a payment that is not found. */
	mayBeUnlisted?: boolean;
	/** Whether the first payment may be why the service refuses its repeat for its values. */
	mayRefuseItself?: boolean;
	/** Where a person finds the payment by hand. */
	lookUpAdvice: string;
	/** What to do when it is unknown whether it was made; by default, as for every request. */
	unknownAdvice?(nonce: string): string;
}

/** One failed attempt, as the output shows it. */
type EarlierAttempt = Record<'id' | 'status' | 'reason' | 'reasonText', IDataObject[string]>;

/**
 * Makes a payment that a nonce protects (spec 4.3), at most once however often it is asked for. A
 * refusal is believed only if the payment cannot have been made before; otherwise the payment is
 * looked up by its nonce first.
 * @throws {ServiceFailure} also when the first payment differs, or when it cannot be known whether
 * the payment was made
 */
export async function sendOnce(service: Service, once: Once): Promise<IDataObject> {
	const earlierAttempts: EarlierAttempt[] = [];
	for (const nonce of once.nonces) {
		const outcome = await once.send(nonce);
		const counted = countOf(earlierAttempts, once);
		if ('answer' in outcome) {
			return { ...outcome.answer.body, nonce, alreadyExisted: false, ...counted };
		}
		const first = await firstPayment(service, once, nonce, outcome.failure);
		const hasFailed = once.onDuplicate === 'payAgainIfFailed' && once.hasFailed?.(first);
		if (hasFailed && (await isOld(service, once, nonce, first, outcome.failure))) {
			const { id, status, statusReason: reason } = first;
			earlierAttempts.push({ id, status, reason, reasonText: reasonInWords(first) });
			continue;
		}
		return { ...existing(first, once, nonce, outcome.failure), ...counted };
	}
	throw allFailed(earlierAttempts);
}

/**
 * Whether a failed payment is known to be older than this run. One that this run itself may have made
 * is not made a second time, unless there is a next attempt already: then that one counts. One with
 * other values than were sent now was made before the row was corrected.
 * @throws {ServiceFailure} if it cannot be known whether there is one
 */
async function isOld(
	service: Service,
	once: Once,
	nonce: string,
	found: IDataObject,
	failure: FailureDetails,
): Promise<boolean> {
	if (!failure.uncertain || differencesOf(once.compare(found)).length > 0) return true;
	const next = once.nonces[once.nonces.indexOf(nonce) + 1];
	if (next === undefined) return false;
	const known = await lookUp(service, async () => await once.find(next));
	if ('failure' in known) throw notLookedUp(once, next, failure, known.failure);
	return 'found' in known;
}

/** Why a payment has failed, in plain words; undefined if the service does not say. */
function reasonInWords({ status, statusReason, description }: IDataObject): string | undefined {
	return paymentReasonText(status, textOf(statusReason), textOf(description));
}

/** Which attempt an output belongs to, if there can be several. */
function countOf(earlierAttempts: EarlierAttempt[], { onDuplicate }: Once) {
	if (onDuplicate !== 'payAgainIfFailed') return {};
	return { attempt: earlierAttempts.length + 1, earlierAttempts: [...earlierAttempts] };
}

/**
 * The payment that the service already holds.
 * @throws {ServiceFailure} if there is none, or if that cannot be known
 */
async function firstPayment(
	service: Service,
	once: Once,
	nonce: string,
	failure: FailureDetails,
): Promise<IDataObject> {
	const isDuplicate = saysDuplicate(failure);
	if (!isDuplicate && !failure.uncertain) return await refusedByItself(once, nonce, failure);
	if (isDuplicate && once.onDuplicate === 'fail') throw unchanged(once, nonce, failure);
	const known = await lookUp(service, async () => await once.find(nonce));
	if ('found' in known) return known.found;
	if ('failure' in known) throw notLookedUp(once, nonce, failure, known.failure);
	if (once.mayBeUnlisted) throw notLookedUp(once, nonce, failure, { kind: 'unreadable' });
	throw nothingThere(once, nonce, failure, isDuplicate);
}

/**
 * The first payment where it is why the repeat was refused: it may have been made by a run that never
 * learned of it.
 * @throws {ServiceFailure} otherwise: a refusal with no uncertain attempt before it is believed, and a
 * lost answer is passed on as it is
 */
async function refusedByItself(
	once: Once,
	nonce: string,
	failure: FailureDetails,
): Promise<IDataObject> {
	const { status = 0, code } = failure;
	const isOfValues = [400, 404, 422].includes(status) || code === 'BAD_USER_INPUT';
	const mayBeMade = once.mayRefuseItself && isOfValues && once.onDuplicate !== 'fail';
	const known = mayBeMade ? await lookOnce(async () => await once.find(nonce)) : undefined;
	if (known !== undefined && 'found' in known) return known.found;
	throw unchanged(once, nonce, failure);
}

/** The failure as it came, with better advice if it is unknown what became of the payment. */
function unchanged(once: Once, nonce: string, failure: FailureDetails): ServiceFailure {
	const advice = isUnknown(failure) ? once.unknownAdvice?.(nonce) : undefined;
	return new ServiceFailure({ advice, ...failure, nonce });
}

/** It may have been made, or the nonce was used before, and the payment cannot be looked up. */
function notLookedUp(
	{ name, lookUpAdvice, unknownAdvice }: Once,
	nonce: string,
	failure: FailureDetails,
	{ detail, title }: FailureDetails,
): ServiceFailure {
	const why = detail ?? title;
	const start = failure.uncertain
		? 'This run may have made the payment, but Stitch did not confirm it'
		: 'Nothing was sent twice. Stitch reports a conflict';
	return new ServiceFailure({
		...failure,
		nonce,
		// What was there before stands as long as nobody has looked.
		uncertain: true,
		sentence: `${start}${quoted(failure)}. Whether there is a payment under ${name} could not be looked up${why ? ` (${why})` : ''}`,
		advice: [failure.uncertain && unknownAdvice?.(nonce), lookUpAdvice].filter(Boolean).join(' '),
	});
}

/** The service has no payment under the nonce, so its refusal is final. */
function nothingThere(
	{ name, lookUpAdvice }: Once,
	nonce: string,
	failure: FailureDetails,
	isDuplicate: boolean,
): ServiceFailure {
	const refusal = { ...failure, nonce, uncertain: false };
	if (!isDuplicate) return new ServiceFailure(refusal);
	return new ServiceFailure({
		...refusal,
		sentence: `Stitch reports a conflict${quoted(failure)}, and it knows no payment under ${name}: nothing was carried out`,
		advice: `Put right what Stitch names, then run the item again. If it says that the nonce was used: ${lookUpAdvice}`,
	});
}

function allFailed(attempts: EarlierAttempt[]): ServiceFailure {
	const { id, reason, reasonText } = attempts.at(-1) ?? {};
	return new ServiceFailure({
		kind: 'failedPayment',
		id: String(id),
		reason: typeof reason === 'string' ? reason : undefined,
		sentence: `All ${attempts.length} attempts to make this payment have failed. The last time: ${String(reasonText ?? 'no reason given')}`,
		advice:
			'Nothing more is sent under this reference or nonce. Find out why it fails, then pay it under a new one.',
	});
}

/**
 * The payment that the service has, if it is the one that was asked for.
 * @throws {ServiceFailure} if it is a different one
 */
function existing(
	found: IDataObject,
	once: Once,
	nonce: string,
	failure: FailureDetails,
): IDataObject {
	const compared = once.compare(found);
	const untold = compared.filter(({ found: was }) => was === undefined);
	const different = differencesOf(compared);
	if (different.length > 0) {
		throw new ServiceFailure({
			...failure,
			nonce,
			uncertain: false,
			kind: 'duplicate',
			id: String(found.id),
			sentence: `Already sent under ${once.name}, but with other values: nothing was sent again. ${different.map(inWords).join('; ')}`,
			advice: `The first payment has the ID ${String(found.id)}. If this is a new payment, give it an External Reference or a nonce of its own.`,
		});
	}
	return {
		...found,
		nonce,
		// After a lost answer it is unknown which run made it.
		alreadyExisted: failure.uncertain ? null : true,
		// A value that the service does not return cannot be compared; the output says so.
		...(untold.length > 0 && { notCompared: untold.map(({ label }) => label) }),
	};
}

/** The service's own words for a refusal. */
function quoted(failure: FailureDetails): string {
	const said = whatWasSaid(failure);
	return said === undefined ? '' : `: “${said}”`;
}
