import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { provideDebianPackages } from '../../scripts/debian-packages.mts';
import { run } from '../../scripts/progress.mts';
import { OWNER, servedBy, type Environment } from '../e2e/support/environment.mts';
import { postgresSettings, startPostgres, type Server } from '../host/databases.mts';
import { N8nApi } from '../host/api.mts';
import { startN8n, type N8n } from '../host/n8n.mts';
import { installPackage } from '../host/packageInstall.mts';
import { dataFolder, packageJson, projectFolder } from '../host/project.mts';
import { startSimulator, type RunningSimulator } from '../simulator/start.mts';

/** What the bench puts into n8n. */
const nodesFolder = join(import.meta.dirname, 'nodes');

/** What the measurements work with. */
export interface Bench extends Environment {
	n8nPid: number;
	/** The data of this n8n; its nodes may read files here. */
	userFolder: string;
	/** The packed package as it was installed. */
	packageFolder: string;
	stop(): Promise<void>;
}

/** How n8n is set up. */
export interface HostOptions {
	database: 'SQLite' | 'PostgreSQL';
	/** Settings of n8n that are not its own defaults. */
	env?: Record<string, string>;
}

/** Installs PostgreSQL and n8n where they are missing, and packs the package. */
export async function prepareBench(): Promise<string> {
	await provideDebianPackages('postgresql');
	await script('test', 'host', 'install.mts');
	return (await script('scripts', 'pack.mts')).trim();
}

/** Starts one real n8n with the packed package in it, and one simulator. */
export async function startBench(tarball: string, options: HostOptions): Promise<Bench> {
	mkdirSync(dataFolder, { recursive: true });
	const userFolder = mkdtempSync(join(dataFolder, 'bench-'));
	installPackage(tarball, userFolder);
	const running: { simulator?: RunningSimulator; postgres?: Server; n8n?: N8n } = {};
	const stop = async () => {
		await Promise.all([running.n8n?.stop(), running.simulator?.stop()]);
		await running.postgres?.stop();
		rmSync(userFolder, { recursive: true, force: true });
	};
	try {
		cpSync(
			join(nodesFolder, 'BareHttp.node.js'),
			join(userFolder, '.n8n', 'custom', 'BareHttp.node.js'),
		);
		const env = {
			NODE_OPTIONS: `--require "${join(nodesFolder, 'longTurns.cjs')}"`,
			...options.env,
		};
		if (options.database === 'PostgreSQL') {
			running.postgres = await startPostgres();
			Object.assign(env, postgresSettings(running.postgres.port));
		}
		// A clock that stands still: nothing happens at the service but what is asked of it.
		const simulator = (running.simulator = await startSimulator({ seed: 1, timeScale: 0 }));
		const n8n = (running.n8n = await startN8n({ userFolder, env }));
		const api = new N8nApi(n8n.url);
		await api.setUpOwner(OWNER);
		return {
			n8nUrl: n8n.url,
			n8nPid: n8n.pid,
			owner: OWNER,
			api,
			...servedBy(simulator),
			userFolder,
			packageFolder: join(userFolder, '.n8n', 'nodes', 'node_modules', packageJson().name),
			stop,
		};
	} catch (cause) {
		await stop();
		throw cause;
	}
}

async function script(...path: string[]): Promise<string> {
	const file = join(projectFolder, ...path);
	return await run(process.execPath, [file], { cwd: projectFolder, show: true });
}
