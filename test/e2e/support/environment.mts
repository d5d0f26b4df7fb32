import { N8nApi, type Owner } from '../../host/api.mts';
import type { N8n } from '../../host/n8n.mts';
import { Control } from '../../simulator/controlClient.mts';
import type { RunningSimulator } from '../../simulator/start.mts';

/** Who sets up every n8n of the tests. */
export const OWNER: Owner = {
	email: 'owner@example.com',
	firstName: 'Test',
	lastName: 'Owner',
	password: 'Only-For-Tests-1',
};

/** What the suite's set-up tells its tests, which run in processes of their own. */
interface Announcement {
	n8nUrl: string;
	service: ServiceAddresses;
	controlUrl: string;
	beginning: string;
}

export interface ServiceAddresses {
	baseUrl: string;
	authUrl: string;
	graphqlUrl: string;
}

/** What a test works with. */
export interface Environment {
	n8nUrl: string;
	/** Who has set n8n up; for tests that log in through the editor. */
	owner: Owner;
	/** Logged in as the owner. */
	api: N8nApi;
	/** The simulated service. */
	service: ServiceAddresses;
	/** Steers the simulator; each test makes its own client with it. */
	control: Control;
}

/** The environment of a suite whose tests share one n8n. */
export interface SharedEnvironment extends Environment {
	/** A user folder with the package and an owner, for tests that need an n8n of their own to begin with. */
	beginning: string;
}

interface Started {
	userFolder: string;
	simulator: RunningSimulator;
	n8n?: N8n;
}

const VARIABLE = 'STITCH_E2E_ENVIRONMENT';
const KEPT = Symbol.for('n8n-nodes-stitch-payments.e2e');

/** Tells the tests where everything is; environment variables reach the processes that jest starts. */
export function announce(announcement: Announcement): void {
	process.env[VARIABLE] = JSON.stringify(announcement);
}

/** Opens what the suite's set-up has started. Use it once per test file, in `beforeAll`. */
export async function openEnvironment(): Promise<SharedEnvironment> {
	const text = process.env[VARIABLE];
	if (!text) throw new Error('Run these tests with jest and its project "e2e".');
	const { controlUrl, ...announced } = JSON.parse(text) as Announcement;
	const api = new N8nApi(announced.n8nUrl);
	await api.logIn(OWNER);
	const control = new Control(controlUrl, announced.service.authUrl);
	return { ...announced, owner: OWNER, api, control };
}

/** A simulator, as tests work with it. */
export function servedBy({
	baseUrl,
	authUrl,
	graphqlUrl,
	control,
}: RunningSimulator): Pick<Environment, 'service' | 'control'> {
	return { service: { baseUrl, authUrl, graphqlUrl }, control };
}

/** Keeps what was started for the tear-down, which runs in the same process as the set-up. */
export function keepForStop(started: Started): void {
	(globalThis as Record<symbol, unknown>)[KEPT] = started;
}

export function keptForStop(): Started {
	return (globalThis as Record<symbol, unknown>)[KEPT] as Started;
}
