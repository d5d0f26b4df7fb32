import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { ZodError } from 'zod/v4';
import type { Simulation } from '../state/simulation.mts';
import { clientControl } from './clients.mts';
import { disbursementControl } from './disbursements.mts';
import { paymentRequestControl } from './paymentRequests.mts';
import { recordControl } from './records.mts';
import { recurringControl } from './recurring.mts';
import { ControlRefusal } from './refusal.mts';
import { clockChange } from './requests.mts';
import { webhookControl } from './webhooks.mts';

/** The control address: tests steer the simulator here and read what happened. */
export function createControl(simulation: Simulation): FastifyInstance {
	const app = fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 5000 } });
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => {
		try {
			done(null, text === '' ? undefined : JSON.parse(text as string));
		} catch {
			done(new ControlRefusal(400, 'The body is not valid JSON.'));
		}
	});
	app.setErrorHandler((error, _request, reply) => {
		if (error instanceof ZodError) return reply.code(400).send({ error: error.issues });
		const status = error instanceof ControlRefusal ? error.status : 500;
		return reply.code(status).send({ error: (error as Error).message });
	});
	app.post('/clock', (request) => {
		const { scale, advanceMs } = clockChange.parse(request.body);
		if (scale !== undefined) simulation.clock.setScale(scale);
		if (advanceMs !== undefined) simulation.clock.advance(advanceMs);
		return clockState(simulation);
	});
	clientControl(app, simulation);
	disbursementControl(app, simulation);
	paymentRequestControl(app, simulation);
	recordControl(app, simulation);
	recurringControl(app, simulation);
	webhookControl(app, simulation);
	return app;
}

function clockState({ clock }: Simulation): object {
	return { now: new Date(clock.now()).toISOString(), scale: clock.scale };
}
