import { centsOf } from '../money.mts';
import type { ClientState } from '../state/client.mts';
import type { PaymentRequest } from '../state/paymentRequests.mts';
import { firstUnder } from '../state/readings.mts';
import { refuseInOrder } from '../state/refusalOrder.mts';
import type { AccessToken } from '../tokens/store.mts';
import { refundNode } from './nodes.mts';
import { recurringMutations } from './recurringMutations.mts';
import { badInput, nonceDuplicate, requireScope } from './refusals.mts';

interface WebhookInput {
	url: unknown;
	filterTypes?: string[] | null;
}

interface SimulationInput {
	paymentRequestId: string;
}

interface RefundInput {
	amount: { quantity: unknown; currency: string };
	beneficiaryReference: string;
	nonce: string;
	paymentRequestId: string;
	reason: string;
}

/** The mutations that a client token can run. */
export function clientMutations(client: ClientState, token: AccessToken) {
	return {
		...recurringMutations(client, token),
		clientWebhookAdd({ input }: { input: WebhookInput }) {
			const types = input.filterTypes ?? [];
			const refusal = client.subscriptions.refusalOf(input.url, types);
			if (refusal) throw badInput(refusal);
			return client.subscriptions.add(String(input.url), types);
		},
		clientWebhookDelete({ input }: { input: WebhookInput }) {
			const url = String(input.url);
			if (!client.subscriptions.remove(url, input.filterTypes ?? undefined)) {
				throw badInput(`There is no webhook with the url ${url}.`);
			}
			return { url, filterTypes: input.filterTypes };
		},
		clientRefundInitiate({ input }: { input: RefundInput }) {
			requireScope(token, 'client_refund');
			return { refund: initiateRefund(client, input) };
		},
		testClientPaymentInitiationRequestSimulateComplete({ input }: { input: SimulationInput }) {
			const paymentRequest = ofTestClient(client, input);
			if (paymentRequest.status !== 'pending') {
				throw badInput(`paymentRequestId: the payment request is ${paymentRequest.status}`);
			}
			client.paymentRequests.complete(paymentRequest);
			return { paymentRequestId: paymentRequest.id };
		},
		testClientCreatePaymentConfirmation({ input }: { input: SimulationInput }) {
			const paymentRequest = ofTestClient(client, input);
			if (paymentRequest.status !== 'completed') {
				throw badInput(`paymentRequestId: the payment request is ${paymentRequest.status}`);
			}
			client.paymentRequests.confirm(paymentRequest);
			return { paymentRequestId: paymentRequest.id };
		},
	};
}

function initiateRefund(client: ClientState, input: RefundInput): object {
	const { beneficiaryReference, nonce, reason } = input;
	const cents = centsOf(input.amount.quantity);
	if (cents === undefined) throw badInput('amount.quantity: must be a positive amount');
	if (input.amount.currency !== 'ZAR') throw badInput('amount.currency: must be ZAR');
	if (beneficiaryReference.length < 1 || beneficiaryReference.length > 30) {
		throw badInput('beneficiaryReference: must have 1 to 30 characters');
	}
	if (nonce === '') throw badInput('nonce: must not be empty');
	const { byNonce } = client.paymentRefunds;
	const first = refuseInOrder(client, {
		byNonce: () => firstUnder(client, byNonce.get(nonce), nonceDuplicate),
		byState: () => requireRest(paymentRequestOf(client, input), cents),
	});
	const paymentRequest = paymentRequestOf(client, input);
	const refund =
		first ??
		client.paymentRefunds.create({ cents, reason, nonce, beneficiaryReference, paymentRequest });
	return refundNode(refund, client);
}

/** No scope is documented for what simulates: any token of a test client will do (our choice). */
function ofTestClient(client: ClientState, input: SimulationInput): PaymentRequest {
	if (!client.isTest) throw badInput('Only test clients can simulate.');
	return paymentRequestOf(client, input);
}

function paymentRequestOf(client: ClientState, input: SimulationInput): PaymentRequest {
	const { byId } = client.paymentRequests;
	// Where the IDs of REST and GraphQL differ, either will do (our choice).
	const id = input.paymentRequestId.replace(/^graphql-/, '');
	const paymentRequest = byId.get(id);
	if (!paymentRequest) throw badInput('paymentRequestId: there is no such payment request');
	return paymentRequest;
}

function requireRest({ status, cents, refundedCents }: PaymentRequest, wanted: number): void {
	if (status !== 'completed') throw badInput(`paymentRequestId: the payment request is ${status}`);
	if (wanted > cents - refundedCents) {
		throw badInput('amount.quantity: more than what is left of the payment');
	}
}
