import type { IDataObject } from 'n8n-workflow';

import {
	changesInWords,
	comparedAmount,
	differencesOf,
	differenceInWords,
} from '../../idempotency/comparison';
import { unsent } from '../../idempotency/onceFailures';
import { isFinal, meaningOf } from '../../run/resource';
import { dayInWords } from '../../schemas/dateTime';
import { failureOf, ServiceFailure, type FailureDetails } from '../../transport/failure';
import { textOf } from '../../transport/json';
import { joinWithAnd, shownReference, clipped } from '../../transport/wording';
import { explain, setupAdvice } from '../../transport/messages';
import { readListed } from '../../transport/object';
import type { Service } from '../../transport/service';
import { allPaymentRequestsWith, paymentRequests, paymentUrl } from './paymentRequests';
import { completedByHand, isUnpayable } from './paymentRequestStatuses';

/** How a payment request is recognised, and what is done with it: One Link per Reference. */
interface OneLink {
	externalReference: string;
	/** In rand, with two decimals. */
	amount: string;
	/** The merchant that gets the money, if there is one. */
	merchantId: string | undefined;
	/**
	 * Whether a link that was paid in the meantime is returned as well: a retry asks for the link of its
	 * first try. In any other run, it would pass for a link that the customer has just been sent.
	 */
	mayBePaid: boolean;
	/** IANA name of the time zone for dates in messages. */
	timezone: string;
}

/**
 * The payment request that is open under an external reference; undefined if there is none. It can only
 * look: the service has no nonce for payment requests (spec 2.1), and may list one late, so two
 * runs within a minute can both find none.
 * @throws {ServiceFailure} when there are several, or one that was paid or is for another amount or merchant
 */
export async function earlierLink(
	service: Service,
	{ externalReference, amount, merchantId = 'none', mayBePaid, timezone }: OneLink,
): Promise<IDataObject | undefined> {
	const which = `the reference ${shownReference(externalReference)}`;
	const listed = await allPaymentRequestsWith(service, externalReference).catch(
		(cause: unknown) => {
			throw notLookedUp(which, failureOf(cause, 'no'));
		},
	);
	// If the earlier link can no longer be paid, a new one cannot lead to a second payment.
	const [one, ...others] = listed.filter((request) => !isUnpayable(request));
	if (one === undefined) return undefined;
	if (others.length > 0) throw several(which, [one, ...others]);
	// The list may be a moment old, and does not show the merchant.
	const current = await readListed(service, paymentRequests.one, one);
	if (isUnpayable(current)) return undefined;
	// Returned as it was sent, and left out if there was none (spec 2.4).
	const merchantFound = current === one ? undefined : (textOf(current.merchantId) ?? 'none');
	const changes = changesInWords([
		comparedAmount(amount, current.amount),
		{ label: 'Merchant ID', asked: merchantId, found: merchantFound },
	]);
	const isOpen = meaningOf(current, paymentRequests) === 'open';
	const since = isOpen ? current.createdAt : (one.statusDate ?? current.createdAt);
	// The name of this status in REST is not known.
	const isByHand = [one.status, current.status].includes(completedByHand);
	const day = since ? dayInWords(since, timezone) : undefined;
	const found = { ...current, which, isOpen, isByHand, day };
	if (changes) throw otherPayment(found, changes);
	if (!isOpen && !mayBePaid) throw paidBefore(found);
	const isUnseen = merchantFound === undefined && merchantId !== 'none';
	return { ...current, ...(isUnseen && { notCompared: ['Merchant ID'] }) };
}

/**
 * Rejects an answer to Create that is not a link for this payment: an earlier one under the reference, one
 * for another amount or reference, or one without an address, as interactions of another type may be (spec
 * 2.4). It must not reach a payer.
 * @param asked the amount in rand, with two decimals
 * @throws {ServiceFailure}
 */
export function requireNewLink(
	made: IDataObject,
	asked: { amount: string; externalReference?: string | undefined },
): void {
	const { id, status } = made;
	const { amount, externalReference: reference } = asked;
	const found = reference && textOf(made.externalReference);
	const differences = differencesOf([
		comparedAmount(amount, made.amount),
		{ label: 'External Reference', asked: reference ?? '', found, name: shownReference },
	]);
	const isOver = isFinal(made, paymentRequests);
	const reasons = [
		...(paymentUrl(made, {}) === undefined ? ['has no link'] : []),
		...(isOver ? [`has the status “${clipped(status)}”`] : []),
		...differences.map(
			(one) => `is for another ${one.label.toLowerCase()}: ${differenceInWords(one)}`,
		),
	];
	if (reasons.length === 0) return;
	throw new ServiceFailure({
		kind: 'otherValues',
		happened: 'maybe',
		id: String(id),
		sentence: `Stitch answered with a payment request that ${reasons.join(' and ')}`,
		advice: `Do not send a link to the payer. Look at it in Stitch: its ID is ${String(id)}. If it is open, cancel it with Payment Request → Cancel before you ask again.`,
	});
}

interface Found extends IDataObject {
	which: string;
	isOpen: boolean;
	isByHand: boolean;
	/** When it was paid, or created if it is open. */
	day: string | undefined;
}

/** `was paid on 21 November 2026` */
function stateInWords(found: Found): string {
	const { isOpen, isByHand, status, day } = found;
	const when = day === undefined ? '' : ` ${isOpen ? 'since' : 'on'} ${day}`;
	if (isOpen) return `has been open${when}`;
	if (meaningOf(found, paymentRequests) === 'done') return `was paid${when}`;
	return isByHand ? `was completed by hand${when}` : `has the status “${clipped(status)}”`;
}

/** Without the look-up, the payer could be sent a second link for what they have paid. */
function notLookedUp(which: string, failure: FailureDetails): ServiceFailure {
	// Failures of this kind stop every request, so all items get the same message.
	if (unsent.includes(failure.kind)) return new ServiceFailure(failure);
	return new ServiceFailure({
		...failure,
		kind: 'notSent',
		happened: 'no',
		sentence: `No link was created: the node could not check whether there is one with ${which} (${explain(failure).message})`,
		advice:
			`${setupAdvice(failure)} Try again in a few minutes. If that does not help, search for the reference in Stitch. Only if no payment request with it is open or paid, turn off 'One Link per Reference' under Options: the node then does not look.`.trim(),
	});
}

function several(which: string, found: IDataObject[]): ServiceFailure {
	const ids = joinWithAnd(found.map(({ id }) => String(id)));
	return new ServiceFailure({
		kind: 'notSent',
		happened: 'no',
		sentence: `${found.length} payment requests with ${which} are open or paid, so no link was created`,
		advice: `Check them in Stitch (${ids}), and cancel the open ones that should not be paid. If all are paid and more is due, ask for it under a new reference.`,
	});
}

function otherPayment(found: Found, change: string): ServiceFailure {
	return new ServiceFailure({
		kind: 'otherValues',
		happened: 'no',
		id: String(found.id),
		sentence: `A payment request with ${found.which} ${stateInWords(found)}, and ${change}: no link was created`,
		advice: found.isOpen
			? 'To change it, first cancel that one with Payment Request → Cancel, or both can be paid.'
			: 'If the payer owes more, ask for the difference only, under a new reference.',
	});
}

function paidBefore(found: Found): ServiceFailure {
	return new ServiceFailure({
		kind: 'duplicate',
		happened: 'no',
		id: String(found.id),
		sentence: `The payment request with ${found.which} ${stateInWords(found)}, so no link was created`,
		advice: 'If the payer owes something else, ask for it under a new reference.',
	});
}
