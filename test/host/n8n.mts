import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { end, endWithThisProcess } from './children.mts';
import { chosenSettings } from './nextMajor.mts';
import { START_PATIENCE } from './patience.mts';
import { freePort } from './ports.mts';
import { dataFolder, hostFolder, projectFolder } from './project.mts';

/** n8n's three kinds of process: everything in one, or the parts of queue mode. */
type ProcessKind = 'start' | 'worker' | 'webhook';

export interface N8nOptions {
	/** n8n keeps its data in the folder `.n8n` inside this one. */
	userFolder: string;
	/** Port of the editor and the webhooks; a free one by default. */
	port?: number;
	kind?: ProcessKind;
	/** Settings on top of ours, for example of queue mode and PostgreSQL. */
	env?: Record<string, string>;
	/** Name of the log file in the user folder, without ending. */
	name?: string;
}

/** A running n8n. */
export interface N8n {
	/** Address of the editor, without a slash at the end. */
	url: string;
	port: number;
	pid: number;
	/** @returns what n8n has printed so far */
	log(): string;
	/** Ends n8n and everything that it started. Calling it again does no harm. */
	stop(): Promise<void>;
	/** Ends it at once, as a crash would. */
	kill(): void;
	/** Resolves when the process has ended, for whatever reason. */
	ended: Promise<void>;
}

/**
 * Settings that spare n8n work. By default, it prepares its engine for expressions for every request,
 * whether it meets one or not, and compiles it for every execution.
 */
export const expressionsOnDemand = {
	N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
	N8N_EXPRESSION_ENGINE_COMPILE_CACHE: 'true',
};

const STOP_PATIENCE = 15_000;
const POLL_INTERVAL = 200;

/**
 * Starts a real n8n and resolves when it answers.
 * @throws when it ends or does not answer in time, with the end of its log
 */
export async function startN8n(options: N8nOptions): Promise<N8n> {
	const { userFolder, kind = 'start' } = options;
	const port = options.port ?? (await freePort());
	mkdirSync(userFolder, { recursive: true });
	const logFile = join(userFolder, `${options.name ?? `n8n-${kind}`}.log`);
	const output = openSync(logFile, 'w');
	const child = spawn(
		process.execPath,
		[join(hostFolder, 'node_modules', 'n8n', 'bin', 'n8n'), kind],
		{
			cwd: userFolder,
			detached: true,
			stdio: ['ignore', output, output],
			env: {
				...machineSettings(),
				...(await n8nSettings(userFolder, port)),
				...chosenSettings(),
				...(kind === 'worker' && workerSettings(port)),
				...options.env,
			},
		},
	);
	closeSync(output);
	endWithThisProcess(child);

	const ended = new Promise<void>((resolve) => {
		child.once('exit', () => resolve());
		child.once('error', () => resolve());
	});
	const n8n: N8n = {
		url: `http://127.0.0.1:${port}`,
		port,
		pid: child.pid ?? -1,
		log: () => readFileSync(logFile, 'utf8'),
		stop: async () => await end(child, STOP_PATIENCE),
		kill: () => child.kill('SIGKILL'),
		ended,
	};
	await untilReady(n8n);
	return n8n;
}

/** Only what a program needs to run: no proxy, npm or n8n settings of the person who starts it. */
function machineSettings(): Record<string, string> {
	const names = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'TEMP', 'SYSTEMROOT', 'USERPROFILE'];
	return Object.fromEntries(
		names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
	) as Record<string, string>;
}

async function n8nSettings(userFolder: string, port: number): Promise<Record<string, string>> {
	return {
		N8N_USER_FOLDER: userFolder,
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}`,
		N8N_WEBHOOK_URL: `http://127.0.0.1:${port}`,
		WEBHOOK_URL: `http://127.0.0.1:${port}`,
		GENERIC_TIMEZONE: 'Africa/Johannesburg',
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		// Without this a log-in over plain http is refused, loopback included.
		N8N_SECURE_COOKIE: 'false',
		N8N_RESTRICT_FILE_ACCESS_TO: userFolder,
		// It talks to nobody but the addresses that the workflows name.
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_REINSTALL_MISSING_PACKAGES: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		N8N_DISABLED_MODULES: 'mcp-registry',
		// n8n looks at its database every two seconds. Where a look takes long, as on a busy machine, it
		// answers everything with 503, a payer's browser and the service included.
		DB_PING_TIMEOUT_MS: '300000',
		EXTERNAL_FRONTEND_HOOKS_URLS: '',
		N8N_PYTHON_ENABLED: 'false',
		// A quarter of a start is the compiling of n8n's 8,500 files, which need not be done each time.
		NODE_COMPILE_CACHE: join(dataFolder, 'compile-cache'),
		NODE_OPTIONS: preloaded('keepCompiled.cjs'),
	};
}

/** Node's options that load files of this folder into n8n before itself. */
export function preloaded(...files: string[]): string {
	return files.map((file) => `--require "${join(projectFolder, 'test', 'host', file)}"`).join(' ');
}

/** A worker answers nothing but health checks, and those only when asked to. */
function workerSettings(port: number): Record<string, string> {
	return {
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	};
}

async function untilReady(n8n: N8n): Promise<void> {
	let gone = false;
	void n8n.ended.then(() => (gone = true));
	const deadline = Date.now() + START_PATIENCE;
	while (!gone && Date.now() < deadline) {
		const answer = await fetch(`${n8n.url}/healthz/readiness`).catch(() => undefined);
		if (answer?.ok) return;
		await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
	}
	const reason = gone
		? 'ended while it was starting'
		: `did not answer within ${START_PATIENCE / 1000} s`;
	await n8n.stop();
	throw new Error(`n8n ${reason}. The end of its log:\n${n8n.log().slice(-1000)}`);
}
