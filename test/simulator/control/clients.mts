import type { FastifyInstance } from 'fastify';
import { rateLimit } from '../rateLimit.mts';
import type { Charge } from '../state/charges.mts';
import type { ClientState } from '../state/client.mts';
import type { PaymentRequest } from '../state/paymentRequests.mts';
import { clientSettingsSchema } from '../state/clientSettings.mts';
import type { Simulation } from '../state/simulation.mts';
import { clientNamed, ControlRefusal } from './refusal.mts';
import { faults, newClient } from './requests.mts';

/** Clients, their faults, limits, tokens and ledgers. */
export function clientControl(app: FastifyInstance, simulation: Simulation): void {
	const named = (params: unknown): ClientState => clientNamed(simulation, params);

	app.post('/clients', (request, reply) => {
		const { clientId, clientSecret, test, seed, ...rest } = newClient.parse(request.body ?? {});
		const settings = clientSettingsSchema.parse(rest);
		if (clientId !== undefined && simulation.clients.has(clientId)) {
			throw new ControlRefusal(409, `The client ${clientId} exists already.`);
		}
		const client = simulation.createClient({ clientId, clientSecret, test, seed, settings });
		return reply.code(201).send(describe(client));
	});
	app.patch('/clients/:id', (request) => {
		const client = named(request.params);
		const changes = (request.body ?? {}) as Record<string, unknown>;
		client.settings = clientSettingsSchema.parse({ ...client.settings, ...changes });
		if ('float' in changes) client.setFloat(Math.round(client.settings.float * 100));
		return describe(client);
	});
	app.post('/clients/:id/rotate-secret', (request) => {
		const client = named(request.params);
		client.clientSecret = simulation.newSecret();
		return describe(client);
	});
	app.post('/clients/:id/faults', (request) => {
		named(request.params).faults.add(faults.parse(request.body));
		return {};
	});
	app.delete('/clients/:id/faults', (request) => {
		named(request.params).faults.clear();
		return {};
	});
	app.post('/clients/:id/rate-limit', (request) => {
		const client = named(request.params);
		client.setRateLimit(rateLimit.nullable().parse(request.body ?? null));
		return { rateLimit: client.bucket?.limit ?? null };
	});
	app.post('/clients/:id/withdraw-consent', (request) => {
		simulation.withdrawConsent(named(request.params).clientId);
		return {};
	});
	app.post('/clients/:id/expire-tokens', (request) => {
		simulation.tokens.expireAll(named(request.params).clientId);
		return {};
	});
	app.get('/clients/:id/ledger', (request) => fullLedger(named(request.params)));
	app.get('/clients/:id/ledger/summary', (request) => summary(named(request.params)));
}

function describe(client: ClientState): object {
	return { clientId: client.clientId, clientSecret: client.clientSecret, ...client.settings };
}

function summary(client: ClientState): Record<string, unknown> {
	return {
		...client.ledger.summary(),
		disbursements: client.disbursements.byId.size,
		paymentRequests: client.paymentRequests.byId.size,
		verifications: client.verifications.billed,
		terminalSessions: client.terminalSessions.byId.size,
		refunds: client.refunds.byId.size + client.paymentRefunds.byId.size,
		consents: client.consents.byId.size,
		charges: chargesOf(client).length,
		chargedCents: chargesOf(client)
			.filter(({ state }) => state === 'success')
			.reduce((sum, { cents }) => sum + cents, 0),
		files: client.files.length,
		subscriptions: client.subscriptions.list().length,
	};
}

function fullLedger(client: ClientState): object {
	return {
		...summary(client),
		requests: client.ledger.requests,
		disbursements: [...client.disbursements.byId.values()],
		// Each refund names its payment request, so the request names no refunds.
		paymentRequests: [...client.paymentRequests.byId.values()].map(withoutRefunds),
		terminalSessions: [...client.terminalSessions.byId.values()],
		refunds: [...client.refunds.byId.values()],
		paymentRefunds: [...client.paymentRefunds.byId.values()].map((refund) => ({
			...refund,
			paymentRequest: withoutRefunds(refund.paymentRequest),
		})),
		files: client.files,
		consents: [...client.consents.byId.values()],
		charges: chargesOf(client).map(withIds),
		chargeRefunds: [...client.charges.byId.values()]
			.filter(({ original }) => original !== undefined)
			.map(withIds),
	};
}

/** Those that are no refunds. */
function chargesOf(client: ClientState): Charge[] {
	return [...client.charges.byId.values()].filter(({ original }) => original === undefined);
}

function withIds({ consent, original, ...charge }: Charge): object {
	return { ...charge, consentId: consent?.id, originalId: original?.id };
}

function withoutRefunds({ refunds: _refunds, ...paymentRequest }: PaymentRequest): object {
	return paymentRequest;
}
