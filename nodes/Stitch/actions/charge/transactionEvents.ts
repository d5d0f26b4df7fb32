import type { IDataObject } from 'n8n-workflow';

import type { EventFamily, EventPart } from '../../run/resource';
import { readStatus } from '../../schemas/status';
import { asFields } from '../../transport/json';
import { readObject } from '../../transport/object';
import { flatPart, isType } from '../eventParts';
import {
	asChargeRefund,
	chargeOrRefund,
	methods,
	namesRefund,
	oneTransaction,
	statusPrefix,
} from './transactions';

/**
 * Fields that name a type, and fields that name the charge that a refund gives back (public reference).
 */
const typeField = /type(name)?$/i;
const originalField = /^original(transaction|payment|charge)(id)?$/i;

/**
 * The events about charges, or about refunds of charges. A refund of a charge is also a transaction: if
 * it counted as a charge, money would count twice. No sample of these events is published, so they are
 * read in every form that other events have. An event that does not say which of the two it is belongs to
 * neither until the transaction has been read.
 */
export function transactionEvents(
	is: Pick<EventFamily, 'family' | 'name' | 'meanings'>,
): EventFamily {
	const eventPartOf = (part: EventPart): EventPart | undefined => {
		const family = namedFamily(part.data);
		if (family !== undefined && family !== is.family) return undefined;
		const state = { ...part.state, __typename: normalizeFailed(part.state.__typename) };
		const { status = '' } = readStatus(state, statusPrefix);
		return { ...part, state, mayHave: family === undefined ? [status] : undefined };
	};
	return {
		...is,
		filterType: () => 'transaction',
		statusPrefix,
		readGraphqlNode(_list, node) {
			const state = asFields(node.state);
			return isType(state, statusPrefix) ? eventPartOf({ data: node, state }) : undefined;
		},
		readFlatEvent: (data) => eventPartOf(flatPart(data)),
		async readCurrent(service, id) {
			const found = await readObject(service, oneTransaction, id);
			return chargeOrRefund(found) === 'a refund' ? asChargeRefund(found) : found;
		},
		decide: (current, said) => ({
			...said,
			family: 'charge' in current ? 'chargeRefund' : 'charge',
		}),
	};
}

/** Undefined if the event does not say what it is about. */
function namedFamily(data: IDataObject): 'charge' | 'chargeRefund' | undefined {
	const fields = Object.entries(data);
	const types = fields.flatMap(([name, value]) => (typeField.test(name) ? [value] : []));
	const hasOriginal = fields.some(([name, value]) => originalField.test(name) && value);
	if (hasOriginal || types.some(namesRefund)) return 'chargeRefund';
	return types.some((type) => String(type) in methods) ? 'charge' : undefined;
}

/** The type is `TransactionFailure`; other events of the service say `failed`. */
function normalizeFailed(status: IDataObject['']): IDataObject[''] {
	return /^(transaction)?failed$/i.test(String(status)) ? 'failure' : status;
}
