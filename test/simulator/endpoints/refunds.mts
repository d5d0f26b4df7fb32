import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { duplicateNonce, invalidInput, notFound } from '../errors.mts';
import { envelope, pagination } from '../http/envelope.mts';
import type { RestCall } from '../http/rest.mts';
import { addRoute, answerWithFirst, check } from '../http/rest.mts';
import { currency, nonce, numberQuantity } from '../schemas.mts';
import type { ClientState } from '../state/client.mts';
import { firstUnder, listedBy, statusShown, timeShown } from '../state/readings.mts';
import type { Refund } from '../state/refunds.mts';
import { refuseInOrder } from '../state/refusalOrder.mts';
import type { Charge } from '../state/terminalSessions.mts';

/** Spec (terminal) 2.2. */
const createBody = z.object({
	charge: z.string().optional(),
	terminalSession: z.string().optional(),
	amount: numberQuantity,
	currency,
	reason: z.enum(['fraud', 'requested_by_customer', 'duplicate_charge']),
	nonce,
	metadata: z.record(z.string(), z.unknown()).optional(),
});

type CreateBody = z.infer<typeof createBody>;

const listQuery = z.object({
	...pagination(1, 50, 20),
	nonce: z.string().optional(),
	charge: z.string().optional(),
	terminalSession: z.string().optional(),
});

const scopes = ['client_refund'];

/** Spec (terminal) 4.3: list, create and get refunds. */
export function refundRoutes(app: FastifyInstance): void {
	addRoute(app, { method: 'GET', path: '/refunds', scopes, status: 200, handle: list });
	addRoute(app, { method: 'POST', path: '/refunds', scopes, status: 201, handle: create });
	addRoute(app, { method: 'GET', path: '/refunds/:id', scopes, status: 200, handle: get });
}

/** Newest first (our choice). */
function list({ client, query }: RestCall): object {
	const wanted = check(listQuery, query);
	const found = listedBy(client, client.refunds.byId.values())
		.reverse()
		.filter((refund) =>
			(['nonce', 'charge', 'terminalSession'] as const).every(
				(field) => wanted[field] === undefined || refund[field] === wanted[field],
			),
		);
	return envelope(found, wanted, (refund) => present(client, refund));
}

function create(call: RestCall): object | undefined {
	const { client, body } = call;
	const order = check(createBody, body);
	if (order.charge === undefined && order.terminalSession === undefined) {
		throw invalidInput('charge: give a charge or a terminalSession');
	}
	const { byNonce } = client.refunds;
	const first = refuseInOrder(client, {
		byNonce: () => firstUnder(client, byNonce.get(order.nonce), duplicateNonce, true),
		byState: () => requireRest(client, order),
	});
	if (first !== undefined) return void answerWithFirst(call, present(client, first));
	return present(client, client.refunds.create(chargeOf(client, order), order));
}

function requireRest(client: ClientState, order: CreateBody): void {
	const charge = chargeOf(client, order);
	if (Math.round(order.amount * 100) <= charge.cents - charge.refundedCents) return;
	throw invalidInput('amount: more than what is left of the charge');
}

/** Not shown which of the two is needed: here at least one, and both must agree (our choice). */
function chargeOf(client: ClientState, order: CreateBody): Charge {
	const { charges, byId } = client.terminalSessions;
	const ofSession =
		order.terminalSession === undefined ? undefined : byId.get(order.terminalSession)?.charge;
	const charge = order.charge === undefined ? ofSession : charges.get(order.charge);
	if (!charge) throw notFound('There is no such charge.');
	if (order.terminalSession !== undefined && ofSession !== charge) {
		throw invalidInput('terminalSession: does not belong to the charge');
	}
	return charge;
}

function get({ client, params }: RestCall): object {
	const refund = client.refunds.byId.get(params.id ?? '');
	if (!refund) throw notFound('There is no such refund.');
	return present(client, refund);
}

function present(client: ClientState, refund: Refund): object {
	const { status, createdAt, updatedAt } = refund;
	return {
		...refund,
		status: statusShown(client, status, 'Refund'),
		createdAt: timeShown(client, createdAt),
		updatedAt: timeShown(client, updatedAt),
	};
}
