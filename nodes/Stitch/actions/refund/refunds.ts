import type { IDataObject } from 'n8n-workflow';

import { idFound } from '../../idempotency/comparison';
import {
	isFinal,
	meaningOf,
	moneyOf,
	type EventFamily,
	type MoneyOutcome,
	type Resource,
} from '../../run/resource';
import { moneyIn } from '../../schemas/money';
import { readStatus, withStatusAsWord } from '../../schemas/status';
import { clipped } from '../../transport/wording';
import { ServiceFailure, type FailureFacts } from '../../transport/failure';
import { matching, clientList, readList, type RestList } from '../../transport/paging';
import { asFields, textOf } from '../../transport/json';
import { tryObject, hasId, readObject } from '../../transport/object';
import type { Service } from '../../transport/service';
import { transactionEvents } from '../charge/transactionEvents';
import { asChargeRefund, oneTransaction } from '../charge/transactions';
import { paymentAmountColumns, cell, pick, reasonCell } from '../columns';
import { changesByStatus, flatPart, partOfNode } from '../eventParts';
import { onlineStatuses } from '../paymentRequest/givenBack';
import { allPaymentRequestsWith } from '../paymentRequest/paymentRequests';
import { paymentLabel } from '../paymentLabel';
import { onlineRefundList } from './refund.graphql';
import { choice } from '../../schemas/formFields';

/** Why money is given back (companion spec 2.2). */
export const refundReason = choice({
	displayName: 'Reason',
	options: [
		{ name: 'Duplicate Charge', value: 'duplicate_charge' },
		{ name: 'Fraud', value: 'fraud' },
		{ name: 'Requested by Customer', value: 'requested_by_customer' },
	],
	default: 'requested_by_customer',
	description: 'Why the money is given back',
	at: 'reason',
});

/** The refunds of in-person charges (companion spec 4.3). */
export const inPersonRefunds = {
	path: '/refunds',
	pageSize: 50,
	asOutput: (refund) => withStatusAsWord(refund, onlineRefundList.statusPrefix),
} satisfies RestList;

/** The refunds of payment requests (public reference); REST lists in-person refunds only. */
export const onlineRefunds = clientList({ ...onlineRefundList, asOutput: asRefund });

const meanings = {
	completed: 'The bank has paid the refund',
	error: 'The refund could not be paid; the output says why if Stitch gives a reason',
	paused: 'The refund is on hold',
	pending: 'The refund was accepted and waits to be processed',
	submitted: 'The refund was handed to the bank and is not paid yet',
};

const onlineEvents: EventFamily = {
	family: 'refund',
	name: 'Refund',
	meanings,
	filterType: () => 'refund',
	statusPrefix: onlineRefundList.statusPrefix,

	readGraphqlNode(list, node) {
		const { externalReference } = asFields(node.paymentInitiationRequest);
		return partOfNode(onlineRefundList, list, { externalReference, ...node });
	},

	readFlatEvent(data) {
		// Here `reason` is why the refund was requested, not why it has this status.
		return flatPart({ ...data, reason: undefined });
	},

	/** Mostly for payment requests: the fields of in-person refunds are not specified. */
	async readCurrent(service, id) {
		const onlineRefund = await findOnlineRefund(service, id);
		return onlineRefund ?? (await readObject(service, inPersonRefunds, id, hasId));
	},

	/** Refunds of payment requests only: the fields in the list of in-person refunds are not specified. */
	changes: changesByStatus(meanings, onlineRefundList),
};

/** Refunds of payment requests, of in-person charges and of charges, which are read in three ways. */
export const refunds = {
	value: 'refund',
	name: 'Refund',
	noun: 'refund',
	/**
	 * The statuses of in-person refunds are not specified (companion spec 3.2: "a successful or a failed
	 * refund record"), so every word that means "failed" anywhere in this service counts as failed.
	 */
	statuses: {
		...onlineStatuses,
		success: 'done',
		cancelled: 'failed',
		declined: 'failed',
		failed: 'failed',
		failure: 'failed',
	},
	money: moneyOfRefund,
	/** The list of refunds of in-person charges; `readRefund` also finds the others. */
	one: inPersonRefunds,
	async findByReference(service, reference) {
		const paymentRequests = await allPaymentRequestsWith(service, reference);
		return paymentRequests.flatMap(({ refunds: each }) => (each ?? []) as IDataObject[]);
	},
	simplify: simplifyRefund,
	label: (refund) =>
		// The record of an in-person refund is not specified, so any part of it may be missing.
		paymentLabel(refund, {
			amount: asFields(refund.amount).quantity ?? refund.amount,
			who: refund.beneficiaryReference,
			reference: refund.externalReference ?? refund.reason,
		}),
	field: {
		name: 'refundId',
		placeholder: 'e.g. cmVmdW5kOjE=',
		description:
			'Choose the refund from the list, or enter the external reference of its payment request, or its ID. A refund of a charge: by its ID only.',
		referenceHint: 'The external reference of the payment request that was refunded',
	},
	choice: {
		search: 'searchRefunds',
		example: 'R149.50 · Refund 1017',
		from: [onlineRefunds, inPersonRefunds],
	},
	events: [
		onlineEvents,
		transactionEvents({
			family: 'chargeRefund',
			name: 'Charge Refund',
			meanings: {
				cancelled: 'The refund of a charge was cancelled: nothing was paid back. Final.',
				failure: 'A charge could not be refunded; the output says why. Final.',
				pending: 'The refund of a charge was accepted and waits to be processed',
				success: 'A charge was refunded: money went back to the payer. Final.',
			},
		}),
	],
} satisfies Resource;

