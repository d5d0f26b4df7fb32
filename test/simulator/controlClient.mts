import type { FaultRule } from './faults.mts';
import type { RequestRecord } from './ledger.mts';
import type { RateLimit } from './rateLimit.mts';
import type { Charge, ChargeState } from './state/charges.mts';
import type { ClientSettings } from './state/clientSettings.mts';
import type { Consent } from './state/consents.mts';
import type { Disbursement, DisbursementStatus } from './state/disbursements.mts';
import type { PaymentRequest } from './state/paymentRequests.mts';
import type { Subscription } from './state/subscriptions.mts';
import type { TerminalSession } from './state/terminalSessions.mts';
import type { Delivery } from './webhooks/delivery.mts';

export type ClientOptions = Partial<ClientSettings> & {
	clientId?: string;
	clientSecret?: string;
	test?: boolean;
	seed?: number;
};

type ClientDescription = ClientSettings & { clientId: string; clientSecret: string };

interface LedgerSummary {
	requests: number;
	inFlight: number;
	maxInFlight: number;
	tokensIssued: number;
	statuses: Record<string, number>;
	routes: Record<string, number>;
	/** Cents. */
	moneyOut: number;
	disbursements: number;
	paymentRequests: number;
	/** Counted as billed: repeats within 48 hours are not. */
	verifications: number;
	terminalSessions: number;
	refunds: number;
	consents: number;
	charges: number;
	/** Of the charges that succeeded. */
	chargedCents: number;
	files: number;
	subscriptions: number;
}

type ObjectLists =
	| 'requests'
	| 'disbursements'
	| 'paymentRequests'
	| 'terminalSessions'
	| 'refunds'
	| 'consents'
	| 'charges'
	| 'files';

/** A charge or its refund, with ids for what it belongs to. */
type ListedCharge = Omit<Charge, 'consent' | 'original'> & {
	consentId?: string;
	originalId?: string;
};

interface FullLedger extends Omit<LedgerSummary, ObjectLists> {
	requests: RequestRecord[];
	disbursements: Disbursement[];
	paymentRequests: PaymentRequest[];
	terminalSessions: TerminalSession[];
	refunds: object[];
	paymentRefunds: object[];
	consents: Consent[];
	charges: ListedCharge[];
	chargeRefunds: ListedCharge[];
	files: object[];
}

interface Webhooks {
	subscriptions: Subscription[];
	deliveries: Delivery[];
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Speaks to the control address of a running simulator. */
export class Control {
	readonly url: string;
	readonly authUrl: string;

	constructor(url: string, authUrl: string) {
		this.url = url;
		this.authUrl = authUrl;
	}

