import { resourceId } from '../random.mts';
import type { ClientState } from './client.mts';
import type { Charge } from './terminalSessions.mts';

/** A refund of an in-person charge. Which fields the record has is our choice (not shown). */
export interface Refund {
	id: string;
	charge: string;
	terminalSession: string;
	amount: number;
	currency: 'ZAR';
	reason: string;
	nonce: string;
	status: 'success' | 'failure';
	metadata?: Record<string, unknown> | undefined;
	createdAt: string;
	updatedAt: string;
}

/** The refunds of one client's charges (spec, terminal, 3.2). */
export class Refunds {
	readonly byId = new Map<string, Refund>();
	readonly byNonce = new Map<string, Refund>();
	readonly #client: ClientState;

	constructor(client: ClientState) {
		this.#client = client;
	}

	create(
		charge: Charge,
		order: Pick<Refund, 'amount' | 'currency' | 'reason' | 'nonce' | 'metadata'>,
	): Refund {
		const now = this.#client.timestamp();
		const cents = Math.round(order.amount * 100);
		// Creation can return a failed record, too: 51 cents make one (our choice).
		const status = cents % 100 === 51 ? 'failure' : 'success';
		const refund: Refund = {
			id: resourceId(this.#client.random),
			charge: charge.id,
			terminalSession: charge.terminalSession,
			...order,
			status,
			createdAt: now,
			updatedAt: now,
		};
		if (status === 'success') {
			charge.refundedCents += cents;
			this.#client.ledger.moneyOut += cents;
		}
		this.byId.set(refund.id, refund);
		this.byNonce.set(refund.nonce, refund);
		return refund;
	}
}
