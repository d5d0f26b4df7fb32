import type { IDataObject } from 'n8n-workflow';

import type { Lifecycle } from '../../run/lifecycle';
import { readStatus } from '../../schemas/status';
import { asFields } from '../../transport/json';
import { readObject, type PathReading } from '../../transport/object';
import type { Connection } from '../../transport/paging';
import { objectField, type Searchable } from '../fields/locator';
import { findByReference } from '../fields/withReference';
import { hostedPage } from '../hostedPage';
import { paymentLabel } from '../recordLabel';
import { flatPart, isType, partOfNode, type EventFamily, type Listed } from '../resourceTypes';
import { changedPaymentRequestList, paymentRequestsQuery } from './paymentRequest.graphql';
import type { RedirectAddresses } from './paymentRequest.schema';
import { simplifyPaymentRequest } from './paymentRequestColumns';

/** Placeholder of every field that takes the ID of a payment request. */
export const paymentRequestIdPlaceholder = 'e.g. cGF5bWVudFJlcXVlc3Q6MQ==';

/**
 * Someone completed the request by hand: it is over, but there is no payment behind it
 * (public reference; its word in REST is not known, so it is called by the name of its type).
 */
const completedByHand = 'manually_completed';

/** Payment requests and their lifecycle (spec 3.1). Completed does not mean the money has arrived. */
export const paymentRequests: Listed & Lifecycle<PathReading> = {
	noun: 'payment request',
	path: '/payment-requests',
	statuses: {
		pending: 'open',
		completed: 'done',
		cancelled: 'failed',
		expired: 'failed',
		[completedByHand]: 'failed',
	},
	// The address to pay at is in both.
	keeps: ['paymentUrl', 'interaction'],
	graphql: changedPaymentRequestList,
};

const readCurrent: EventFamily['readCurrent'] = async (service, id) =>
	await readObject(service, paymentRequests, id);

const meanings = {
	cancelled: 'The payment request was cancelled and can no longer be paid. Final.',
	completed: 'The payer has paid. Completed does not mean that the money has arrived.',
	expired: 'The payment request expired before it was paid. Final.',
	[completedByHand]:
		'Someone completed the payment request manually. No payment was made, so do not treat it as paid. Final.',
	pending: 'The payment request is waiting for the payer',
};

export const paymentRequestEvents: EventFamily = {
	family: 'paymentRequest',
	name: 'Payment Request',
	resource: 'paymentRequest',
	meanings,
	filterType: () => 'payment',
	statusPrefix: changedPaymentRequestList.statusPrefix,
	fromGraphqlNode: (list, node) => partOfNode(changedPaymentRequestList, list, node),
	readCurrent,
	simplify: simplifyPaymentRequest,
	changes: {
		asked: [
			{
				...changedPaymentRequestList,
				statuses: Object.keys(meanings),
				// The date of a confirmation may be long past when it is recorded.
				alsoShows: ['paymentConfirmation.received'],
				within: (window) => ({ updated: window }),
				changedAt: ({ updated }) => updated,
				// A request begins as pending, and that state alone has no date (public reference).
				beganAt: ({ state, created }) =>
					isType(asFields(state), `${changedPaymentRequestList.statusPrefix}Pending`)
						? created
						: undefined,
			},
		],
	},
};

/** The beginning of the names of a confirmation's types. */
const confirmationPrefix = 'Payment';

/**
 * Whether the money of a payment request has arrived, which comes after it was completed. GraphQL
 * shows both in one object: it shows the money once its confirmation is decided, before that it
 * is pending or null (public documentation).
 */
