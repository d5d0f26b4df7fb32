import type { IDataObject } from 'n8n-workflow';

import { idFound } from '../../idempotency/comparison';
import type { Lifecycle } from '../../run/lifecycle';
import { readStatus } from '../../schemas/status';
import { ServiceFailure, type FailureFacts } from '../../transport/failure';
import { matching, readList, type Connection, type PagedList } from '../../transport/paging';
import { asFields } from '../../transport/json';
import { tryObject, hasId, readObject } from '../../transport/object';
import type { Service } from '../../transport/service';
import { charges, chargeOrRefund } from '../charge/charges';
import { amountColumns, cell, given, reasonCell } from '../columns';
import { choiceField } from '../../schemas/field';
import { objectField, type Choices } from '../fields/locator';
import { findByReference } from '../fields/withReference';
import { paymentRequestChoices } from '../paymentRequest/paymentRequests';
import { paymentLabel } from '../recordLabel';
import {
	changesByStatus,
	flatPart,
	partOfNode,
	type EventFamily,
	type Listed,
} from '../resourceTypes';
import { onlineRefundList, onlineRefundsQuery } from './refund.graphql';

/** Why money is given back (companion spec 2.2). */
export const refundReason = choiceField({
	displayName: 'Reason',
	name: 'reason',
	type: 'options',
	options: [
		{ name: 'Duplicate Charge', value: 'duplicate_charge' },
		{ name: 'Fraud', value: 'fraud' },
		{ name: 'Requested by Customer', value: 'requested_by_customer' },
	],
	default: 'requested_by_customer',
	description: 'Why the money is given back',
});

/** The refunds of in-person charges (companion spec 4.3). */
export const refunds: PagedList = { path: '/refunds', pageSize: 50 };

/** The refunds of payment requests, which GraphQL lists (public reference). */
export const onlineRefunds: Listed = {
	noun: 'refund',
	statuses: {
		pending: 'open',
		submitted: 'open',
		paused: 'paused',
		completed: 'done',
		error: 'failed',
	},
	graphql: onlineRefundList,
};

/**
 * What the words for a refund's status mean. Those of GraphQL are public; those of in-person refunds
 * are not (companion spec 3.2: "a successful or a failed refund record"), so every word that means
 * "failed" anywhere in this service counts as failed.
 */
export const refundStatuses: Lifecycle['statuses'] = {
	...onlineRefunds.statuses,
	success: 'done',
	cancelled: 'failed',
	declined: 'failed',
	failed: 'failed',
	failure: 'failed',
};

const meanings = {
	completed: 'The bank has paid the refund',
	error: 'The refund could not be paid; the output says why where Stitch gives a reason',
	paused: 'The refund is on hold',
	pending: 'The refund was accepted and waits to be processed',
	submitted: 'The refund was handed to the bank and is not paid yet',
};

export const refundEvents: EventFamily = {
	family: 'refund',
	name: 'Refund',
	resource: 'refund',
	meanings,
	filterType: () => 'refund',
	statusPrefix: onlineRefundList.statusPrefix,

	fromGraphqlNode(list, node) {
		const { externalReference } = asFields(node.paymentInitiationRequest);
		return partOfNode(onlineRefundList, list, { externalReference, ...node });
	},

	fromFlatEvent(data) {
		// Here `reason` is why the refund was requested, not why it has this status.
		return flatPart({ ...data, reason: undefined });
	},

	/** Mostly of payment requests: what Stitch says of in-person refunds is not specified. */
	async readCurrent(service, id) {
		const ofPaymentRequest = await findOnlineRefund(service, id);
		return ofPaymentRequest ?? (await readObject(service, refunds, id, hasId));
	},

	simplify: simplifyRefund,

	/** Refunds of payment requests only: what the list of in-person refunds returns is not specified. */
	changes: {
		asked: changesByStatus(meanings, onlineRefundList),
	},
};

/**
 * A refund as it stands now. Those of in-person charges are in REST (companion spec 4.3), those of
 * payment requests in the list of GraphQL, and those of charges are transactions; the ID does not say
 * which it is.
 * @throws {ServiceFailure}
 */
export async function readRefund(service: Service, id: string): Promise<IDataObject> {
	const outcome = await tryObject(service, refunds, id, { isRecord: hasId });
	if ('answer' in outcome) return outcome.answer.body;
	const { status = 0 }: FailureFacts = outcome.failure;
	const elsewhere = [400, 404].includes(status)
		? ((await findOnlineRefund(service, id)) ?? (await findOfCharge(service, id)))
		: undefined;
	if (elsewhere === undefined) throw new ServiceFailure(outcome.failure);
	return elsewhere;
}

