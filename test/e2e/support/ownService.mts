import { startSimulator, type RunningSimulator } from '../../simulator/start.mts';
import { openEnvironment, servedBy, type Environment } from './environment.mts';

/** The suite's n8n with a service of its own, whose clock stands still until a test moves it. */
export function ownService(seed: number): { readonly environment: Environment } {
	let environment: Environment;
	let simulator: RunningSimulator;

	beforeAll(async () => {
		simulator = await startSimulator({ seed, timeScale: 0 });
		environment = { ...(await openEnvironment()), ...servedBy(simulator) };
	});

	afterAll(async () => {
		await simulator?.stop();
	});

	return {
		get environment() {
			return environment;
		},
	};
}
