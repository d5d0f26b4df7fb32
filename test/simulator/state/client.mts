import type { Agent } from 'undici';
import type { SimulatedClock } from '../clock.mts';
import { Faults } from '../faults.mts';
import { Ledger } from '../ledger.mts';
import type { Random } from '../random.mts';
import type { RateLimit } from '../rateLimit.mts';
import { TokenBucket } from '../rateLimit.mts';
import { Charges } from './charges.mts';
import type { ClientSettings } from './clientSettings.mts';
import { Consents } from './consents.mts';
import { Disbursements } from './disbursements.mts';
import { Float } from './float.mts';
import { PaymentRefunds } from './paymentRefunds.mts';
import { PaymentRequests } from './paymentRequests.mts';
import { Subscriptions } from './subscriptions.mts';
import { Verifications } from './verifications.mts';
import { TerminalSessions } from './terminalSessions.mts';
import { Refunds } from './refunds.mts';
import { WebhookDelivery } from '../webhooks/delivery.mts';

/** A status change that subscribers are told about. */
export interface StatusChange {
	filterType: string;
	resource: object;
}

/** What all clients share: the clock, the service's own address, and the way out for webhooks. */
export interface Surroundings {
	clock: SimulatedClock;
	/** How many times as fast as at the service life cycles go. */
	pace: number;
	/** Without a slash at the end; known once the service listens. */
	address: string;
	agent: Agent;
}

/** A card stored for a payer; a file; a fingerprint event: records whose fields are our choice. */
type StoredRecord = Record<string, unknown> & { id: string };

/** Everything that belongs to one client of the service. Clients share nothing. */
export class ClientState {
	readonly clientId: string;
	/** The only one that works: a rotated one is worthless at once. */
	clientSecret: string;
	settings: ClientSettings;
	readonly random: Random;
	readonly clock: SimulatedClock;
	readonly ledger = new Ledger();
	readonly faults: Faults;
	readonly float: Float;
	readonly disbursements: Disbursements;
	readonly paymentRequests: PaymentRequests;
	readonly paymentRefunds: PaymentRefunds;
	readonly consents: Consents;
	readonly charges: Charges;
	readonly verifications: Verifications;
	readonly terminalSessions: TerminalSessions;
	readonly refunds: Refunds;
	readonly subscriptions: Subscriptions;
	readonly webhooks: WebhookDelivery;
	/** Newest first. */
	cards: StoredRecord[] = [];
	files: StoredRecord[] = [];
	fingerprintEvents: StoredRecord[] = [];
	bucket: TokenBucket | undefined;
	readonly #surroundings: Surroundings;

	constructor(
		clientId: string,
		clientSecret: string,
		settings: ClientSettings,
		random: Random,
		surroundings: Surroundings,
	) {
		this.clientId = clientId;
		this.clientSecret = clientSecret;
		this.settings = settings;
		this.random = random;
		this.#surroundings = surroundings;
		this.clock = surroundings.clock;
		this.faults = new Faults(random.derive('faults'));
		this.float = new Float(Math.round(settings.float * 100), this.ledger);
		this.disbursements = new Disbursements(this);
		this.paymentRequests = new PaymentRequests(this);
		this.paymentRefunds = new PaymentRefunds(this);
		this.consents = new Consents(this);
		this.charges = new Charges(this);
		this.verifications = new Verifications(this);
		this.terminalSessions = new TerminalSessions(this);
		this.refunds = new Refunds(this);
		this.subscriptions = new Subscriptions(this);
		this.webhooks = new WebhookDelivery(this, surroundings.agent);
	}

	/** Spec 4.7: the id's prefix decides, there is no flag. */
	get isTest(): boolean {
		return this.clientId.startsWith('test-');
	}

	/** Sets what is in the float account, in cents: a top-up continues what was held for it. */
	setFloat(cents: number): void {
		this.float.available = cents;
		this.disbursements.resumeHeld();
	}

	/** Tells subscribers of a status change. */
	announce(change: StatusChange): void {
		this.webhooks.send(change);
	}

	/** Spec 4.2: the page on which the payer pays. */
	hostedPage(paymentRequestId: string): string {
		return `${this.#surroundings.address}/pay/${encodeURIComponent(paymentRequestId)}`;
	}

	/** Where the person goes whose bank wants them to authorize their accounts again. */
	reauthorizationUrl(): string {
		return `${this.#surroundings.address}/reauthorize/${encodeURIComponent(this.clientId)}`;
	}

	/** Where a payer agrees to be charged; like the real one, it has a query already. */
	consentPage(consentId: string): string {
		return `${this.#surroundings.address}/consent?consentId=${encodeURIComponent(consentId)}`;
	}

	/** Where a payer confirms a charge. */
	interactionPage(chargeId: string): string {
		return `${this.#surroundings.address}/interaction?transactionId=${encodeURIComponent(chargeId)}`;
	}

	/** The service's time as this client sees it, ISO 8601. */
	timestamp(): string {
		return new Date(this.now()).toISOString();
	}

	/**
	 * The next step in the life of a resource.
	 * @param delay milliseconds that it takes at the service; here `pace` times less
	 */
	later(delay: number, run: () => void): void {
		this.clock.schedule(delay / this.#surroundings.pace, run);
	}

	now(): number {
		return this.clock.now();
	}

	setRateLimit(limit: RateLimit | null | undefined): void {
		this.bucket = limit ? new TokenBucket(limit) : undefined;
	}
}
