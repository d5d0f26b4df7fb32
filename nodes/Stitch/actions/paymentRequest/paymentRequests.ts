import type { IDataObject } from 'n8n-workflow';

import { meaningOf, type EventFamily, type Resource, type ResourceWith } from '../../run/resource';
import { randOf } from '../../schemas/money';
import { readStatus, withStatusAsWord } from '../../schemas/status';
import { ServiceFailure, unknownId } from '../../transport/failure';
import { asFields, textOf } from '../../transport/json';
import { matching, clientList, readList } from '../../transport/paging';
import { flatPart, isType, partOfNode } from '../eventParts';
import { referenceFinder } from '../fields/referenceFinder';
import { hostedPage } from '../hostedPage';
import { paymentLabel } from '../paymentLabel';
import { centsLeft } from './givenBack';
import { changedPaymentRequestList, paymentRequestList } from './paymentRequest.graphql';
import { simplifyPaymentRequest } from './paymentRequestColumns';
import { completedByHand, paymentRequestStatuses } from './paymentRequestStatuses';

/** The payment requests of the client; REST has no such list. */
const list = clientList({ ...paymentRequestList, asOutput: asPaymentRequest });

/** The same without its young fields, which are not needed to find one. */
const coreList = { ...list, query: list.query.core };

const meanings = {
	cancelled: 'The payment request was cancelled and can no longer be paid. Final.',
	completed: 'The payer has paid. Completed does not mean that the money has arrived.',
	expired: 'The payment request expired before it was paid. Final.',
	[completedByHand]:
		'Someone completed the payment request manually. No payment was made, so do not treat it as paid. Final.',
	pending: 'The payment request is waiting for the payer',
};

const confirmationPrefix = 'Payment';

/**
 * Whether the money of a payment request has arrived. That happens after the request was completed.
 * GraphQL shows both in one object: once the confirmation is decided, it shows the money; before that,
 * the confirmation is pending or null (public documentation).
 */
const confirmationEvents: EventFamily = {
	family: 'paymentConfirmation',
	name: 'Payment Confirmation',
	meanings: {
		received:
			'The money of a payment request has arrived: ship on this event. Only payments that settle through a Stitch intermediary account get it. For others, use Payment Request Completed and check your bank account before you ship.',
		unsettled: 'The money of a completed payment request had not arrived after 7 days',
	},
	filterType: () => 'payment.confirmation',
	statusPrefix: confirmationPrefix,
	readGraphqlNode(from, node) {
		const part = partOfNode(changedPaymentRequestList, from, node);
		const state = part && confirmationOf(node.paymentConfirmation, part.state);
		return state && { data: node, state, mayHave: unlessSaid(node, part.state) };
	},

	/**
	 * `status` may belong to the request, but only a status of the confirmation counts: if an unsettled
	 * payment counted as received, a shop would ship goods that nobody paid for.
	 */
	readFlatEvent(data) {
		const { state } = flatPart(data);
		const confirmation = confirmationOf(data.paymentConfirmation, state);
		return { data, state: { ...state, ...confirmation }, mayHave: unlessSaid(data, state) };
	},

	/** REST does not show the confirmation. */
	async readCurrent(service, id) {
		const [found] = await readList(service, matching(coreList, 'id', id), 1);
		if (found?.id === id) return found;
		throw new ServiceFailure(unknownId);
	},

	decide(current, said) {
		const family = 'paymentConfirmation';
		if (isDecided(said.status)) return { ...said, family };
		const { status, paymentConfirmation: money, paymentConfirmationDate: date } = current;
		if (isDecided(money))
			return { family, status: String(money), occurredAt: textOf(date) ?? null };
		if (meaningOf(current, paymentRequests) !== 'failed') throw notShownYet(current);
		return { ...said, family, status: String(status) };
	},

	changes: [
		// Asked for separately: it is not known whether a confirmation changes `updated`. An unsettled
		// confirmation has no date (public reference), so it cannot be asked for.
		{
			...changedPaymentRequestList,
			statuses: ['received'],
			windowFilter: (window) => ({
				paymentConfirmation: { PaymentReceived: { received: window } },
			}),
			changedAt: ({ paymentConfirmation }) => asFields(paymentConfirmation).received,
		},
	],
};

const requestEvents: EventFamily = {
	family: 'paymentRequest',
	name: 'Payment Request',
	meanings,
	filterType: () => 'payment',
	statusPrefix: changedPaymentRequestList.statusPrefix,
	readGraphqlNode: (from, node) => partOfNode(changedPaymentRequestList, from, node),
	changes: [
		{
			...changedPaymentRequestList,
			statuses: Object.keys(meanings),
			// The date of a confirmation may be long past when it is recorded.
			alsoShows: ['paymentConfirmation.received'],
			windowFilter: (window) => ({ updated: window }),
			changedAt: ({ updated }) => updated,
			// A request begins as pending, and that state alone has no date (public reference).
			beganAt: ({ state, created }) =>
				isType(asFields(state), `${changedPaymentRequestList.statusPrefix}Pending`)
					? created
					: undefined,
		},
	],
};

