import type { IDataObject } from 'n8n-workflow';

import { asNumber, money } from '../../schemas/money';
import { asFields } from '../../transport/json';
import { amountColumns, cell, given, reasonColumns } from '../columns';
import { whyNotPaid } from './payerEvents';

/** What Confirm Return adds. */
const comparisons = ['returnedStatus', 'returnedStatusAgrees', 'externalReferenceAgrees'];

/** A payment request as columns, in the order in which a person reads them. */
export function simplifyPaymentRequest(paymentRequest: IDataObject): IDataObject {
	const { paymentUrl, interaction, status, statusReason, events } = paymentRequest;
	const unpaid = statusReason ? undefined : whyNotPaid(events, status);
	return {
		externalReference: cell(paymentRequest.externalReference),
		paymentUrl: cell(paymentUrl ?? asFields(interaction).url),
		...amountColumns(paymentRequest),
		status: cell(status),
		...given(paymentRequest, ['final', 'alreadyExisted', ...comparisons]),
		...(unpaid ?? reasonColumns(paymentRequest)),
		paymentConfirmation: cell(paymentRequest.paymentConfirmation),
		paymentConfirmationDate: cell(paymentRequest.paymentConfirmationDate),
		...given(paymentRequest, ['paymentConfirmationDescription']),
		refundedAmount: cell(refunded(paymentRequest.refunds)),
		settlementReference: cell(asFields(paymentRequest.settlement).reference),
		payerReference: cell(paymentRequest.payerReference),
		beneficiaryReference: cell(paymentRequest.beneficiaryReference),
		createdAt: cell(paymentRequest.createdAt),
		updatedAt: cell(paymentRequest.updatedAt),
		expireAt: cell(paymentRequest.expireAt),
		statusDate: cell(paymentRequest.statusDate),
		...given(paymentRequest, ['metadata']),
		id: cell(paymentRequest.id),
	};
}

const anyAmount = money('Amount');

/**
 * What has been given back or is on its way, in rand; undefined if the service does not say, also for
 * one of the refunds.
 */
function refunded(refunds: unknown): number | undefined {
	if (!Array.isArray(refunds)) return undefined;
	const paid = refunds.map(asFields).filter(({ status }) => status !== 'error');
	const amounts = paid.map(({ amount }) => anyAmount.safeParse(asFields(amount).quantity).data);
	const sum = amounts.reduce((cents, amount) => cents + (amount?.cents ?? NaN), 0);
	return Number.isNaN(sum) ? undefined : asNumber({ cents: sum });
}