/**
 * Reads the current state of a refund. Refunds of in-person charges are in REST (companion spec 4.3),
 * those of payment requests in a list of GraphQL, and those of charges are transactions. The ID does not
 * say which it is.
 * @throws {ServiceFailure}
 */
export async function readRefund(service: Service, id: string): Promise<IDataObject> {
	const outcome = await tryObject(service, inPersonRefunds, id, { isRecord: hasId });
	if ('answer' in outcome) return outcome.answer.body;
	const { status = 0 }: FailureFacts = outcome.failure;
	const elsewhere = [400, 404].includes(status)
		? ((await findOnlineRefund(service, id)) ?? (await findChargeRefund(service, id)))
		: undefined;
	if (elsewhere === undefined) throw new ServiceFailure(outcome.failure);
	return elsewhere;
}

/** The refund of a payment request with this ID; undefined if there is none (public reference). */
export async function findOnlineRefund(
	service: Service,
	id: string,
): Promise<IDataObject | undefined> {
	const list = matching(onlineRefunds, 'id', id);
	const [found] = await readList(service, list, 1).catch((cause: unknown) => {
		// It is not documented whether GraphQL accepts the ID of an in-person refund.
		const { code }: Partial<FailureFacts> = cause instanceof ServiceFailure ? cause.details : {};
		if (code === 'BAD_USER_INPUT') return [];
		throw cause;
	});
	return found?.id === id ? found : undefined;
}

async function findChargeRefund(service: Service, id: string): Promise<IDataObject | undefined> {
	const outcome = await tryObject(service, oneTransaction, id);
	if ('failure' in outcome) {
		const { kind, status }: FailureFacts = outcome.failure;
		// A client without recurring payments may not be allowed to ask at all.
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

/** The fields of in-person refunds are not specified: without an amount, nobody knows what was given back. */
function moneyOfRefund(refund: IDataObject): MoneyOutcome {
	const money = moneyOf(refund, { statuses: refunds.statuses });
	const { amount } = refund;
	const isKnown = moneyIn(asFields(amount).quantity ?? amount) !== undefined;
	return money === 'moved' && !isKnown ? 'unknown' : money;
}

/** A status that is absent or not known may be a success or a failure (companion spec 2.2, 3.2). */
function unknownStatusText(refund: IDataObject): string | undefined {
	const status = textOf(refund.status);
	if (!hasId(refund) || meaningOf(refund, refunds) !== undefined) return undefined;
	const what =
		status === undefined
			? 'Stitch returned no status'
			: `The node does not know the status “${clipped(status)}”`;
	return `${what}. Check in Stitch whether the money was given back`;
}

/**
 * Whether a refund was sent before, and when; for the refund of a charge, only the date of its status is
 * known.
 */
function sentColumns(refund: IDataObject): IDataObject {
	return pick(refund, ['alreadyExisted', refund.createdAt ? 'createdAt' : 'statusDate']);
}

export function simplifyRefund(refund: IDataObject): IDataObject {
	const { paymentRequestId, charge, terminalSession } = refund;
	const isCreated = refund.alreadyExisted !== undefined;
	return {
		externalReference: cell(refund.externalReference),
		...paymentAmountColumns(refund, isCreated),
		status: cell(refund.status),
		final: isFinal(refund, refunds),
		reasonText: reasonCell(refund) ?? cell(unknownStatusText(refund)),
		...(isCreated ? sentColumns(refund) : pick(refund, ['statusDate'])),
		refundOf: cell(paymentRequestId ?? idFound(terminalSession) ?? idFound(charge)),
		nonce: cell(refund.nonce),
		id: cell(refund.id),
	};
}
