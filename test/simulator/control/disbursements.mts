import type { FastifyInstance } from 'fastify';
import type { Simulation } from '../state/simulation.mts';
import { ControlRefusal } from './refusal.mts';
import { disbursementStatus, reversal } from './requests.mts';

/** Disbursements as the banks would move them. */
export function disbursementControl(app: FastifyInstance, simulation: Simulation): void {
	app.post('/disbursements/:id/status', (request) => {
		const { client, disbursement } = find(simulation, request.params);
		const { status, reason } = disbursementStatus.parse(request.body);
		client.disbursements.setStatus(disbursement, status, reason);
		return disbursement;
	});
	app.post('/disbursements/:id/reverse', (request) => {
		const { client, disbursement } = find(simulation, request.params);
		const { reason } = reversal.parse(request.body ?? {});
		if (disbursement.status !== 'completed') {
			const { status } = disbursement;
			throw new ControlRefusal(
				409,
				`Only a completed disbursement is reversed; this is ${status}.`,
			);
		}
		client.disbursements.setStatus(disbursement, 'reversed', reason);
		return disbursement;
	});
}

function find(simulation: Simulation, params: unknown) {
	const { id } = params as { id: string };
	const known = simulation.find(({ disbursements }) => disbursements.byId.get(id));
	if (!known) throw new ControlRefusal(404, `There is no disbursement ${id}.`);
	return { client: known.client, disbursement: known.found };
}
