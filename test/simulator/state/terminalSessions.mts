import { resourceId } from '../random.mts';
import type { ClientState } from './client.mts';

interface ChargeIntent {
	amount: number;
	currency: 'ZAR';
	cashback?: { amount: number; currency: 'ZAR' } | undefined;
	capture?: { method: 'automatic' | 'manual' } | undefined;
}

interface SessionOrder {
	intent: { charge: ChargeIntent } | { disbursement: { amount: number; currency: 'ZAR' } };
	terminal: string;
	nonce: string;
	externalReference?: string | undefined;
	metadata?: Record<string, unknown> | undefined;
}

export interface Charge {
	id: string;
	cents: number;
	refundedCents: number;
	status: string;
	createdAt: string;
	terminalSession: string;
}

/** `cancelled` is our choice: the specification does not show the status after a cancel. */
type SessionStatus = 'pending' | 'success' | 'failure' | 'cancelled';

export interface TerminalSession extends SessionOrder {
	id: string;
	status: SessionStatus;
	charge?: Charge;
	createdAt: string;
	updatedAt: string;
}

/** How long the customer takes at the terminal, in simulated milliseconds: our choice. */
const customerTime = 30_000;

/** The terminal sessions of one client (spec, terminal, 3.1). */
export class TerminalSessions {
	readonly byId = new Map<string, TerminalSession>();
	readonly byNonce = new Map<string, TerminalSession>();
	readonly charges = new Map<string, Charge>();
	readonly #client: ClientState;

	constructor(client: ClientState) {
		this.#client = client;
	}

	create(order: SessionOrder): TerminalSession {
		const now = this.#client.timestamp();
		const id = resourceId(this.#client.random);
		const session: TerminalSession = {
			...order,
			id,
			status: 'pending',
			createdAt: now,
			updatedAt: now,
		};
		this.byId.set(id, session);
		this.byNonce.set(order.nonce, session);
		this.#client.later(customerTime, () => {
			if (session.status === 'pending') this.finish(session, approves(session));
		});
		return session;
	}

	/** The customer is done at the terminal. */
	finish(session: TerminalSession, approved: boolean): void {
		if (approved && 'charge' in session.intent) this.#charge(session, session.intent.charge);
		this.setStatus(session, approved ? 'success' : 'failure');
		const { id, status, nonce, externalReference } = session;
		this.#client.announce({
			filterType: `terminal-session.${status}`,
			resource: { id, status, nonce, externalReference },
		});
	}

	setStatus(session: TerminalSession, status: SessionStatus): void {
		session.status = status;
		session.updatedAt = this.#client.timestamp();
	}

	#charge(session: TerminalSession, intent: ChargeIntent): void {
		const charge: Charge = {
			id: resourceId(this.#client.random),
			// Spec (terminal) 2.1: with cashback, the customer is charged both.
			cents: Math.round((intent.amount + (intent.cashback?.amount ?? 0)) * 100),
			refundedCents: 0,
			status: intent.capture?.method === 'manual' ? 'authorized' : 'captured',
			createdAt: this.#client.timestamp(),
			terminalSession: session.id,
		};
		session.charge = charge;
		this.charges.set(charge.id, charge);
	}
}

/** Public documentation: the cents decide. .00 is approved; that .50 and more decline is our choice. */
function approves({ intent }: TerminalSession): boolean {
	const { amount } = 'charge' in intent ? intent.charge : intent.disbursement;
	return Math.round(amount * 100) % 100 < 50;
}
