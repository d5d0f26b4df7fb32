import type { TestClient } from '../../simulator/controlClient.mts';
import type { Environment } from './environment.mts';

/** What the service answers for something that it keeps. */
type Stored = Record<string, unknown> & { id: string };

/** Far enough for any test. */
const NEVER = '2100-01-01T00:00:00Z';

/** Puts records of a client into the service, as another program of the same client would. */
export class Records {
	readonly client: TestClient;
	readonly #service: Pick<Environment, 'control' | 'service'>;

	constructor(service: Pick<Environment, 'control' | 'service'>, client: TestClient) {
		this.#service = service;
		this.client = client;
	}

	/**
	 * Sends one request of the REST interface.
	 * @throws when the service refuses it, with what it says
	 */
	async ask(scope: string, path: string, body?: object): Promise<Stored> {
		const answer = await fetch(this.#service.service.baseUrl + path, {
			method: body ? 'POST' : 'GET',
			headers: {
				authorization: `Bearer ${await this.client.token(scope)}`,
				'content-type': 'application/json',
			},
			...(body && { body: JSON.stringify(body) }),
		});
		if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
		return (await answer.json()) as Stored;
	}

	/**
	 * Sends one request of the GraphQL interface.
	 * @returns the first field of the answer
	 * @throws when the service refuses it
	 */
	async graphql<Answer>(scope: string, query: string, variables: object): Promise<Answer> {
		const answer = await fetch(`${this.#service.service.graphqlUrl}/graphql`, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${await this.client.token(scope)}`,
				'content-type': 'application/json',
			},
			body: JSON.stringify({ query, variables }),
		});
		const { data, errors } = (await answer.json()) as { data?: object; errors?: object };
		if (!data) throw new Error(`The service refused ${query}: ${JSON.stringify(errors)}`);
		return Object.values(data)[0] as Answer;
	}

	/** A subscription of an address, as another n8n of the same client makes it. */
	async eventSubscription(url: string, filterTypes = ['disbursement']): Promise<{ url: string }> {
		const query = `mutation ($url: URL!, $filterTypes: [String!]!) {
			clientWebhookAdd(input: { url: $url, filterTypes: $filterTypes }) { url }
		}`;
		return await this.graphql('client_paymentrequest', query, { url, filterTypes });
	}

	/** A payment consent by card that nobody has agreed to. The reference is its nonce, too. */
	async paymentConsent(externalReference: string): Promise<Stored> {
		const query = `mutation ($input: CreatePaymentConsentRequestInput!) {
			paymentConsentRequestCreate(input: $input) { id url externalReference }
		}`;
		const input = {
			nonce: externalReference,
			externalReference,
			paymentMethods: { card: { enabled: true } },
		};
		return await this.graphql('client_recurringpaymentconsentrequest', query, { input });
	}

	async grantedConsent(externalReference: string): Promise<Stored> {
		const consent = await this.paymentConsent(externalReference);
		await this.#service.control.consent('grant', consent.id);
		return consent;
	}

	/** A charge of R99 under a payment consent. The reference is its nonce, too. */
	async charge(externalReference: string): Promise<Stored> {
		const { id: token } = await this.grantedConsent(`consent of ${externalReference}`);
		const query = `mutation ($input: TransactionInitiateInput!) {
			initiateTransaction(input: $input) { id externalReference }
		}`;
		const amount = { quantity: '99.00', currency: 'ZAR' };
		const input = { token, amount, nonce: externalReference, externalReference };
		return await this.graphql('transaction_initiate', query, { input });
	}

	/** A disbursement, not paid yet. The reference is its nonce, too. */
	async disbursement(externalReference: string, quantity = '150.00'): Promise<Stored> {
		return await this.ask('client_disbursement', '/disbursements', {
			amount: { currency: 'ZAR', quantity },
			nonce: externalReference,
			externalReference,
			beneficiaryReference: 'Salary',
			beneficiary: { name: 'T Tester', accountNumber: '1234567890', bank: 'absa' },
		});
	}

	/** A disbursement that the service has paused, for lack of money. */
	async pausedDisbursement(externalReference: string): Promise<Stored> {
		const disbursement = await this.disbursement(externalReference);
		const reason = 'insufficient_funds';
		await this.#service.control.setDisbursementStatus(disbursement.id, 'paused', reason);
		return disbursement;
	}

	/** A payment request that nobody has paid. */
	async paymentRequest(externalReference: string, quantity = 100): Promise<Stored> {
		return await this.ask('client_paymentrequest', '/payment-requests', {
			amount: { currency: 'ZAR', quantity },
			externalReference,
			expireAt: NEVER,
			paymentMethods: {
				eft: {
					payerReference: 'Order',
					beneficiary: { name: 'Example Shop', bank: 'fnb', accountNumber: '1234567890' },
				},
			},
		});
	}

	async paidPaymentRequest(externalReference: string, quantity?: number): Promise<Stored> {
		const paymentRequest = await this.paymentRequest(externalReference, quantity);
		await this.#service.control.payer('pay', paymentRequest.id);
		return paymentRequest;
	}

	async cancelPaymentRequest({ id }: Stored): Promise<void> {
		const path = `/payment-requests/${encodeURIComponent(id)}/cancel`;
		await this.ask('client_paymentrequest', path, { reason: 'Sold out' });
	}

	/** The money of a paid payment request has arrived, which Stitch lets a test client say. */
	async confirmMoneyReceived({ id }: Stored): Promise<void> {
		const query = `mutation ($input: TestClientCreatePaymentConfirmationInput!) {
			testClientCreatePaymentConfirmation(input: $input) { paymentRequestId }
		}`;
		await this.graphql('client_paymentrequest', query, { input: { paymentRequestId: id } });
	}

	/** A terminal session whose customer has done nothing yet. The reference is its nonce, too. */
	async terminalSession(externalReference: string, amount = 100): Promise<Stored> {
		return await this.ask('client_terminal_session', '/terminal-sessions', {
			intent: { charge: { amount, currency: 'ZAR' } },
			terminal: 'terminal-1',
			nonce: externalReference,
			externalReference,
		});
	}

	async paidTerminalSession(externalReference: string, amount?: number): Promise<Stored> {
		const session = await this.terminalSession(externalReference, amount);
		await this.#service.control.finishTerminalSession(session.id, true);
		return session;
	}

	/** A refund of R40 of a terminal session that was paid. */
	async refund(externalReference: string): Promise<Stored> {
		const { id: terminalSession } = await this.paidTerminalSession(externalReference);
		return await this.ask('client_refund', '/refunds', {
			terminalSession,
			amount: 40,
			currency: 'ZAR',
			reason: 'requested_by_customer',
			nonce: externalReference,
		});
	}

	/** A refund of R40 of a payment request that was paid. */
	async onlineRefund(externalReference: string): Promise<Stored> {
		const { id: paymentRequestId } = await this.paidPaymentRequest(externalReference);
		const query = `mutation ($input: ClientRefundInitiateInput!) {
			clientRefundInitiate(input: $input) { refund { id } }
		}`;
		const amount = { quantity: '40.00', currency: 'ZAR' };
		const reason = { nonce: externalReference, reason: 'requested_by_user' };
		const input = { paymentRequestId, amount, beneficiaryReference: 'Refund', ...reason };
		const { refund } = await this.graphql<{ refund: Stored }>('client_refund', query, { input });
		return refund;
	}
}
