import type { IDataObject } from 'n8n-workflow';

import { moneyIn, randOf } from '../../schemas/money';
import { timeOf } from '../../transport/clock';
import { asFields, textOf } from '../../transport/json';
import { payerReasonText } from '../../transport/reasons';
import { amountColumns, cell, pick, reasonCell } from '../columns';

const first = ['externalReference', 'paymentUrl', 'amount', 'currency', 'status', 'reasonText'];

/** A payment request as columns, in the order in which a person reads them. */
export const simplifyPaymentRequest = columns([
	...first,
	'paymentConfirmation',
	'refundedAmount',
	'expireAt',
	'id',
]);

/** A request that was just created, or found as created before. */
export const simplifyCreated = columns([
	...first,
	'alreadyExisted',
	'paymentConfirmation',
	'expireAt',
	'id',
]);

/** A request that was compared with the values that a payer brought back. */
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
		refundedAmount: Array.isArray(refunds) ? cell(sumOfRefunds(refunds)) : undefined,
		expireAt: cell(paymentRequest.expireAt),
		id: cell(paymentRequest.id),
	};
}

/** Why it has its status, why the payer has not paid so far, or why the money has not arrived. */
function whyCell(paymentRequest: IDataObject) {
	const {
		status,
		statusReason,
		events,
		paymentConfirmationDescription: unsettled,
	} = paymentRequest;
	const unpaid = statusReason ? undefined : whyNotPaid(events, status);
	return cell(unpaid?.reasonText ?? reasonCell(paymentRequest) ?? unsettled);
}

/**
 * The amount that has been given back or is on its way, in rand; undefined if the service does not say so
 * for every refund.
 */
function sumOfRefunds(refunds: readonly unknown[]): number | undefined {
	const paid = refunds.map(asFields).filter(({ status }) => status !== 'error');
	const amounts = paid.map(({ amount }) => moneyIn(asFields(amount).quantity));
	const sum = amounts.reduce((cents, amount) => cents + (amount?.cents ?? NaN), 0);
	return Number.isNaN(sum) ? undefined : randOf(sum);
}

/** Steps on the payment page that are no reason why a payer did not pay (public documentation). */
const steps: unknown[] = [
	'CardMethodSelected',
	'NewCardCreated',
	'SavedCardSelected',
	'Secure3dCompleted',
	'Secure3dInitiated',
];

/** Statuses of requests that are paid or settled. */
const paid: unknown[] = ['completed', 'manually_completed'];

/** Statuses of requests that can no longer be paid. */
export const unpayable: unknown[] = ['cancelled', 'expired'];

/**
 * Why a payer has not paid so far: the last thing that went wrong on the payment page, as the service
 * names it and in plain words. Undefined if Stitch reports none, or a success.
 * @param status of the payment request
 */
export function whyNotPaid(
	events: unknown,
	status: unknown,
): { reason: string; reasonText: string } | undefined {
	if (!Array.isArray(events) || paid.includes(status)) return undefined;
	const named = events.map(asFields).filter(({ __typename }) => typeof __typename === 'string');
	if (named.some(({ __typename }) => __typename === 'PaymentSucceeded')) return undefined;
	const [last] = named
		.filter(({ __typename }) => !steps.includes(__typename))
		.sort((one, other) => (timeOf(other.occurred) ?? 0) - (timeOf(one.occurred) ?? 0));
	if (last === undefined) return undefined;
	const reason = String(last.__typename);
	const isOver = unpayable.includes(status);
	const text = payerReasonText(reason, textOf(last.description), { isOver });
	return { reason, reasonText: isOver ? `${text}. The link can no longer be paid` : text };
}
