import { resourceId } from '../random.mts';
import type { ClientState } from './client.mts';

export type ConsentStatus =
	'pending' | 'processing' | 'granted' | 'failed' | 'cancelled' | 'expired' | 'revoked' | 'paused';

export type Frequency = 'ONCE_OFF' | 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';

/** What a Capitec customer agrees to. */
export interface CapitecTerms {
	maxCents: number;
	initialCents?: number | undefined;
	/** A day, such as 2026-12-01. */
	start?: string | undefined;
	frequency: Frequency;
	description?: string | undefined;
}

/** A first charge, carried out when the payer gives their card. */
export interface InitialCharge {
	cents: number;
	nonce?: string | undefined;
	externalReference?: string | undefined;
}

interface ConsentOrder {
	nonce: string;
	externalReference?: string | undefined;
	metadata?: unknown;
	/** Undefined for a card. */
	capitec?: CapitecTerms | undefined;
	initialCharge?: InitialCharge | undefined;
}

export interface Consent extends ConsentOrder {
	id: string;
	status: ConsentStatus;
	statusReason?: string | undefined;
	createdAt: string;
	statusAt: string;
}

/** Simulated milliseconds: our choice. */
const timing = { approval: 5000, expiry: 24 * 60 * 60 * 1000 };

/** The payment consents of one client (public reference). Their timing is our choice. */
export class Consents {
	readonly byId = new Map<string, Consent>();
	readonly byNonce = new Map<string, Consent>();
	readonly #client: ClientState;

	constructor(client: ClientState) {
		this.#client = client;
	}

	create(order: ConsentOrder): Consent {
		const now = this.#client.timestamp();
		const consent: Consent = {
			...order,
			id: resourceId(this.#client.random),
			status: 'pending',
			createdAt: now,
			statusAt: now,
		};
		this.byId.set(consent.id, consent);
		this.byNonce.set(consent.nonce, consent);
		this.#client.clock.schedule(timing.expiry, () => {
			if (consent.status === 'pending') this.setStatus(consent, 'expired');
		});
		return consent;
	}

	/**
	 * The payer agrees on the hosted page. A Capitec customer approves in their bank's app, which takes
	 * a moment; a card is charged first if a first charge is wanted.
	 */
	grant(consent: Consent): void {
		if (consent.capitec) {
			this.setStatus(consent, 'processing');
			this.#client.later(timing.approval, () => {
				if (consent.status === 'processing') this.setStatus(consent, 'granted');
			});
			return;
		}
		const first = consent.initialCharge;
		const charge = first && this.#client.charges.chargeFirst(consent, first);
		if (charge?.state === 'failure') this.setStatus(consent, 'failed', charge.reason);
		else this.setStatus(consent, 'granted');
	}

	decline(consent: Consent): void {
		this.setStatus(consent, 'failed', 'declined by the payer');
	}

	setStatus(consent: Consent, status: ConsentStatus, reason?: string): void {
		consent.status = status;
		consent.statusReason = reason;
		consent.statusAt = this.#client.timestamp();
		this.#client.announce({ filterType: 'payment-consent-request', resource: consent });
	}
}
