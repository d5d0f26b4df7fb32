import type { ClientState } from '../state/client.mts';
import type { Simulation } from '../state/simulation.mts';

/** An answer of the control address that says what the test asked wrongly. */
export class ControlRefusal extends Error {
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.status = status;
	}
}

/** The client that a control path names. Throws a 404 when there is none. */
export function clientNamed(simulation: Simulation, params: unknown): ClientState {
	const { id } = params as { id: string };
	const client = simulation.clients.get(id);
	if (!client) throw new ControlRefusal(404, `There is no client ${id}.`);
	return client;
}
