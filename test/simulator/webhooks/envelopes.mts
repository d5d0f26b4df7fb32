import { present as presentDisbursement } from '../endpoints/disbursements.mts';
import { present as presentPaymentRequest } from '../endpoints/payment-requests.mts';
import { disbursementNode, paymentRequestNode, refundNode } from '../graphql/nodes.mts';
import { moneyOf } from '../money.mts';
import type { ClientState, StatusChange } from '../state/client.mts';
import type { Disbursement } from '../state/disbursements.mts';
import type { PaymentRefund } from '../state/payment-refunds.mts';
import type { PaymentRequest } from '../state/payment-requests.mts';

/** The payload of an event in the envelope that the client is set to (public documentation: two exist). */
export function payloadOf(client: ClientState, change: StatusChange, eventId: string): string {
	const nested = client.settings.webhookEnvelope === 'A' ? nestedNode(client, change) : undefined;
	if (nested) return JSON.stringify({ data: { client: nested } });
	const data = flatData(client, change);
	return JSON.stringify({ type: change.filterType, id: eventId, data });
}

function nestedNode(client: ClientState, { filterType, resource }: StatusChange) {
	switch (filterType) {
		case 'disbursement':
			return { disbursements: { node: disbursementNode(resource as Disbursement) } };
		case 'payment':
		case 'payment.confirmation': {
			const request = resource as PaymentRequest;
			const node = paymentRequestNode(request, client.hostedPage(request.id));
			return { paymentInitiationRequests: { node } };
		}
		case 'refund': {
			const refund = resource as PaymentRefund;
			const node = refundNode(refund, client.hostedPage(refund.paymentRequest.id));
			return { refunds: { node } };
		}
		default:
			// Envelope A is documented for the three above only.
			return undefined;
	}
}

function flatData(client: ClientState, { filterType, resource }: StatusChange): object {
	switch (filterType) {
		case 'disbursement':
			return presentDisbursement(client, resource as Disbursement);
		case 'payment':
		case 'payment.confirmation':
			return presentPaymentRequest(client, resource as PaymentRequest);
		case 'refund':
			return flatRefund(resource as PaymentRefund);
		default:
			return resource;
	}
}

function flatRefund(refund: PaymentRefund): object {
	return {
		id: refund.id,
		status: refund.status.replace('Refund', '').toLowerCase(),
		amount: moneyOf(refund.cents),
		nonce: refund.nonce,
		reason: refund.reason,
		paymentRequestId: refund.paymentRequest.id,
		externalReference: refund.paymentRequest.externalReference,
	};
}
