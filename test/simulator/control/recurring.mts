import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { decide } from '../endpoints/recurringPages.mts';
import type { Simulation } from '../state/simulation.mts';
import { ControlRefusal } from './refusal.mts';

const outcome = z.strictObject({
	state: z.enum(['pending', 'success', 'failure', 'cancelled']),
	reason: z.string().optional(),
});

/** What payers do with consents, without a browser; and any state of a charge. */
export function recurringControl(app: FastifyInstance, simulation: Simulation): void {
	app.post('/consents/:id/:action', (request) => {
		const { id, action } = request.params as { id: string; action: string };
		const known = simulation.find(({ consents }) => consents.byId.get(id));
		if (!known) throw new ControlRefusal(404, `There is no consent ${id}.`);
		const { client, found: consent } = known;
		if (action === 'revoke') client.consents.setStatus(consent, 'revoked');
		else if (consent.status !== 'pending') {
			throw new ControlRefusal(409, `The consent is ${consent.status}.`);
		} else if (!decide(client, consent, action)) {
			throw new ControlRefusal(400, `The action ${action} is not known.`);
		}
		return consent;
	});
	app.post('/charges/:id/state', (request) => {
		const { id } = request.params as { id: string };
		const known = simulation.find(({ charges }) => charges.byId.get(id));
		if (!known) throw new ControlRefusal(404, `There is no charge ${id}.`);
		const { state, reason } = outcome.parse(request.body);
		known.client.charges.setState(known.found, state, reason);
		return { id, state };
	});
}
