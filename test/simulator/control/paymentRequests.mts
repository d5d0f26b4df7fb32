import type { FastifyInstance } from 'fastify';
import { perform } from '../endpoints/hostedPage.mts';
import type { Simulation } from '../state/simulation.mts';
import { ControlRefusal } from './refusal.mts';

/**
 * What the payer does on the hosted page, without a browser: pay, fail or close; what the merchant does by
 * hand: complete; and what time does: expire.
 */
export function paymentRequestControl(app: FastifyInstance, simulation: Simulation): void {
	app.post('/payment-requests/:id/:action', (request) => {
		const { id, action } = request.params as { id: string; action: string };
		const known = simulation.find(({ paymentRequests }) => paymentRequests.byId.get(id));
		if (!known) throw new ControlRefusal(404, `There is no payment request ${id}.`);
		const { client, found: paymentRequest } = known;
		if (paymentRequest.status !== 'pending') {
			throw new ControlRefusal(409, `The payment request is ${paymentRequest.status}.`);
		}
		if (action === 'complete') client.paymentRequests.completeByHand(paymentRequest);
		else if (action === 'expire') client.paymentRequests.expire(paymentRequest);
		else if (!perform(client, paymentRequest, action)) {
			throw new ControlRefusal(400, `The action ${action} is not known.`);
		}
		return paymentRequest;
	});
}
