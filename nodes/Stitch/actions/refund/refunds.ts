import type { IDataObject } from 'n8n-workflow';

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

/** The refunds of payment requests are those of GraphQL. */
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
		// Here `reason` is why the refund was asked for, not why it stands as it does.
		return flatPart({ ...data, reason: undefined });
	},
};

/** A refund of GraphQL in the words of REST. */
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
