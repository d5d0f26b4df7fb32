import type { IDataObject } from 'n8n-workflow';

import { randOf } from '../../schemas/money';
import { timeOf } from '../../transport/clock';
import { asFields, textOf } from '../../transport/json';
import { payerReasonText } from '../../transport/reasons';
import { amountColumns, cell, pick, reasonCell } from '../columns';
import { centsGivenBack } from './givenBack';
import { isSettled, isUnpayable } from './paymentRequestStatuses';

const first = ['externalReference', 'paymentUrl', 'amount', 'currency', 'status', 'reasonText'];

export const simplifyPaymentRequest = columns([
	...first,
	'paymentConfirmation',
	'refundedAmount',
	'expireAt',
	'id',
]);

export const simplifyCreated = columns([
	...first,
	'alreadyExisted',
	'paymentConfirmation',
	'expireAt',
	'id',
]);

export const simplifyConfirmed = columns([
	...first,
	'returnedStatusAgrees',
	'externalReferenceAgrees',
	'paymentConfirmation',
	'id',
]);

function columns(names: readonly string[]) {
	return (paymentRequest: IDataObject) => pick(allColumns(paymentRequest), names);
}

/**
 * The details that only GraphQL has are not columns if GraphQL was not read: an empty column would say
 * that no money has arrived.
 */
function allColumns(paymentRequest: IDataObject): IDataObject {
	const { paymentUrl, interaction, refunds } = paymentRequest;
	return {
		...paymentRequest,
		externalReference: cell(paymentRequest.externalReference),
		paymentUrl: cell(paymentUrl ?? asFields(interaction).url),
		...amountColumns(paymentRequest),
		status: cell(paymentRequest.status),
		reasonText: whyCell(paymentRequest),
		refundedAmount: Array.isArray(refunds) ? cell(refundedAmount(refunds)) : undefined,
		expireAt: cell(paymentRequest.expireAt),
		id: cell(paymentRequest.id),
	};
}

/** In rand; undefined if it is not known. */
function refundedAmount(refunds: unknown): number | undefined {
	const cents = centsGivenBack(refunds);
	return cents === undefined ? undefined : randOf(cents);
}

/** Why it has its status, why the payer has not paid so far, or why the money has not arrived. */
function whyCell(paymentRequest: IDataObject) {
	const { statusReason, events, paymentConfirmationDescription: unsettled } = paymentRequest;
	const unpaid = statusReason ? undefined : whyNotPaid(events, paymentRequest);
	return cell(unpaid?.reasonText ?? reasonCell(paymentRequest) ?? unsettled);
}

/** Steps on the payment page that are no reason why a payer did not pay (public documentation). */
const steps: unknown[] = [
	'CardMethodSelected',
	'NewCardCreated',
	'SavedCardSelected',
	'Secure3dCompleted',
	'Secure3dInitiated',
];

/**
 * Why a payer has not paid so far: the last thing that went wrong on the payment page, as the service
 * names it and in plain words. Undefined if Stitch reports none, or a success.
 */
export function whyNotPaid(
	events: unknown,
	request: IDataObject,
): { reason: string; reasonText: string } | undefined {
	if (!Array.isArray(events) || isSettled(request)) return undefined;
	const named = events.map(asFields).filter(({ __typename }) => typeof __typename === 'string');
	if (named.some(({ __typename }) => __typename === 'PaymentSucceeded')) return undefined;
	const [last] = named
		.filter(({ __typename }) => !steps.includes(__typename))
		.sort((one, other) => (timeOf(other.occurred) ?? 0) - (timeOf(one.occurred) ?? 0));
	if (last === undefined) return undefined;
	const reason = String(last.__typename);
	const isOver = isUnpayable(request);
	const text = payerReasonText(reason, textOf(last.description), { isOver });
	return { reason, reasonText: isOver ? `${text}. The link can no longer be paid` : text };
}
