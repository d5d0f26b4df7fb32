import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OWNER, servedBy, type Environment } from '../e2e/support/environment.mts';
import { N8nApi } from '../host/api.mts';
import { startN8n, type N8n, type N8nOptions } from '../host/n8n.mts';
import { installPackage, packPackage } from '../host/packageInstall.mts';
import { freePort } from '../host/ports.mts';
import { dataFolder } from '../host/project.mts';
import { startSimulator } from '../simulator/start.mts';
import { startBalancer, type Balancer } from './balancer.mts';
import { postgresSettings, startPostgres, startRedis } from '../host/databases.mts';

/** An n8n in queue mode, with a service of its own: its clock may be stepped at will. */
export interface QueueMode extends Environment {
	/** Where webhooks arrive; `n8nUrl` is the same address. */
	balancer: Balancer;
	workers: N8n[];
	webhookProcesses: N8n[];
	/** Starts a process in the place of each that has ended; webhook processes keep their ports. */
	replaceEnded(): Promise<void>;
	stop(): Promise<void>;
}

/** Starts Redis, PostgreSQL, the main process, two workers and two webhook processes. */
export async function startQueueMode(): Promise<QueueMode> {
	let processes = 0;
	const stops: Array<() => Promise<void>> = [];
	/** Ends everything, the last started first. */
	const stop = async () => {
		for (const stopOne of stops.splice(0).reverse()) await stopOne();
	};
	const started = <Server extends { stop(): Promise<void> }>(server: Server): Server => {
		stops.push(async () => await server.stop());
		return server;
	};
	try {
		mkdirSync(dataFolder, { recursive: true });
		const userFolder = mkdtempSync(join(dataFolder, 'queue-'));
		stops.push(async () => rmSync(userFolder, { recursive: true, force: true }));
		installPackage(packPackage(), userFolder);
		const redis = started(await startRedis());
		const postgres = started(await startPostgres());
		const simulator = started(await startSimulator({ seed: 3 }));
		const balancer = started(await startBalancer());
		const env = settings(redis.port, postgres.port, balancer.url);
		const start = async (options: Omit<N8nOptions, 'userFolder' | 'env'>) =>
			await startN8n({ userFolder, env, ...options });

		// The main process goes first: it makes the tables.
		const main = started(await start({ name: 'main' }));
		const api = new N8nApi(main.url);
		await api.setUpOwner(OWNER);
		const workers: N8n[] = [];
		const webhookProcesses: N8n[] = [];
		const ended = new Set<N8n>();
		stops.push(async () => {
			await Promise.all([...workers, ...webhookProcesses].map(async (each) => await each.stop()));
		});
		const add = async (kind: 'worker' | 'webhook', port: number) => {
			const n8n = await start({ kind, port, name: `${kind}-${port}-${++processes}` });
			void n8n.ended.then(() => ended.add(n8n));
			(kind === 'worker' ? workers : webhookProcesses).push(n8n);
		};
		const ports = [await freePort(), await freePort()];
		balancer.targets = ports;
		await Promise.all([
			...[1, 2].map(async () => await add('worker', await freePort())),
			...ports.map(async (port) => await add('webhook', port)),
		]);
		return {
			n8nUrl: balancer.url,
			owner: OWNER,
			api,
			...servedBy(simulator),
			balancer,
			workers,
			webhookProcesses,
			async replaceEnded() {
				const replaced = [...ended];
				ended.clear();
				await Promise.all(
					replaced.map(async (each) => {
						const isWorker = workers.includes(each);
						const list = isWorker ? workers : webhookProcesses;
						list.splice(list.indexOf(each), 1);
						await add(isWorker ? 'worker' : 'webhook', each.port);
					}),
				);
			},
			stop,
		};
	} catch (cause) {
		await stop();
		throw cause;
	}
}

/** What all processes of one n8n in queue mode have in common. */
function settings(
	redisPort: number,
	postgresPort: number,
	webhookUrl: string,
): Record<string, string> {
	return {
		EXECUTIONS_MODE: 'queue',
		// Nobody opens its editor, whose files n8n prepares for a third of a start.
		N8N_DISABLE_UI: 'true',
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		WEBHOOK_URL: webhookUrl,
		N8N_WEBHOOK_URL: webhookUrl,
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redisPort),
		...postgresSettings(postgresPort),
		// With n8n's default of two connections, many webhooks at once block each other (n8n 2.40).
		DB_POSTGRESDB_POOL_SIZE: '10',
		// Executions started by hand go to the workers, and webhooks to the webhook processes.
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
		// n8n learns soon that a worker has died, but takes none for dead that is merely slow.
		QUEUE_WORKER_LOCK_DURATION: '20000',
		QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
		QUEUE_WORKER_STALLED_INTERVAL: '2000',
	};
}
