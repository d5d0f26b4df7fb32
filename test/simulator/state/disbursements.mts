import { resourceId } from '../random.mts';
import type { ClientState } from './client.mts';
import { outcomeOf, timing } from './disbursementScenarios.mts';

/** Spec 3.2. */
export const disbursementStatuses = [
	'pending',
	'submitted',
	'completed',
	'error',
	'paused',
	'cancelled',
	'reversed',
] as const;

export type DisbursementStatus = (typeof disbursementStatuses)[number];

/** What a create call asked for, checked, with the amount as sent and in cents. */
export interface DisbursementOrder {
	quantity: string | number;
	cents: number;
	nonce: string;
	externalReference?: string | undefined;
	beneficiaryReference: string;
	beneficiary: { name: string; accountNumber: string; bank: string };
	type: 'instant' | 'default';
}

export interface Disbursement extends DisbursementOrder {
	id: string;
	status: DisbursementStatus;
	statusReason?: string | undefined;
	description?: string | undefined;
	createdAt: string;
	/** When the status last changed, ISO 8601. */
	statusAt: string;
	/** Whether its amount is out of the float account at present. */
	paid: boolean;
	/** Grows with every change, so that work scheduled for an earlier state is dropped. */
	version: number;
}

/** The disbursements of one client and their life cycle (spec 3.2, 4.7). */
export class Disbursements {
	readonly byId = new Map<string, Disbursement>();
	readonly byNonce = new Map<string, Disbursement>();
	/** Paused for want of funds, oldest first. */
	#held: Disbursement[] = [];
	readonly #client: ClientState;

	constructor(client: ClientState) {
		this.#client = client;
	}

	/** Accepts an order. The answer always shows `pending`; holding it for want of funds follows. */
	create(order: DisbursementOrder): Disbursement {
		const now = this.#client.timestamp();
		const disbursement: Disbursement = {
			...order,
			id: resourceId(this.#client.random),
			status: 'pending',
			createdAt: now,
			statusAt: now,
			paid: false,
			version: 0,
		};
		this.byId.set(disbursement.id, disbursement);
		this.byNonce.set(disbursement.nonce, disbursement);
		if (this.#client.isTest) this.#playScenario(disbursement);
		else this.#later(disbursement, timing.firstStep, () => this.#payOrHold(disbursement));
		return disbursement;
	}

	/** Puts a disbursement into a status, tells subscribers, and keeps the float account right. */
	setStatus(disbursement: Disbursement, status: DisbursementStatus, reason?: string): void {
		disbursement.version++;
		disbursement.status = status;
		disbursement.statusReason = reason;
		disbursement.description = reason && descriptions[status];
		disbursement.statusAt = this.#client.timestamp();
		this.#settleFloat(disbursement);
		const wasHeld = this.#held.includes(disbursement);
		if (wasHeld) this.#held = this.#held.filter((other) => other !== disbursement);
		if (status === 'paused') this.#held.push(disbursement);
		if (status !== 'pending') {
			this.#client.announce({ filterType: 'disbursement', resource: disbursement });
		}
		if (wasHeld) this.resumeHeld();
	}

	#settleFloat(disbursement: Disbursement): void {
		const { float } = this.#client;
		const shouldBePaid = disbursement.status === 'submitted' || disbursement.status === 'completed';
		if (shouldBePaid && !disbursement.paid) float.take(disbursement.cents);
		if (!shouldBePaid && disbursement.paid) float.giveBack(disbursement.cents);
		disbursement.paid = shouldBePaid;
	}

	/** Continues what was held for want of funds, as far as the float account now suffices (spec 3.2). */
	resumeHeld(): void {
		if (this.#client.isTest) return;
		for (let first = this.#held[0]; first; first = this.#held[0]) {
			if (first.statusReason !== 'insufficient_funds') return;
			if (first.cents > this.#client.float.available) return;
			this.#held.shift();
			this.#submit(first, () => this.setStatus(first, 'completed'));
		}
	}

	/** Spec 3.2: first in first out; one that exceeds the float pauses more recent ones. */
	#payOrHold(disbursement: Disbursement): void {
		const blocked = this.#held.length > 0;
		if (!blocked && disbursement.cents <= this.#client.float.available) {
			this.#submit(disbursement, () => this.setStatus(disbursement, 'completed'));
			return;
		}
		this.setStatus(disbursement, 'paused', 'insufficient_funds');
		this.#later(disbursement, timing.holdExpiry, () =>
			this.setStatus(disbursement, 'error', 'insufficient_funds'),
		);
	}

	/** Spec 4.7: a test client's amount and account number decide what happens. */
	#playScenario(disbursement: Disbursement): void {
		const outcome = outcomeOf(disbursement);
		const end = (): void => this.setStatus(disbursement, outcome.status, outcome.reason);
		if (!outcome.pausesFirst) {
			this.#later(disbursement, timing.submitted, () =>
				this.#submit(disbursement, end, timing.outcome - timing.submitted),
			);
			return;
		}
		this.#later(disbursement, timing.firstStep, () => {
			this.setStatus(disbursement, 'paused', 'insufficient_funds');
			const wait = timing.pausedOutcome - timing.firstStep;
			this.#later(disbursement, wait, () => {
				if (outcome.status === 'error') end();
				else this.#submit(disbursement, end, 0);
			});
		});
	}

	#submit(disbursement: Disbursement, then: () => void, wait = timing.clearing): void {
		this.setStatus(disbursement, 'submitted');
		this.#later(disbursement, wait, then);
	}

	#later(disbursement: Disbursement, delay: number, run: () => void): void {
		const { version } = disbursement;
		this.#client.later(delay, () => {
			if (disbursement.version === version) run();
		});
	}
}

const descriptions: Partial<Record<DisbursementStatus, string>> = {
	error: 'The disbursement was not paid.',
	paused: 'The disbursement waits for funds.',
	cancelled: 'The disbursement was cancelled.',
	reversed: 'The bank returned the money.',
};
