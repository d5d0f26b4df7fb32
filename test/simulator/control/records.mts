import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { resourceId } from '../random.mts';
import type { Simulation } from '../state/simulation.mts';
import { clientNamed, ControlRefusal } from './refusal.mts';

const record = z.record(z.string(), z.unknown());
const card = z.looseObject({ payerId: z.string().min(1) });
const outcome = z.strictObject({ approved: z.boolean() });

/** Puts records in place that the interface itself cannot create, and ends terminal sessions. */
export function recordControl(app: FastifyInstance, simulation: Simulation): void {
	app.post('/clients/:id/cards', (request) => {
		const client = clientNamed(simulation, request.params);
		const stored = { id: resourceId(client.random), ...card.parse(request.body) };
		client.cards.unshift(stored);
		return stored;
	});
	app.post('/clients/:id/fingerprint-events', (request) => {
		const client = clientNamed(simulation, request.params);
		const fields = record.parse(request.body);
		const stored = { id: resourceId(client.random), createdAt: client.timestamp(), ...fields };
		client.fingerprintEvents.unshift(stored);
		return stored;
	});
	app.post('/terminal-sessions/:id/finish', (request) => {
		const { id } = request.params as { id: string };
		const { approved } = outcome.parse(request.body);
		const known = simulation.find(({ terminalSessions }) => terminalSessions.byId.get(id));
		if (known?.found.status !== 'pending') {
			throw new ControlRefusal(404, `There is no pending terminal session ${id}.`);
		}
		known.client.terminalSessions.finish(known.found, approved);
		return known.found;
	});
}
