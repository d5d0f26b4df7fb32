import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createControl } from './control/app.mts';
import { createService } from './http/service.mts';
import { Simulation } from './state/simulation.mts';
import { createAuthority, createProvider } from './tokens/authority.mts';

const host = '127.0.0.1';

interface SimulatorOptions {
	/** 0 or absent: a free port. A port that is taken gives way to the next free one. */
	port?: number;
	controlPort?: number;
	/** How many times as fast as real time the service's clock runs. Default 1. */
	timeScale?: number;
	/** How many times as fast as at the service life cycles go, on a clock of any scale. Default 1. */
	pace?: number;
	seed?: number;
	/** Told of anything worth a line, such as a port that was taken. */
	notice?: (line: string) => void;
}

export interface Simulator {
	simulation: Simulation;
	baseUrl: string;
	authUrl: string;
	graphqlUrl: string;
	controlUrl: string;
	close(): Promise<void>;
}

/** Starts the service and its control address on the loopback interface. */
export async function createSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
	const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31);
	const simulation = new Simulation(seed, options.timeScale ?? 1, options.pace);
	const notice = options.notice ?? (() => undefined);
	const service = createService(simulation, (error) => notice(error.stack ?? error.message));
	const control = createControl(simulation);
	const authUrl = await listen(service, options.port ?? 0, notice);
	simulation.surroundings.address = authUrl;
	const provider = createProvider(simulation, authUrl);
	simulation.authority = createAuthority(provider);
	const controlUrl = await listen(control, options.controlPort ?? 0, notice);
	return {
		simulation,
		baseUrl: `${authUrl}/v2`,
		authUrl,
		graphqlUrl: authUrl,
		controlUrl,
		async close() {
			await simulation.stop();
			await Promise.all([service.close(), control.close(), simulation.authority.close()]);
		},
	};
}

async function listen(
	app: FastifyInstance,
	wanted: number,
	notice: (line: string) => void,
): Promise<string> {
	for (let port = wanted; ; port++) {
		try {
			await app.listen({ port, host, backlog: 4096 });
			break;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || port === 65535) throw error;
			notice(`Port ${port} is taken; trying ${port + 1}.`);
		}
	}
	const { port } = app.server.address() as AddressInfo;
	return `http://${host}:${port}`;
}
