import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { conflict, duplicateNonce, invalidInput, notFound } from '../errors.mts';
import { envelope, pagination } from '../http/envelope.mts';
import type { RestCall } from '../http/rest.mts';
import { addRoute, answerWithFirst, check } from '../http/rest.mts';
import { currency, externalReference, nonce, numberQuantity } from '../schemas.mts';
import type { ClientState } from '../state/client.mts';
import { firstUnder, listedBy, timeShown } from '../state/readings.mts';
import { refuseInOrder } from '../state/refusalOrder.mts';
import type { TerminalSession } from '../state/terminalSessions.mts';

const money = { amount: numberQuantity, currency };

/** Spec (terminal) 2.1, 4.2: exactly one of charge or disbursement. */
const intent = z.union(
	[
		z.strictObject({
			charge: z.object({
				...money,
				cashback: z.object(money).optional(),
				capture: z.object({ method: z.enum(['automatic', 'manual']) }).optional(),
			}),
		}),
		z.strictObject({ disbursement: z.object(money) }),
	],
	{ message: 'must hold exactly one of charge or disbursement, in ZAR' },
);

const createBody = z.object({
	intent,
	terminal: z.string().min(1),
	nonce,
	externalReference: externalReference.optional(),
	metadata: z.record(z.string(), z.unknown()).optional(),
});

const listQuery = z.object({
	...pagination(0, 50, 20),
	externalReference: z.string().optional(),
	nonce: z.string().optional(),
});

const scopes = ['client_terminal_session'];
const path = '/terminal-sessions';

/** Those of every client. */
const terminals = ['terminal-1', 'terminal-2'];

/** Spec (terminal) 4.2: list, create, get and cancel terminal sessions. */
export function terminalSessionRoutes(app: FastifyInstance): void {
	addRoute(app, { method: 'GET', path, scopes, status: 200, handle: list });
	addRoute(app, { method: 'POST', path, scopes, status: 201, handle: create });
	addRoute(app, { method: 'GET', path: `${path}/:id`, scopes, status: 200, handle: get });
	addRoute(app, {
		method: 'POST',
		path: `${path}/:id/cancel`,
		scopes,
		status: 200,
		handle: cancel,
	});
}

/** Newest first (our choice). */
function list({ client, query }: RestCall): object {
	const wanted = check(listQuery, query);
	const found = listedBy(client, client.terminalSessions.byId.values())
		.reverse()
		.filter(
			(session) =>
				(wanted.nonce === undefined || session.nonce === wanted.nonce) &&
				(wanted.externalReference === undefined ||
					session.externalReference === wanted.externalReference),
		);
	return envelope(found, wanted, (session) => present(client, session));
}

/** A terminal that is not the client's is refused with 400 (our choice). */
function create(call: RestCall): object | undefined {
	const { client, body } = call;
	const order = check(createBody, body);
	const { byNonce } = client.terminalSessions;
	const first = refuseInOrder(client, {
		byNonce: () => firstUnder(client, byNonce.get(order.nonce), duplicateNonce, true),
		byState: () => requireTerminal(order.terminal),
	});
	if (first !== undefined) return void answerWithFirst(call, present(client, first));
	return present(client, client.terminalSessions.create(order));
}

function requireTerminal(terminal: string): void {
	if (!terminals.includes(terminal)) {
		throw invalidInput('terminal: there is no such terminal');
	}
}

function get({ client, params }: RestCall): object {
	return present(client, find(client, params.id ?? ''));
}

/** Spec (terminal) 3.1: an error once completed. The status 409 is our choice. */
function cancel({ client, params }: RestCall): object {
	const session = find(client, params.id ?? '');
	if (session.status !== 'pending') throw conflict(`The session is ${session.status}.`);
	client.terminalSessions.setStatus(session, 'cancelled');
	return present(client, session);
}

function find(client: ClientState, id: string): TerminalSession {
	const session = client.terminalSessions.byId.get(id);
	if (!session) throw notFound('There is no such terminal session.');
	return session;
}

/** The resource of spec (terminal) 2.1; the values that it does not show are our choice. */
function present(client: ClientState, session: TerminalSession): object {
	return {
		id: session.id,
		terminal: {
			id: session.terminal,
			manufacturer: 'Simulated',
			model: 'S1',
			manufacturerSerialNumber: 'SIM-0001',
			tid: '00000001',
			merchantId: 'merchant-1',
			status: 'active',
		},
		source: 'api',
		intent: session.intent,
		status: session.status,
		outcome: outcomeOf(session),
		nonce: session.nonce,
		externalReference: session.externalReference,
		metadata: session.metadata,
		createdAt: timeShown(client, session.createdAt),
		updatedAt: timeShown(client, session.updatedAt),
	};
}

function outcomeOf({ status, charge }: TerminalSession): object | undefined {
	if (status !== 'success' && status !== 'failure') return undefined;
	if (!charge) return {};
	return {
		charge: {
			id: charge.id,
			type: 'in_person_card',
			card: {
				bin: '000000',
				last4: '0000',
				expiry: { month: 12, year: 30 },
				network: 'visa',
				fundingType: 'debit',
				issuer: { name: 'Simulated Bank', country: 'ZA' },
			},
			retrievalReferenceNumber: '000000000001',
			networkTransactionIdentifier: '000000000000001',
			amount: charge.cents / 100,
			currency: 'ZAR',
			status: charge.status,
			metadata: {},
			createdAt: charge.createdAt,
			updatedAt: charge.createdAt,
		},
	};
}
