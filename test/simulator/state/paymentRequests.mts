import { resourceId } from '../random.mts';
import type { ClientState } from './client.mts';
import type { PaymentRefund } from './paymentRefunds.mts';

type PaymentRequestStatus =
	'pending' | 'completed' | 'cancelled' | 'expired' | 'manually_completed';

/** What a create call asked for, checked. `quantity` as sent, `cents` for sums. */
interface PaymentRequestOrder {
	quantity: number;
	cents: number;
	externalReference?: string | undefined;
	expireAt: string;
	merchantId?: string | undefined;
	payerReference?: string | undefined;
	beneficiaryReference?: string | undefined;
	metadata?: Record<string, unknown> | undefined;
}

/** Public documentation: what happened on the payment page. */
interface PaymentEvent {
	__typename: 'PaymentDeclinedByBank' | 'PaymentSucceeded';
	occurred: string;
}

export interface PaymentRequest extends PaymentRequestOrder {
	id: string;
	status: PaymentRequestStatus;
	cancelReason?: string;
	/** Public documentation: `completed` does not mean that the money has arrived; this does. */
	confirmation?: 'PaymentPending' | 'PaymentReceived';
	createdAt: string;
	statusAt: string;
	confirmedAt?: string;
	refundedCents: number;
	refunds: PaymentRefund[];
	events: PaymentEvent[];
}

/** Completion to the arrival of the money, in simulated milliseconds: our choice. */
const settlementDelay = 60_000;

/** The payment requests of one client and their life cycle (spec 3.1). */
export class PaymentRequests {
	readonly byId = new Map<string, PaymentRequest>();
	readonly #client: ClientState;

	constructor(client: ClientState) {
		this.#client = client;
	}

	create(order: PaymentRequestOrder): PaymentRequest {
		const now = this.#client.timestamp();
		const paymentRequest: PaymentRequest = {
			...order,
			id: resourceId(this.#client.random),
			status: 'pending',
			createdAt: now,
			statusAt: now,
			refundedCents: 0,
			refunds: [],
			events: [],
		};
		this.byId.set(paymentRequest.id, paymentRequest);
		const wait = Date.parse(order.expireAt) - this.#client.now();
		this.#client.clock.schedule(wait, () => this.expire(paymentRequest));
		return paymentRequest;
	}

	/** Spec 3.1: the payer completes the payment. */
	complete(paymentRequest: PaymentRequest): void {
		paymentRequest.confirmation = 'PaymentPending';
		this.#note(paymentRequest, 'PaymentSucceeded');
		this.#setStatus(paymentRequest, 'completed');
		this.#client.later(settlementDelay, () => this.confirm(paymentRequest));
	}

	/** The money arrives, once. */
	confirm(paymentRequest: PaymentRequest): void {
		if (paymentRequest.confirmation === 'PaymentReceived') return;
		paymentRequest.confirmation = 'PaymentReceived';
		paymentRequest.confirmedAt = this.#client.timestamp();
		this.#announce('payment.confirmation', paymentRequest);
	}

	/** The payer tries to pay, and their bank declines. */
	decline(paymentRequest: PaymentRequest): void {
		this.#note(paymentRequest, 'PaymentDeclinedByBank');
	}

	#note(paymentRequest: PaymentRequest, __typename: PaymentEvent['__typename']): void {
		paymentRequest.events.push({ __typename, occurred: this.#client.timestamp() });
	}

	/** Public reference: somebody marks it as completed; no payment is behind it. The REST word is our choice. */
	completeByHand(paymentRequest: PaymentRequest): void {
		this.#setStatus(paymentRequest, 'manually_completed');
	}

	cancel(paymentRequest: PaymentRequest, reason: string): void {
		paymentRequest.cancelReason = reason;
		this.#setStatus(paymentRequest, 'cancelled');
	}

	/** Its time is up. */
	expire(paymentRequest: PaymentRequest): void {
		if (paymentRequest.status === 'pending') this.#setStatus(paymentRequest, 'expired');
	}

	#setStatus(paymentRequest: PaymentRequest, status: PaymentRequestStatus): void {
		paymentRequest.status = status;
		paymentRequest.statusAt = this.#client.timestamp();
		this.#announce('payment', paymentRequest);
	}

	#announce(filterType: 'payment' | 'payment.confirmation', resource: PaymentRequest): void {
		this.#client.announce({ filterType, resource });
	}
}