	/** Sends one control request. Throws with the answer's text when it is refused. */
	async send<Answer>(method: Method, path: string, body?: unknown): Promise<Answer> {
		const response = await fetch(this.url + path, {
			method,
			...(body !== undefined && {
				body: JSON.stringify(body),
				headers: { 'content-type': 'application/json' },
			}),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
		return JSON.parse(text) as Answer;
	}

	async createClient(options: ClientOptions = {}): Promise<TestClient> {
		return new TestClient(this, await this.send<ClientDescription>('POST', '/clients', options));
	}

	/** Steps the service's clock forward, running everything that falls due on the way. */
	async advance(milliseconds: number): Promise<void> {
		await this.send('POST', '/clock', { advanceMs: milliseconds });
	}

	async setTimeScale(scale: number): Promise<void> {
		await this.send('POST', '/clock', { scale });
	}

	setDisbursementStatus(id: string, status: DisbursementStatus, reason?: string): Promise<void> {
		const path = `/disbursements/${encodeURIComponent(id)}/status`;
		return this.send('POST', path, { status, reason });
	}

	/** What the payer does on the hosted page. */
	payer(action: 'pay' | 'fail' | 'close', paymentRequestId: string): Promise<void> {
		return this.send('POST', `/payment-requests/${encodeURIComponent(paymentRequestId)}/${action}`);
	}

	/** The merchant marks it as completed, without a payment. */
	completeByHand(paymentRequestId: string): Promise<void> {
		return this.send('POST', `/payment-requests/${encodeURIComponent(paymentRequestId)}/complete`);
	}

	/** Its time is up, whatever the clock says. */
	expire(paymentRequestId: string): Promise<void> {
		return this.send('POST', `/payment-requests/${encodeURIComponent(paymentRequestId)}/expire`);
	}

	/** The customer is done at the terminal. */
	finishTerminalSession(id: string, approved: boolean): Promise<void> {
		return this.send('POST', `/terminal-sessions/${encodeURIComponent(id)}/finish`, { approved });
	}

	/** What becomes of a consent: the first three on its hosted page, the last at any time. */
	consent(action: 'grant' | 'decline' | 'close' | 'revoke', id: string): Promise<Consent> {
		return this.send('POST', `/consents/${encodeURIComponent(id)}/${action}`);
	}

	setChargeState(id: string, state: ChargeState, reason?: string): Promise<void> {
		return this.send('POST', `/charges/${encodeURIComponent(id)}/state`, { state, reason });
	}

	reverseDisbursement(id: string, reason?: string): Promise<void> {
		return this.send('POST', `/disbursements/${encodeURIComponent(id)}/reverse`, { reason });
	}
}

/** One client of the service, and what a test can do to it and read about it. */
export class TestClient {
	readonly clientId: string;
	clientSecret: string;
	readonly control: Control;

	constructor(control: Control, description: ClientDescription) {
		this.control = control;
		this.clientId = description.clientId;
		this.clientSecret = description.clientSecret;
	}

	send<Answer>(method: Method, path: string, body?: unknown): Promise<Answer> {
		return this.control.send(method, `/clients/${encodeURIComponent(this.clientId)}${path}`, body);
	}

	change(settings: Partial<ClientSettings>): Promise<ClientDescription> {
		return this.send('PATCH', '', settings);
	}

	async rotateSecret(): Promise<string> {
		const changed = await this.send<ClientDescription>('POST', '/rotate-secret');
		this.clientSecret = changed.clientSecret;
		return this.clientSecret;
	}

	addFaults(...faults: FaultRule[]): Promise<unknown> {
		return this.send('POST', '/faults', faults);
	}

	clearFaults(): Promise<unknown> {
		return this.send('DELETE', '/faults');
	}

	setRateLimit(limit: RateLimit | null): Promise<unknown> {
		return this.send('POST', '/rate-limit', limit);
	}

	/** The client's user takes back what they have allowed: tokens and refresh tokens end. */
	withdrawConsent(): Promise<unknown> {
		return this.send('POST', '/withdraw-consent');
	}

	expireTokens(): Promise<unknown> {
		return this.send('POST', '/expire-tokens');
	}

	addCard(card: { payerId: string } & Record<string, unknown>): Promise<{ id: string }> {
		return this.send('POST', '/cards', card);
	}

	addFingerprintEvent(event: Record<string, unknown>): Promise<{ id: string }> {
		return this.send('POST', '/fingerprint-events', event);
	}

	webhooks(): Promise<Webhooks> {
		return this.send('GET', '/webhooks');
	}

	/** Waits until no delivery is under way; retries that wait for their time do not count. */
	settleWebhooks(): Promise<unknown> {
		return this.send('POST', '/webhooks/settle');
	}

	/** Sends a payload as given to whoever subscribed to the type. */
	sendEvent(type: string, payload: unknown, count = 1): Promise<{ eventIds: string[] }> {
		return this.send('POST', '/webhooks/events', { type, payload, count });
	}

	resendEvent(eventId: string): Promise<unknown> {
		return this.send('POST', `/webhooks/resend/${eventId}`);
	}

	ledger(): Promise<FullLedger> {
		return this.send('GET', '/ledger');
	}

	summary(): Promise<LedgerSummary> {
		return this.send('GET', '/ledger/summary');
	}

	/** Gets a client token over the wire, as a caller would. Returns the access token. */
	async token(...scopes: string[]): Promise<string> {
		const url = `${this.control.authUrl}/connect/token`;
		const response = await fetch(url, {
			method: 'POST',
			body: new URLSearchParams({
				grant_type: 'client_credentials',
				client_id: this.clientId,
				client_secret: this.clientSecret,
				scope: scopes.join(' '),
				audience: url,
			}),
		});
		const answer = (await response.json()) as { access_token?: string };
		if (!answer.access_token) throw new Error(`No token: ${JSON.stringify(answer)}`);
		return answer.access_token;
	}
}
