import type { FastifyReply, FastifyRequest } from 'fastify';
import { unauthorized } from '../errors.mts';
import type { FaultRule } from '../faults.mts';
import type { Ledger, RequestRecord } from '../ledger.mts';
import type { ClientState } from '../state/client.mts';
import type { Simulation } from '../state/simulation.mts';
import type { AccessToken } from '../tokens/store.mts';
import { isAlive } from '../tokens/store.mts';

/** What the service knows about a request on its way through. */
export interface Call {
	path: string;
	client: ClientState | undefined;
	token: AccessToken | undefined;
	ledger: Ledger;
	record: RequestRecord;
	/** A fault that shows itself when the answer is sent. */
	pendingFault: FaultRule | undefined;
}

declare module 'fastify' {
	interface FastifyRequest {
		call: Call;
	}
	interface FastifyContextConfig {
		/** Set where every request needs a live bearer token; other routes find their caller themselves. */
		caller?: 'bearer';
	}
}

const bearer = /^Bearer +([^\s]+)$/i;

function pathOf(url: string): string {
	const end = url.indexOf('?');
	return end < 0 ? url : url.slice(0, end);
}

/** Notes the arrival of a request and finds out who sent it, as far as the headers tell. */
export function openCall(
	simulation: Simulation,
	request: FastifyRequest,
	reply: FastifyReply,
): Call {
	const { authorization } = request.headers;
	const value = authorization && bearer.exec(authorization)?.[1];
	const token = value ? simulation.tokens.find(value) : undefined;
	const client = token && simulation.clients.get(token.clientId);
	const ledger = client?.ledger ?? simulation.anonymous;
	const path = pathOf(request.url);
	const record = ledger.start(request.method, path, Date.now());
	const call: Call = { path, client, token, ledger, record, pendingFault: undefined };
	reply.raw.once('close', () => {
		const answered = reply.raw.writableFinished;
		const route = `${request.method} ${request.routeOptions?.url ?? 'unknown'}`;
		call.ledger.finish(call.record, answered ? reply.raw.statusCode : 0, route);
	});
	return call;
}

/** Moves a call to the client that turned out to have made it (token requests name it in the body). */
export function assignCall(call: Call, client: ClientState): void {
	if (call.client === client) return;
	const { method, path, at } = call.record;
	call.ledger.withdraw(call.record);
	call.client = client;
	call.ledger = client.ledger;
	call.record = client.ledger.start(method, path, at);
}

/** Spec 7: 401 for a missing, expired or invalid token. */
export function requireLiveToken(call: Call, header: string | undefined): void {
	if (call.token && isAlive(call.token)) return;
	if (header === undefined) throw unauthorized('The Authorization header is missing.');
	if (!call.token) throw unauthorized('The access token is not valid.');
	throw unauthorized('The access token has expired.');
}
