import { present as presentDisbursement } from '../endpoints/disbursements.mts';
import { present as presentPaymentRequest } from '../endpoints/paymentRequests.mts';
import {
	confirmationOf,
	disbursementNode,
	paymentRequestNode,
	refundNode,
} from '../graphql/nodes.mts';
import { moneyOf } from '../money.mts';
import type { Charge } from '../state/charges.mts';
import type { ClientState, StatusChange } from '../state/client.mts';
import type { Consent } from '../state/consents.mts';
import type { Disbursement } from '../state/disbursements.mts';
import type { PaymentRefund } from '../state/paymentRefunds.mts';
import type { PaymentRequest } from '../state/paymentRequests.mts';

/** The payload of an event in the envelope that the client is set to (public documentation: two exist). */
export function payloadOf(client: ClientState, change: StatusChange, eventId: string): string {
	const nested = nestedOf(client, change);
	if (nested) return JSON.stringify({ data: { client: nested } });
	const data = flatData(client, change);
	return JSON.stringify({ type: change.filterType, id: eventId, data });
}

function nestedOf(client: ClientState, change: StatusChange) {
	return client.settings.webhookEnvelope === 'A' ? nestedNode(client, change) : undefined;
}

function nestedNode(client: ClientState, { filterType, resource }: StatusChange) {
	switch (filterType) {
		case 'disbursement':
			return { disbursements: { node: disbursementNode(resource as Disbursement, client) } };
		case 'payment':
		case 'payment.confirmation': {
			const node = paymentRequestNode(resource as PaymentRequest, client);
			return { paymentInitiationRequests: { node } };
		}
		case 'refund': {
			const node = refundNode(resource as PaymentRefund, client);
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
			return presentPaymentRequest(client, resource as PaymentRequest);
		case 'payment.confirmation': {
			const request = resource as PaymentRequest;
			// No sample is published: our choice, in the words of GraphQL.
			return {
				...presentPaymentRequest(client, request),
				paymentConfirmation: confirmationOf(request),
			};
		}
		case 'refund':
			return flatRefund(resource as PaymentRefund);
		case 'payment-consent-request':
			return flatConsent(resource as Consent);
		case 'transaction':
			return flatCharge(resource as Charge);
		default:
			return resource;
	}
}

/** In the form that one author has seen. */
function flatConsent({ id, status, externalReference, statusReason, capitec }: Consent): object {
	return {
		id,
		status: status.toUpperCase(),
		type: capitec ? 'CAPITEC_PAY' : 'CARD',
		externalReference,
		statusReason,
	};
}

/** No sample is published: our choice, in the manner of consents. */
function flatCharge(charge: Charge): object {
	const { id, nonce, externalReference, state, stateAt, reason, cents } = charge;
	return {
		id,
		status: state.toUpperCase(),
		statusReason: reason,
		amount: moneyOf(cents),
		nonce,
		externalReference,
		updatedAt: stateAt,
	};
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