export const paymentConfirmationEvents: EventFamily = {
	family: 'paymentConfirmation',
	name: 'Payment Confirmation',
	resource: 'paymentRequest',
	meanings: {
		received:
			'The money of a payment request has arrived: ship on this event. Only payments that settle through a Stitch intermediary account get it. For others, use Payment Request Completed and check your bank account before you ship.',
		unsettled: 'The money of a completed payment request had not arrived after 7 days',
	},
	filterType: () => 'payment.confirmation',
	statusPrefix: confirmationPrefix,
	fromGraphqlNode(list, node) {
		const part = partOfNode(changedPaymentRequestList, list, node);
		return part && { ...part, state: confirmationOf(node.paymentConfirmation, part.state) };
	},

	/**
	 * `status` may be that of the request, but only a status of the confirmation itself counts: taking
	 * an unsettled payment for a received one would ship goods that nobody paid for.
	 */
	fromFlatEvent(data) {
		const { state } = flatPart(data);
		return { data, state: { ...state, ...confirmationOf(data.paymentConfirmation, state) } };
	},

	readCurrent,
	simplify: simplifyPaymentRequest,
	changes: {
		asked: [
			// Asked on its own: it is not known whether a confirmation moves `updated`. An unsettled one
			// has no date of its own (public reference), so nothing can be asked for it.
			{
				...changedPaymentRequestList,
				statuses: ['received'],
				within: (window) => ({ paymentConfirmation: { PaymentReceived: { received: window } } }),
				changedAt: ({ paymentConfirmation }) => asFields(paymentConfirmation).received,
			},
		],
	},
};

/** What is said of the money; empty where the request was completed by hand. */
function confirmationOf(given: unknown, state: IDataObject): IDataObject {
	if (readStatus(state, changedPaymentRequestList.statusPrefix).status === completedByHand)
		return {};
	return typeof given === 'string' ? { __typename: given } : asFields(given);
}

/** A GraphQL payment request in the shape of REST (spec 2.4), plus what only GraphQL knows. */
export function asPaymentRequest(node: IDataObject): IDataObject {
	const { created, updated, paymentConfirmation, state, url, refunds, settlement, ...rest } = node;
	const stateFields = asFields(state);
	const confirmation = confirmationOf(paymentConfirmation, stateFields);
	const { status: confirmed, statusDate: received } = readStatus(confirmation, confirmationPrefix);
	const { estimatedSettlement, description } = confirmation;
	return {
		...rest,
		...readStatus(stateFields, changedPaymentRequestList.statusPrefix),
		// Completed means that the payer has paid; only this says that the money has arrived.
		...(paymentConfirmation !== undefined && { paymentConfirmation: confirmed ?? null }),
		...(received && { paymentConfirmationDate: received }),
		...(description ? { paymentConfirmationDescription: description } : {}),
		...(estimatedSettlement ? { estimatedSettlement } : {}),
		...(Array.isArray(refunds) && { refunds: (refunds as IDataObject[]).map(asRefundOfIt) }),
		...(settlement ? { settlement } : {}),
		interaction: { type: 'redirect', url },
		createdAt: created,
		...(updated ? { updatedAt: updated } : {}),
	};
}

function asRefundOfIt({ status, ...refund }: IDataObject): IDataObject {
	return { ...refund, ...readStatus(asFields(status), 'Refund') };
}

/** The payment requests of the client; REST has no such list. */
export const paymentRequestConnection = {
	query: paymentRequestsQuery.core,
	at: ['client', changedPaymentRequestList.list],
	asOutput: asPaymentRequest,
};

/** The same, as the editor lists them. */
export const paymentRequestChoices = {
	...paymentRequestConnection,
	search: 'searchPaymentRequests',
	example: 'R149.50 · Order 1017',
	label: (request, timezone) =>
		paymentLabel(request, timezone, {
			amount: asFields(request.amount).quantity,
			who: request.payerReference,
			reference: request.externalReference,
		}),
	withReference: findByReference(paymentRequestConnection),
} satisfies Connection & Searchable;

/** How every field that names a payment request is worded. */
export const paymentRequestWords = {
	displayName: 'Payment Request',
	name: 'paymentRequestId',
	placeholder: paymentRequestIdPlaceholder,
};

/** Names the payment request that an operation works on. */
export const thePaymentRequest = objectField(paymentRequestChoices, paymentRequestWords);

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
 * A payment request with one address to pay at, wherever it is read: with another in `interaction`, a
 * payer would pay there and not come back.
 */
export function withPaymentUrl(
	{ id, interaction, ...rest }: IDataObject,
	addresses: RedirectAddresses,
): IDataObject {
	const url = paymentUrl({ interaction }, addresses);
	if (url === undefined) return { id, paymentUrl: url, ...rest, interaction };
	return { id, paymentUrl: url, ...rest, interaction: { ...asFields(interaction), url } };
}
