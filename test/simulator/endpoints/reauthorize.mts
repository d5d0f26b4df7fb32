import type { FastifyInstance } from 'fastify';
import { sendPage } from '../http/page.mts';
import type { Simulation } from '../state/simulation.mts';

/**
 * Where `userInteractionUrl` leads: whoever opens it has authorized the accounts again, and is sent to
 * `redirect_uri`, which must be one of the client's.
 */
export function reauthorizationRoutes(app: FastifyInstance, simulation: Simulation): void {
	app.get('/reauthorize/:clientId', (request, reply) => {
		const { clientId } = request.params as { clientId: string };
		const client = simulation.clients.get(clientId);
		if (client === undefined) return sendPage(reply, 404, 'There is no such client', '');
		const { redirect_uri: target } = request.query as Record<string, unknown>;
		if (typeof target !== 'string' || !client.settings.redirectUris.includes(target)) {
			return sendPage(reply, 400, 'redirect_uri is not one of the client', '');
		}
		client.settings = { ...client.settings, userInteraction: 'none' };
		return reply.redirect(target, 303);
	});
}
