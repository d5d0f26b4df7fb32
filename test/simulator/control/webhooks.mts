import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import type { Simulation } from '../state/simulation.mts';
import { clientNamed, ControlRefusal } from './refusal.mts';

const event = z.strictObject({
	type: z.string(),
	/** Sent as it is when it is a text, else as JSON. */
	payload: z.unknown(),
	count: z.number().int().min(1).max(100_000).default(1),
});

/** Subscriptions and deliveries of a client. */
export function webhookControl(app: FastifyInstance, simulation: Simulation): void {
	app.get('/clients/:id/webhooks', (request) => {
		const client = clientNamed(simulation, request.params);
		return {
			subscriptions: client.subscriptions.list(),
			deliveries: client.webhooks.deliveries,
		};
	});
	app.post('/clients/:id/webhooks/settle', async (request) => {
		const client = clientNamed(simulation, request.params);
		await client.webhooks.settled();
		return { settled: true };
	});
	app.post('/clients/:id/webhooks/events', (request) => {
		const client = clientNamed(simulation, request.params);
		const { type, payload, count } = event.parse(request.body);
		const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
		const eventIds = [];
		for (let sent = 0; sent < count; sent++) eventIds.push(...client.webhooks.sendRaw(type, text));
		return { eventIds };
	});
	app.post('/clients/:id/webhooks/resend/:eventId', (request) => {
		const client = clientNamed(simulation, request.params);
		const { eventId } = request.params as { eventId: string };
		if (!client.webhooks.resend(eventId)) {
			throw new ControlRefusal(404, `There is no event ${eventId}.`);
		}
		return { eventId };
	});
}
