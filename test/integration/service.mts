import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { ClientOptions, TestClient } from '../simulator/controlClient.mts';
import { startSimulator, type RunningSimulator, type StartOptions } from '../simulator/start.mts';

/**
 * A simulator for one test file, with a new client for every test.
 * @param options of the simulator; by itself its clock stands still
 * @param settings of each client
 */
export function simulatedService(options: StartOptions = {}, settings: ClientOptions = {}) {
	let simulator: RunningSimulator;
	let client: TestClient;

	beforeAll(async () => {
		simulator = await startSimulator({ seed: 1, timeScale: 0, ...options });
	});

	afterAll(async () => {
		await simulator?.stop();
	});

	beforeEach(async () => {
		client = await simulator.control.createClient(settings);
	});

	return {
		get simulator() {
			return simulator;
		},
		get client() {
			return client;
		},
		/** Of the client. */
		credential: (scopes?: string[]) => credentialFor(simulator, client, scopes),
	};
}

/** The stored "Stitch API" credential of a simulator's client, without a token yet. */
export function credentialFor(
	{ baseUrl, authUrl, graphqlUrl }: RunningSimulator,
	{ clientId, clientSecret }: Pick<TestClient, 'clientId' | 'clientSecret'>,
	chosenScopes = ['client_disbursement'],
): ICredentialDataDecryptedObject {
	const addresses = { useCustomAddresses: true, baseUrl, authUrl, graphqlUrl };
	return { clientId, clientSecret, chosenScopes, ...addresses, accessToken: '' };
}
