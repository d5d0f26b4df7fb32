import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { notFound } from '../errors.mts';
import { envelope, pagination } from '../http/envelope.mts';
import type { RestCall } from '../http/rest.mts';
import { addRoute, check } from '../http/rest.mts';

/** Spec (terminal) 4.1, 8. */
const listQuery = z.object({ ...pagination(1, 50, 20), payerId: z.string().min(1) });

const scopes = ['client_card'];

/** Spec (terminal) 4.1: list and delete stored cards. */
export function cardRoutes(app: FastifyInstance): void {
	addRoute(app, { method: 'GET', path: '/cards', scopes, status: 200, handle: list });
	addRoute(app, { method: 'DELETE', path: '/cards/:id', scopes, status: 204, handle: remove });
}

function list({ client, query }: RestCall): object {
	const wanted = check(listQuery, query);
	return envelope(
		client.cards.filter(({ payerId }) => payerId === wanted.payerId),
		wanted,
	);
}

function remove({ client, params }: RestCall): undefined {
	const kept = client.cards.filter(({ id }) => id !== params.id);
	if (kept.length === client.cards.length) throw notFound('There is no such card.');
	client.cards = kept;
	return undefined;
}
