import { resourceId } from '../random.mts';
import type { ClientState } from './client.mts';
import { outcomeOfCard, reasonOfCapitec } from './chargeScenarios.mts';
import type { Consent, InitialCharge } from './consents.mts';

export type ChargeState = 'pending' | 'success' | 'failure' | 'cancelled';

interface ChargeOrder {
	cents: number;
	nonce: string;
	externalReference?: string | undefined;
	metadata?: unknown;
	/** The consent that is charged; undefined for a stored card. */
	consent?: Consent | undefined;
	/** Whether it came with the payer's agreement. */
	isFirst?: boolean;
	/** Shown to a Capitec customer. */
	payerReference?: string | undefined;
}

/** A `PaymentTransaction` of the service: a charge, or the refund of one. */
export interface Charge extends ChargeOrder {
	id: string;
	/** What is given back; undefined for a charge. */
	original?: Charge | undefined;
	state: ChargeState;
	reason?: string | undefined;
	/** Whether the payer has to confirm it, at a page of its own. */
	needsPayer: boolean;
	createdAt: string;
	stateAt: string;
	refundedCents: number;
}

/** Simulated milliseconds: our choice. */
const timing = { decided: 60_000, refunded: 120_000 };

/** The charges of one client and their refunds, all under nonces that are used once. */
export class Charges {
	readonly byId = new Map<string, Charge>();
	readonly byNonce = new Map<string, Charge>();
	readonly #client: ClientState;

	constructor(client: ClientState) {
		this.#client = client;
	}

	/** Whether a nonce was used, so that another charge under it is refused. */
	isUsed(nonce: string): boolean {
		const known = this.byNonce.get(nonce);
		const isShared = this.#client.settings.firstChargeNonces === 'shared';
		return known !== undefined && (isShared || !known.isFirst);
	}

	/** The charge that comes with the payer's agreement. */
	chargeFirst(consent: Consent, { nonce, ...first }: InitialCharge): Charge {
		const known = nonce === undefined ? undefined : this.byNonce.get(nonce);
		const order = { ...first, nonce: nonce ?? `first of ${consent.id}`, consent, isFirst: true };
		return known ?? this.create(order);
	}

	/** Accepts a charge: a card answers at once, a Capitec customer's bank a minute later. */
	create(order: ChargeOrder): Charge {
		const charge = this.#add(order);
		if (charge.consent?.capitec) {
			const reason = reasonOfCapitec(charge, [...this.byId.values()], this.#client);
			this.#later(charge, timing.decided, () => this.#end(charge, reason));
			return charge;
		}
		const outcome = outcomeOfCard(charge.cents, this.#client.isTest);
		switch (outcome.after) {
			case 'at once':
				this.#end(charge, outcome.reason);
				break;
			case 'a minute':
				this.#later(charge, timing.decided, () => this.#end(charge, outcome.reason));
				break;
			case 'the payer':
				charge.needsPayer = true;
				charge.reason = 'waitingFor3dSecure';
		}
		return charge;
	}

	/** Gives back a charge, or a part of it. */
	refund(original: Charge, order: Omit<ChargeOrder, 'consent'>): Charge {
		const refund = this.#add({ ...order, consent: original.consent });
		refund.original = original;
		original.refundedCents += refund.cents;
		this.#client.ledger.moneyOut += refund.cents;
		this.#later(refund, timing.refunded, () => this.setState(refund, 'success'));
		return refund;
	}

	/** What the payer does at the page of a charge that needs them. */
	confirm(charge: Charge, passed: boolean): void {
		this.#end(charge, passed ? undefined : 'secure3dDeclined');
	}

	setState(charge: Charge, state: ChargeState, reason?: string): void {
		charge.state = state;
		charge.reason = reason;
		charge.needsPayer = false;
		charge.stateAt = this.#client.timestamp();
		this.#client.announce({ filterType: 'transaction', resource: charge });
	}

	#end(charge: Charge, reason: string | undefined): void {
		this.setState(charge, reason === undefined ? 'success' : 'failure', reason);
	}

	#add(order: ChargeOrder): Charge {
		const now = this.#client.timestamp();
		const charge: Charge = {
			...order,
			id: resourceId(this.#client.random),
			state: 'pending',
			needsPayer: false,
			createdAt: now,
			stateAt: now,
			refundedCents: 0,
		};
		this.byId.set(charge.id, charge);
		this.byNonce.set(charge.nonce, charge);
		return charge;
	}

	#later(charge: Charge, delay: number, run: () => void): void {
		this.#client.later(delay, () => {
			if (charge.state === 'pending') run();
		});
	}
}
