import { moneyOf } from '../money.mts';
import type { ClientState } from '../state/client.mts';
import type { Disbursement } from '../state/disbursements.mts';
import type { PaymentRefund } from '../state/paymentRefunds.mts';
import type { PaymentRequest } from '../state/paymentRequests.mts';
import { accountShown, idInGraphql } from '../state/readings.mts';

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
	switch (status) {
		case 'completed':
			return { ...base, expectedSettlement: statusAt };
		case 'error':
			return {
				...base,
				disbursementErrorReason: statusReason ?? 'internal_error',
				disbursementErrorDescription: description ?? 'No reason was given.',
			};
		case 'paused':
			return { ...base, disbursementPausedReason: statusReason ?? 'insufficient_funds' };
		case 'cancelled':
			return { ...base, disbursementCancelledReason: statusReason ?? 'unknown' };
		case 'reversed':
			return {
				...base,
				disbursementReversedReason: statusReason ?? 'invalid_account',
				disbursementReversedDescription: description ?? 'No reason was given.',
			};
		default:
			return base;
	}
}

export function disbursementNode(disbursement: Disbursement, client: ClientState): object {
	const { beneficiary } = disbursement;
	return {
		id: idInGraphql(client, disbursement.id),
		amount: moneyOf(disbursement.cents),
		bankBeneficiary: {
			accountHolder: beneficiary.name,
			accountType: 'current',
			accountNumber: accountShown(client, beneficiary.accountNumber),
			bankId: beneficiary.bank,
		},
		beneficiaryReference: disbursement.beneficiaryReference,
		created: disbursement.createdAt,
		externalReference: disbursement.externalReference,
		nonce: disbursement.nonce,
		status: disbursementStatus(disbursement),
	};
}

/** What an event on the payment page says; the words are ours. */
const descriptions = {
	PaymentDeclinedByBank: 'The bank of the payer declined the payment.',
	PaymentSucceeded: 'The payment succeeded.',
};

/** Absent until the payer has completed the payment. */
export function confirmationOf({
	confirmation,
	confirmedAt,
	statusAt,
}: PaymentRequest): object | undefined {
	if (confirmation === 'PaymentPending') return { __typename: confirmation, date: statusAt };
	return (
		confirmation && {
			__typename: confirmation,
			received: confirmedAt,
			estimatedSettlement: confirmedAt,
		}
	);
}

export function paymentRequestNode(request: PaymentRequest, client: ClientState): object {
	const amount = moneyOf(request.cents);
	return {
		id: idInGraphql(client, request.id),
		amount,
		beneficiaryReference: request.beneficiaryReference ?? '',
		created: request.createdAt,
		expireAt: request.expireAt,
		externalReference: request.externalReference,
		payerReference: request.payerReference ?? '',
		userReference: request.payerReference ?? '',
		updated: request.statusAt,
		metadata: request.metadata,
		// A function, since each refund shows the payment request again.
		refunds: () => request.refunds.map((refund) => refundNode(refund, client)),
		events: request.events.map((event) => ({
			...event,
			description: descriptions[event.__typename],
		})),
		paymentConfirmation: confirmationOf(request),
		state: {
			__typename: `PaymentInitiationRequest${capitalized(request.status)}`,
			// Public reference: of the five, pending alone has no date.
			...(request.status !== 'pending' && { date: request.statusAt }),
			...(request.status === 'completed' && { amount }),
			...(request.status === 'cancelled' && { reason: request.cancelReason ?? 'unknown' }),
		},
		url: client.hostedPage(request.id),
	};
}

export function refundNode(refund: PaymentRefund, client: ClientState): object {
	return {
		id: refund.id,
		amount: moneyOf(refund.cents),
		beneficiaryReference: refund.beneficiaryReference,
		created: refund.createdAt,
		nonce: refund.nonce,
		paymentInitiationRequest: paymentRequestNode(refund.paymentRequest, client),
		reason: refund.reason,
		status: {
			__typename: refund.status,
			date: refund.statusAt,
			...(refund.status === 'RefundCompleted' && { expectedSettlement: refund.statusAt }),
		},
	};
}
