import type { IDataObject } from 'n8n-workflow';

import type { Lifecycle } from '../../run/lifecycle';
import { readStatus } from '../../schemas/status';
import { asFields } from '../../transport/json';
import type { SearchableList } from '../fields/locator';
import { flatPart, type EventFamily, type GraphqlNames } from '../knowledge';
import { inRand, labelOf, timeInWords } from '../recordLabel';

/** The refunds of in-person charges (companion spec 4.3). */
export const refunds: SearchableList = {
	path: '/refunds',
	pageSize: 50,
	search: 'searchRefunds',
	// The fields of its record are not specified, so any may be missing.
	label: (refund, timezone) =>
		labelOf(refund, [
			refund.status,
			inRand(refund.amount),
			timeInWords(refund.createdAt, timezone),
			refund.reason,
		]),
};

/**
 * What the words for a refund's status mean. Those of GraphQL are public; those of in-person refunds
 * are not (companion spec 3.2: "a successful or a failed refund record"), so every word that means
 * "failed" anywhere in this service counts as failed.
 */
export const refundStatuses: Lifecycle['statuses'] = {
	pending: 'open',
	submitted: 'open',
	paused: 'paused',
	completed: 'done',
	success: 'done',
	cancelled: 'failed',
	declined: 'failed',
	error: 'failed',
	failed: 'failed',
	failure: 'failed',
};

/** In GraphQL, refunds are those of payment requests. */
const graphql: GraphqlNames = {
	list: 'refunds',
	statusField: 'status',
	statusPrefix: 'Refund',
};

export const refundEvents: EventFamily = {
	family: 'refund',
	name: 'Refund',
	resource: 'refund',
	kinds: {
		completed: 'The bank carried the refund out',
		error: 'The refund could not be paid; statusReason says why where the service tells',
		paused: 'The refund is on hold',
		pending: 'The refund was accepted and waits to be processed',
		submitted: 'The refund was handed to the bank and is not paid yet',
	},
	filterType: () => 'refund',
	statusPrefix: graphql.statusPrefix,

	ofNode(list, node) {
		if (list !== graphql.list) return undefined;
		const { externalReference } = asFields(node.paymentInitiationRequest);
		return { data: { externalReference, ...node }, state: asFields(node.status) };
	},

	ofData(data) {
		// Here `reason` is why the refund was requested, not why it has this status.
		return flatPart({ ...data, reason: undefined });
	},
};

/** A GraphQL refund with the field names of REST. */
export function asRefund(node: IDataObject): IDataObject {
	const { created, paymentInitiationRequest, status, ...rest } = node;
	const { id, externalReference } = asFields(paymentInitiationRequest);
	return {
		...rest,
		paymentRequestId: id,
		...(externalReference ? { externalReference } : {}),
		...readStatus(asFields(status), graphql.statusPrefix),
		createdAt: created,
	};
}
