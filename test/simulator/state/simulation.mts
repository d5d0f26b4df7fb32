import type { FastifyInstance } from 'fastify';
import { Agent } from 'undici';
import { SimulatedClock } from '../clock.mts';
import { Ledger } from '../ledger.mts';
import type { Random } from '../random.mts';
import { createRandom } from '../random.mts';
import { TokenStore } from '../tokens/store.mts';
import type { Surroundings } from './client.mts';
import { ClientState } from './client.mts';
import type { ClientSettings } from './clientSettings.mts';

interface NewClient {
	clientId?: string | undefined;
	clientSecret?: string | undefined;
	/** False gives a client that is not routed to the simulation of spec 4.7. */
	test?: boolean | undefined;
	seed?: number | undefined;
	settings: ClientSettings;
}

/** The whole simulated service: its clock, its clients and their tokens. */
export class Simulation {
	readonly clock: SimulatedClock;
	readonly seed: number;
	readonly random: Random;
	readonly tokens = new TokenStore();
	readonly clients = new Map<string, ClientState>();
	/** Requests that carried no token or client id that is known. */
	readonly anonymous = new Ledger();
	/** The token server; set as soon as the service knows its own address. */
	authority!: FastifyInstance;
	/** By authorization code: what the return address shows as `scope`. */
	readonly grantedScopes = new Map<string, string>();
	/** By id of what a user has allowed: the client that it is for. */
	readonly grants = new Map<string, string>();
	readonly surroundings: Surroundings;

	/**
	 * @param timeScale how many times as fast as real time the service's clock runs
	 * @param pace how many times as fast as at the service life cycles go on that clock
	 */
	constructor(seed: number, timeScale: number, pace = 1) {
		this.seed = seed;
		this.random = createRandom(seed);
		this.clock = new SimulatedClock(timeScale);
		this.surroundings = {
			clock: this.clock,
			pace,
			address: '',
			agent: new Agent(),
		};
	}

	/** Takes back what the client's users have allowed. */
	withdrawConsent(clientId: string): void {
		for (const [id, owner] of this.grants) if (owner === clientId) this.grants.delete(id);
		this.tokens.revokeAll(clientId);
	}

	/** Creates a client. */
	createClient(wanted: NewClient): ClientState {
		const prefix = wanted.test === false ? 'client-' : 'test-';
		const clientId = wanted.clientId ?? prefix + this.random.bytes(8).toString('hex');
		const clientSecret = wanted.clientSecret ?? this.newSecret();
		const random =
			wanted.seed === undefined ? this.random.derive(clientId) : createRandom(wanted.seed);
		const client = new ClientState(
			clientId,
			clientSecret,
			wanted.settings,
			random,
			this.surroundings,
		);
		this.clients.set(clientId, client);
		return client;
	}

	/** Finds an object of whichever client has it. */
	find<Thing>(
		of: (client: ClientState) => Thing | undefined,
	): { client: ClientState; found: Thing } | undefined {
		for (const client of this.clients.values()) {
			const found = of(client);
			if (found) return { client, found };
		}
		return undefined;
	}

	/** A secret that shows what it is: worth nothing outside the simulator. */
	newSecret(): string {
		return `simulated-secret-${this.random.bytes(16).toString('hex')}`;
	}

	async stop(): Promise<void> {
		this.clock.stop();
		await this.surroundings.agent.destroy();
	}
}
