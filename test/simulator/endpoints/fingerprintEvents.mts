import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { invalidInput } from '../errors.mts';
import { envelope, pagination } from '../http/envelope.mts';
import type { RestCall } from '../http/rest.mts';
import { addRoute, check } from '../http/rest.mts';

/** Spec (terminal) 4.5; the standard page size is not shown: 20 is our choice. */
const listQuery = z.object({
	...pagination(1, 500, 20),
	correlationId: z.string().min(1).max(128).optional(),
	deviceId: z.string().min(1).optional(),
});

/** Spec (terminal) 4.5. Its scope is not shown: here any client token will do (our choice). */
export function fingerprintRoutes(app: FastifyInstance): void {
	addRoute(app, {
		method: 'GET',
		path: '/fingerprint/events',
		scopes: [],
		status: 200,
		handle: list,
	});
}

function list({ client, query }: RestCall): object {
	const wanted = check(listQuery, query);
	if ((wanted.correlationId === undefined) === (wanted.deviceId === undefined)) {
		throw invalidInput('correlationId: give exactly one of correlationId or deviceId');
	}
	const found = client.fingerprintEvents.filter(
		(event) =>
			(wanted.correlationId === undefined || event.correlationId === wanted.correlationId) &&
			(wanted.deviceId === undefined || event.deviceId === wanted.deviceId),
	);
	return envelope(found, wanted);
}
