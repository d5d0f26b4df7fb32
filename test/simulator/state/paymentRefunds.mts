import { resourceId } from '../random.mts';
import type { ClientState } from './client.mts';
import type { PaymentRequest } from './paymentRequests.mts';

/** A refund of a payment request, made by GraphQL (public documentation). */
export interface PaymentRefund {
	id: string;
	cents: number;
	reason: string;
	nonce: string;
	beneficiaryReference: string;
	paymentRequest: PaymentRequest;
	status: 'RefundPending' | 'RefundSubmitted' | 'RefundCompleted';
	createdAt: string;
	statusAt: string;
}

/** Simulated milliseconds: our choice. */
const submittedAfter = 60_000;
const completedAfter = 120_000;

export class PaymentRefunds {
	readonly byId = new Map<string, PaymentRefund>();
	readonly byNonce = new Map<string, PaymentRefund>();
	readonly #client: ClientState;

	constructor(client: ClientState) {
		this.#client = client;
	}

	create(
		order: Pick<
			PaymentRefund,
			'cents' | 'reason' | 'nonce' | 'beneficiaryReference' | 'paymentRequest'
		>,
	): PaymentRefund {
		const now = this.#client.timestamp();
		const refund: PaymentRefund = {
			...order,
			id: resourceId(this.#client.random),
			status: 'RefundPending',
			createdAt: now,
			statusAt: now,
		};
		order.paymentRequest.refundedCents += order.cents;
		order.paymentRequest.refunds.push(refund);
		this.byId.set(refund.id, refund);
		this.byNonce.set(refund.nonce, refund);
		this.#client.ledger.moneyOut += refund.cents;
		this.#client.later(submittedAfter, () => this.#setStatus(refund, 'RefundSubmitted'));
		this.#client.later(completedAfter, () => this.#setStatus(refund, 'RefundCompleted'));
		return refund;
	}

	#setStatus(refund: PaymentRefund, status: PaymentRefund['status']): void {
		refund.status = status;
		refund.statusAt = this.#client.timestamp();
		this.#client.announce({ filterType: 'refund', resource: refund });
	}
}
