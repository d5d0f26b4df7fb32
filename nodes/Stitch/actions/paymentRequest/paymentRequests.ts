import type { IDataObject } from 'n8n-workflow';

import { readStatus } from '../../schemas/status';
import { asFields } from '../../transport/json';
import { flatPart, type EventFamily, type ListedLifecycle } from '../knowledge';

/** Placeholder of every field that takes the ID of a payment request. */
export const idPlaceholder = 'e.g. cGF5bWVudFJlcXVlc3Q6MQ==';

/** Payment requests and their lifecycle (spec 3.1). Completed does not mean the money has arrived. */
export const paymentRequests: ListedLifecycle = {
	noun: 'payment request',
	path: '/payment-requests',
	statuses: { pending: 'open', completed: 'done', cancelled: 'failed', expired: 'failed' },
	keeps: ['paymentUrl'],
	graphql: {
		list: 'paymentInitiationRequests',
		statusField: 'state',
		statusPrefix: 'PaymentInitiationRequest',
	},
};

const { path, graphql } = paymentRequests;

export const paymentRequestEvents: EventFamily = {
	family: 'paymentRequest',
	name: 'Payment Request',
	resource: 'paymentRequest',
	path,
	kinds: {
		cancelled: 'The payment request was cancelled and can no longer be paid. Final.',
		completed: 'The payer has paid. Completed does not mean that the money has arrived.',
		expired: 'The payment request ran out of time before it was paid',
		pending: 'The payment request waits for the payer',
	},
	filterType: () => 'payment',
	statusPrefix: graphql.statusPrefix,
	ofNode: (list, node) =>
		list === graphql.list && !isDecided(confirmationOf(node))
			? { data: node, state: asFields(node.state) }
			: undefined,
};

/** The beginning of the names of a confirmation's types. */
const confirmationPrefix = 'Payment';

/** Whether the money of a payment request has arrived, which comes after it was completed. */
export const paymentConfirmationEvents: EventFamily = {
	family: 'paymentConfirmation',
	name: 'Payment Confirmation',
	resource: 'paymentRequest',
	path,
	kinds: {
		received: 'The money of a payment request has arrived. This is the one to ship on.',
		unsettled: 'The money of a completed payment request had not arrived after 7 days',
	},
	filterType: () => 'payment.confirmation',
	statusPrefix: confirmationPrefix,

	ofNode(list, node) {
		const confirmation = confirmationOf(node);
		return list === graphql.list && isDecided(confirmation)
			? { data: node, state: confirmation }
			: undefined;
	},

	/**
	 * `status` may be that of the request, but only a status of the confirmation itself counts: taking
	 * an unsettled payment for a received one would ship goods that nobody paid for.
	 */
	ofData(data) {
		const given = data.paymentConfirmation;
		const confirmation = typeof given === 'string' ? { __typename: given } : asFields(given);
		return { data, state: { ...flatPart(data).state, ...confirmation } };
	},
};

function confirmationOf(node: IDataObject): IDataObject {
	return asFields(node.paymentConfirmation);
}

/**
 * A confirmation event is one whose confirmation is decided. Before that, the service sends no such
 * event, and a payment request that was just completed has a pending confirmation or null (public
 * documentation).
 */
function isDecided(confirmation: IDataObject): boolean {
	const { status = '' } = readStatus(confirmation, confirmationPrefix);
	return Object.hasOwn(paymentConfirmationEvents.kinds, status);
}

/** A GraphQL payment request in the shape of REST (spec 2.4), plus what only GraphQL knows. */
export function asPaymentRequest(node: IDataObject): IDataObject {
	const { created, paymentConfirmation, state, url, ...rest } = node;
	const { status: confirmation } = readStatus(asFields(paymentConfirmation), confirmationPrefix);
	return {
		...rest,
		...readStatus(asFields(state), graphql.statusPrefix),
		// Completed means that the payer has paid; only this says that the money has arrived.
		...(confirmation && { paymentConfirmation: confirmation }),
		interaction: { type: 'redirect', url },
		createdAt: created,
	};
}