/** The refund of a payment request with this ID; undefined if there is none (public reference). */
export async function findOnlineRefund(
	service: Service,
	id: string,
): Promise<IDataObject | undefined> {
	const list = matching(onlineRefundConnection, 'id', id);
	const [found] = await readList(service, list, 1).catch((cause: unknown) => {
		// It is not documented whether GraphQL takes the ID of an in-person refund at all.
		const { code }: Partial<FailureFacts> = cause instanceof ServiceFailure ? cause.details : {};
		if (code === 'BAD_USER_INPUT') return [];
		throw cause;
	});
	return found?.id === id ? found : undefined;
}

/** The refund of a charge with this ID; undefined if there is none. */
async function findOfCharge(service: Service, id: string): Promise<IDataObject | undefined> {
	const outcome = await tryObject(service, charges, id);
	if ('failure' in outcome) {
		const { kind, status }: FailureFacts = outcome.failure;
		// A client without recurring payments may not ask at all.
		if (kind === 'graphql' || status === 404) return undefined;
		throw new ServiceFailure(outcome.failure);
	}
	const refund = asChargeRefund(outcome.answer.body);
	return refund.charge === null ? undefined : refund;
}

/** A GraphQL refund with the field names of REST. */
export function asRefund(node: IDataObject): IDataObject {
	const { created, paymentInitiationRequest, status, ...rest } = node;
	const { id, externalReference } = asFields(paymentInitiationRequest);
	return {
		...rest,
		paymentRequestId: id,
		...(externalReference ? { externalReference } : {}),
		...readStatus(asFields(status), onlineRefundList.statusPrefix),
		createdAt: created,
	};
}

/** The refund of a charge with the names of other refunds; its charge is null if it is no refund. */
export function asChargeRefund(found: IDataObject): IDataObject {
	const charge = chargeOrRefund(found) === 'a refund' ? found.originalChargeId : null;
	return { ...chargeRefundColumns(found), charge };
}

/** What a refund of a charge has in common with other refunds. */
export function chargeRefundColumns(found: IDataObject): IDataObject {
	return given(found, chargeRefundFields);
}

const chargeRefundFields = [
	'id',
	'externalReference',
	'amount',
	'nonce',
	'status',
	'statusDate',
	'statusReason',
	'metadata',
];

/** A refund as columns, in the order in which a person reads them. */
export function simplifyRefund(refund: IDataObject): IDataObject {
	const { paymentRequestId, charge, terminalSession } = refund;
	return {
		externalReference: cell(refund.externalReference),
		...amountColumns(refund),
		status: cell(refund.status),
		reasonText: reasonCell(refund),
		...given(refund, ['alreadyExisted']),
		refundOf: cell(paymentRequestId ?? idFound(terminalSession) ?? idFound(charge)),
		statusDate: cell(refund.statusDate),
		nonce: cell(refund.nonce),
		id: cell(refund.id),
	};
}

/** The refunds of payment requests; those of in-person charges are in a list of REST. */
export const onlineRefundConnection: Connection = {
	query: onlineRefundsQuery,
	at: ['client', onlineRefundList.list],
	asOutput: asRefund,
};

/** All payment requests with a reference are read: a refund of any of them may be meant. */
const paymentRequestsWith = findByReference(paymentRequestChoices, Infinity);

/** The refunds of the client, as the editor lists them. */
export const refundChoices = {
	search: 'searchRefunds',
	example: 'R149.50 · Refund 1017',
	label: (refund, timezone) =>
		// The record of an in-person refund is not specified, so any of it may be missing.
		paymentLabel(refund, timezone, {
			amount: asFields(refund.amount).quantity ?? refund.amount,
			who: refund.beneficiaryReference,
			reference: refund.externalReference ?? refund.reason,
		}),
	referenceHint: 'The external reference of the payment request that was refunded',
	async withReference(service, reference) {
		const paymentRequests = await paymentRequestsWith(service, reference);
		return paymentRequests.flatMap(({ refunds }) => (refunds ?? []) as IDataObject[]);
	},
} satisfies Choices;

/** Names the refund that an operation works on. */
export const theRefund = objectField(refundChoices, {
	displayName: 'Refund',
	name: 'refundId',
	placeholder: 'e.g. cmVmdW5kOjE=',
	description:
		'Choose the refund from the list, or give the external reference of its payment request, or its ID. A refund of a charge: by its ID only.',
});
