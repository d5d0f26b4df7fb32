import type { IDataObject } from 'n8n-workflow';

import { readObject } from '../../transport/object';
import { asFields } from '../../transport/json';
import { asChargeRefund, simplifyRefund } from '../refund/refunds';
import { flatPart, isType, type EventFamily, type EventPart } from '../resourceTypes';
import {
	charges,
	chargeOrRefund,
	methods,
	namesRefund,
	simplifyCharge,
	statusPrefix,
} from './charges';

/** Fields that name a type, and those that name what a refund gives back (public reference). */
const typeField = /type(name)?$/i;
const originalField = /^original(transaction|payment|charge)(id)?$/i;

/**
 * A refund of a charge is a transaction, too: taking it for a charge would count money twice. No sample
 * of these events is published, so all forms of other events are read, and one that does not say which
 * it is belongs to neither until the transaction was read.
 */
function transactionEvents(
	is: Pick<EventFamily, 'family' | 'name' | 'resource' | 'meanings' | 'simplify'>,
): EventFamily {
	const partOf = (part: EventPart): EventPart | undefined => {
		const family = familySaid(part.data);
		if (family !== undefined && family !== is.family) return undefined;
		const state = { ...part.state, __typename: failureOf(part.state.__typename) };
		return { ...part, state, isUndecided: family === undefined };
	};
	return {
		...is,
		filterType: () => 'transaction',
		statusPrefix,
		fromGraphqlNode(_list, node) {
			const state = asFields(node.state);
			return isType(state, statusPrefix) ? partOf({ data: node, state }) : undefined;
		},
		fromFlatEvent: (data) => partOf(flatPart(data)),
		async readCurrent(service, id) {
			const found = await readObject(service, charges, id);
			return chargeOrRefund(found) === 'a refund' ? asChargeRefund(found) : found;
		},
		familyOf: (current) => ('charge' in current ? 'chargeRefund' : 'charge'),
	};
}

export const chargeEvents: EventFamily = transactionEvents({
	family: 'charge',
	name: 'Charge',
	resource: 'charge',
	simplify: simplifyCharge,
	meanings: {
		cancelled: 'The charge was cancelled: nothing was paid. Final.',
		failure: 'The payer could not be charged; the output says why. Final.',
		pending: 'The charge waits for the bank, or for the payer to confirm it',
		success: 'The payer was charged. Final.',
	},
});

export const chargeRefundEvents: EventFamily = transactionEvents({
	family: 'chargeRefund',
	name: 'Charge Refund',
	resource: 'refund',
	simplify: simplifyRefund,
	meanings: {
		cancelled: 'The refund of a charge was cancelled: nothing was paid back. Final.',
		failure: 'A charge could not be refunded; the output says why. Final.',
		pending: 'The refund of a charge was accepted and waits to be processed',
		success: 'A charge was refunded: money went back to the payer. Final.',
	},
});

/** Which of the two an event says it is about; undefined if it does not. */
function familySaid(data: IDataObject): 'charge' | 'chargeRefund' | undefined {
	const fields = Object.entries(data);
	const types = fields.flatMap(([name, value]) => (typeField.test(name) ? [value] : []));
	const hasOriginal = fields.some(([name, value]) => originalField.test(name) && value);
	if (hasOriginal || types.some(namesRefund)) return 'chargeRefund';
	return types.some((type) => String(type) in methods) ? 'charge' : undefined;
}

/** Its type is `TransactionFailure`; events in other words of the service say `failed`. */
function failureOf(status: IDataObject['']): IDataObject[''] {
	return /^(transaction)?failed$/i.test(String(status)) ? 'failure' : status;
}
