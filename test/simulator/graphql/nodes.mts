import { moneyOf } from '../money.mts';
import type { Disbursement } from '../state/disbursements.mts';
import type { PaymentRefund } from '../state/payment-refunds.mts';
import type { PaymentRequest } from '../state/payment-requests.mts';

/** Resources as GraphQL shows them: in answers and in webhook payloads of envelope A. */

/** `manually_completed` is `ManuallyCompleted`. */
const capitalized = (status: string): string =>
	status
		.split('_')
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join('');

function disbursementStatus(disbursement: Disbursement): object {
	const { status, statusAt, statusReason, description } = disbursement;
	const base = { __typename: `Disbursement${capitalized(status)}`, date: statusAt };
	const reason = statusReason ?? 'unknown';
	switch (status) {
		case 'error':
			return {
				...base,
				disbursementErrorReason: reason,
				disbursementErrorDescription: description,
			};
		case 'paused':
			return { ...base, disbursementPausedReason: reason };
		case 'cancelled':
			return { ...base, disbursementCancelledReason: reason };
		case 'reversed':
			return {
				...base,
				disbursementReversedReason: reason,
				disbursementReversedDescription: description,
			};
		default:
			return base;
	}
}

export function disbursementNode(disbursement: Disbursement): object {
	const { beneficiary } = disbursement;
	return {
		id: disbursement.id,
		amount: moneyOf(disbursement.cents),
		bankBeneficiary: {
			accountHolder: beneficiary.name,
			accountType: 'current',
			accountNumber: beneficiary.accountNumber,
			bankId: beneficiary.bank,
			name: beneficiary.name,
		},
		beneficiaryReference: disbursement.beneficiaryReference,
		created: disbursement.createdAt,
		externalReference: disbursement.externalReference,
		nonce: disbursement.nonce,
		status: disbursementStatus(disbursement),
	};
}

/** Absent until the payer has completed the payment. */
function confirmationOf({ confirmation, confirmedAt }: PaymentRequest): object | undefined {
	if (confirmation === 'PaymentPending') return { __typename: confirmation };
	return confirmation && { __typename: confirmation, received: confirmedAt };
}

export function paymentRequestNode(request: PaymentRequest, url: string): object {
	const amount = moneyOf(request.cents);
	return {
		id: request.id,
		amount,
		beneficiaryReference: request.beneficiaryReference,
		created: request.createdAt,
		expireAt: request.expireAt,
		externalReference: request.externalReference,
		merchantId: request.merchantId,
		payerReference: request.payerReference,
		updated: request.statusAt,
		metadata: request.metadata,
		// A function, since each refund shows the payment request again.
		refunds: () => request.refunds.map((refund) => refundNode(refund, url)),
		events: request.events,
		paymentConfirmation: confirmationOf(request),
		state: {
			__typename: `PaymentInitiationRequest${capitalized(request.status)}`,
			date: request.statusAt,
			...(request.status === 'completed' && { amount }),
			...(request.status === 'cancelled' && { reason: request.cancelReason ?? 'unknown' }),
		},
		url,
	};
}

export function refundNode(refund: PaymentRefund, url: string): object {
	return {
		id: refund.id,
		amount: moneyOf(refund.cents),
		beneficiaryReference: refund.beneficiaryReference,
		created: refund.createdAt,
		nonce: refund.nonce,
		paymentInitiationRequest: paymentRequestNode(refund.paymentRequest, url),
		reason: refund.reason,
		status: { __typename: refund.status, date: refund.statusAt },
	};
}