export const paymentRequests = {
	value: 'paymentRequest',
	name: 'Payment Request',
	noun: 'payment request',
	statuses: paymentRequestStatuses,
	// Completed means that the payer has paid.
	money: ({ status, paymentConfirmation }) =>
		status === 'completed' && paymentConfirmation === 'unsettled' ? 'neverArrived' : undefined,
	one: {
		path: '/payment-requests',
		asOutput: (request) => withStatusAsWord(request, changedPaymentRequestList.statusPrefix),
	},
	// The address to pay at is in both.
	keeps: ['paymentUrl', 'interaction'],
	list,
	findByReference: referenceFinder(coreList),
	simplify: simplifyPaymentRequest,
	label: (request) =>
		paymentLabel(request, {
			amount: asFields(request.amount).quantity,
			who: request.payerReference,
			reference: request.externalReference,
		}),
	field: { name: 'paymentRequestId', placeholder: 'e.g. cGF5bWVudFJlcXVlc3Q6MQ==' },
	choice: { search: 'searchPaymentRequests', example: 'R149.50 · Order 1017', from: [coreList] },
	// The arrival of the money comes before the payment, because one object may be about both.
	events: [confirmationEvents, requestEvents],
} satisfies Resource;

/**
 * Not only the first: any of them may be meant.
 * @throws {ServiceFailure}
 */
export const allPaymentRequestsWith: ResourceWith<'findByReference'>['findByReference'] =
	referenceFinder(coreList, Infinity);

function isDecided(status: unknown): boolean {
	return Object.hasOwn(confirmationEvents.meanings, String(status));
}

/** For an event that shows the request without its money: the statuses that the money may have. */
function unlessSaid({ paymentConfirmation }: IDataObject, state: IDataObject) {
	const { status } = readStatus(state, confirmationPrefix);
	const isSaid = (paymentConfirmation ?? undefined) !== undefined;
	if (isSaid || isDecided(status) || status === 'pending' || isByHand(state)) return undefined;
	return Object.keys(confirmationEvents.meanings);
}

/** Lists may be behind, and an event that started nothing does not come again. */
function notShownYet({ id }: IDataObject): ServiceFailure {
	return new ServiceFailure({
		kind: 'notFinal',
		happened: 'no',
		id: String(id),
		sentence: 'Stitch does not show yet whether the money of this payment request has arrived',
		advice: 'Retry this execution in a few minutes.',
	});
}

function isByHand(state: IDataObject): boolean {
	const { status } = readStatus(state, changedPaymentRequestList.statusPrefix);
	return status === completedByHand;
}

/** Empty if the request was completed by hand. */
function confirmationOf(given: unknown, state: IDataObject): IDataObject {
	if (isByHand(state)) return {};
	return typeof given === 'string' ? { __typename: given } : asFields(given);
}

/** A GraphQL payment request in the shape of REST (spec 2.4), with the details that only GraphQL has. */
export function asPaymentRequest(node: IDataObject): IDataObject {
	const { created, updated, paymentConfirmation, state, url, refunds, settlement, ...rest } = node;
	const stateFields = asFields(state);
	const confirmation = confirmationOf(paymentConfirmation, stateFields);
	const { status: confirmed, statusDate: received } = readStatus(confirmation, confirmationPrefix);
	const { estimatedSettlement, description } = confirmation;
	const status = readStatus(stateFields, changedPaymentRequestList.statusPrefix);
	const givenBack = Array.isArray(refunds) && {
		refunds: refunds.map((refund) => refundOfRequest(asFields(refund))),
	};
	const left = centsLeft({ ...rest, ...status, ...givenBack });
	return {
		...rest,
		...status,
		// Completed means that the payer has paid; only this says that the money has arrived.
		...(paymentConfirmation !== undefined && { paymentConfirmation: confirmed ?? null }),
		...(received && { paymentConfirmationDate: received }),
		...(description ? { paymentConfirmationDescription: description } : {}),
		...(estimatedSettlement ? { estimatedSettlement } : {}),
		...givenBack,
		...(left !== undefined && { leftToRefund: randOf(left) }),
		...(settlement ? { settlement } : {}),
		interaction: { type: 'redirect', url },
		createdAt: created,
		...(updated ? { updatedAt: updated } : {}),
	};
}

function refundOfRequest({ status, ...refund }: IDataObject): IDataObject {
	return { ...refund, ...readStatus(asFields(status), 'Refund') };
}

export interface RedirectAddresses {
	redirectUrl?: string | undefined;
	failureRedirectUrl?: string | undefined;
}

/**
 * The address to send the payer to: the hosted page's, with the addresses for the return (spec 4.2)
 * added to whatever it already contains.
 * @returns undefined if the service gave no address
 */
export function paymentUrl(
	paymentRequest: IDataObject,
	{ redirectUrl, failureRedirectUrl }: RedirectAddresses,
): string | undefined {
	const { url } = asFields(paymentRequest.interaction);
	return hostedPage(url, { redirect_uri: redirectUrl, failure_redirect_uri: failureRedirectUrl });
}

/**
 * A payment request with one address to pay at, whatever it was read from: with a different one in
 * `interaction`, a payer would pay there and not come back.
 */
export function withPaymentUrl(
	{ id, interaction, ...rest }: IDataObject,
	addresses: RedirectAddresses,
): IDataObject {
	const url = paymentUrl({ interaction }, addresses);
	if (url === undefined) return { id, paymentUrl: url, ...rest, interaction };
	return { id, paymentUrl: url, ...rest, interaction: { ...asFields(interaction), url } };
}
