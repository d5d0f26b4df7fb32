import type { IDataObject } from 'n8n-workflow';

import { saysDuplicate, ServiceFailure, type FailureDetails } from '../transport/failure';
import { textOf } from '../transport/json';
import { paymentReasonText } from '../transport/reasons';
import type { Service } from '../transport/service';
import { differencesOf, inWords } from './comparison';
import { lookOnce, lookUp } from './lookUp';
import type { EarlierAttempt, Once } from './once';
import { allFailed, nothingThere, notLookedUp, unchanged } from './onceFailures';

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
		const last = await lastAttempt(once, { found: first, nonce }, outcome.failure);
		return { ...existing(last.found, once, last.nonce, outcome.failure), ...counted };
	}
	throw allFailed(earlierAttempts, once);
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

/**
 * The last attempt of a payment whose first has failed: a run that pays again may have paid it since.
 * @throws {ServiceFailure} if it cannot be known whether there is another
 */
async function lastAttempt(
	once: Once,
	first: { found: IDataObject; nonce: string },
	failure: FailureDetails,
): Promise<typeof first> {
	let last = first;
	if (once.onDuplicate !== 'returnExisting' || !once.hasFailed?.(last.found)) return last;
	for (const nonce of once.laterNonces?.() ?? []) {
		if (!once.hasFailed(last.found)) break;
		const known = await lookOnce(async () => await once.find(nonce));
		if (known === undefined) break;
		if ('failure' in known) throw notLookedUp(once, nonce, failure, known.failure);
		if ('found' in known) last = { found: known.found, nonce };
	}
	return last;
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
	if (isDuplicate && once.onDuplicate === 'fail') throw unchanged(nonce, failure);
	const known = await lookUp(service, async () => await once.find(nonce));
	if ('found' in known) return known.found;
	if ('failure' in known) throw notLookedUp(once, nonce, failure, known.failure);
	if (once.mayBeUnlisted) throw notLookedUp(once, nonce, failure, { kind: 'unreadable' });
	throw nothingThere(once, nonce, failure);
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
	throw unchanged(nonce, failure);
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
			sentence: `Already sent under ${once.name(nonce)}, but with other values: nothing was sent again. ${different.map(inWords).join('; ')}`,
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
