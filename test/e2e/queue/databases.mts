import { execFile, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { end, endWithThisProcess } from '../../host/children.mts';
import { freePort } from '../../host/ports.mts';
import { dataFolder } from '../../host/project.mts';

/** A server that was started for the tests and keeps nothing beyond them. */
export interface Server {
	port: number;
	/** Ends it and removes its data. */
	stop(): Promise<void>;
}

/** The owner of the only database, `postgres`; no password is asked for. */
const DATABASE_USER = 'n8n';

const LOOPBACK = '127.0.0.1';
const PATIENCE = 30_000;
const POLL_INTERVAL = 100;

interface Account {
	uid: number;
	gid: number;
}

/** Starts a Redis that lives in memory only. */
export async function startRedis(): Promise<Server> {
	const folder = newFolder('redis-');
	const port = await freePort();
	const args = ['--port', String(port), '--bind', LOOPBACK, '--dir', folder];
	return await startServer(
		'redis-server',
		[...args, '--save', '', '--appendonly', 'no'],
		{ folder, port },
		async () => await accepts(port),
	);
}

/** Starts a PostgreSQL with an empty database. It refuses to be run by root. */
export async function startPostgres(): Promise<Server> {
	const account = process.getuid?.() === 0 ? accountOf('postgres') : undefined;
	const programs = postgresPrograms();
	const folder = newFolder('postgres-');
	if (account) chownSync(folder, account.uid, account.gid);
	const data = join(folder, 'data');
	const port = await freePort();
	execFileSync(
		join(programs, 'initdb'),
		['-D', data, '-U', DATABASE_USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
		{ cwd: folder, stdio: 'pipe', ...account },
	);
	const settings = [
		`listen_addresses=${LOOPBACK}`,
		'unix_socket_directories=',
		// The tests crash n8n, never the database, so it need not write to the disk at once.
		'fsync=off',
	];
	return await startServer(
		join(programs, 'postgres'),
		['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
		{ folder, port, account },
		async () => await succeeds(join(programs, 'pg_isready'), ['-h', LOOPBACK, '-p', String(port)]),
	);
}

/** n8n's settings for the database of a PostgreSQL on this port. */
export function postgresSettings(port: number): Record<string, string> {
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: LOOPBACK,
		DB_POSTGRESDB_PORT: String(port),
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_USER: DATABASE_USER,
		DB_POSTGRESDB_PASSWORD: '',
	};
}

async function startServer(
	program: string,
	args: string[],
	{ folder, port, account }: { folder: string; port: number; account?: Account | undefined },
	isReady: () => Promise<boolean>,
): Promise<Server> {
	let output = '';
	const child = spawn(program, args, {
		cwd: folder,
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
		...account,
	});
	child.on('error', (cause) => (output += cause.message));
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => (output += text));
	}
	endWithThisProcess(child);
	const server = {
		port,
		async stop() {
			await end(child, 5_000);
			rmSync(folder, { recursive: true, force: true });
		},
	};
	const deadline = Date.now() + PATIENCE;
	while (!(await isReady())) {
		if (Date.now() > deadline || child.pid === undefined || child.exitCode !== null) {
			await server.stop();
			throw new Error(`${program} did not start. It said:\n${output.slice(-2000)}`);
		}
		await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
	}
	return server;
}

function newFolder(prefix: string): string {
	mkdirSync(dataFolder, { recursive: true });
	return mkdtempSync(join(dataFolder, prefix));
}

/** Debian keeps them out of the path, a folder for each version; other systems have them in it. */
function postgresPrograms(): string {
	const folders = [...globSync('/usr/lib/postgresql/*/bin').sort().reverse(), '/usr/bin'];
	const found = folders.find((folder) => existsSync(join(folder, 'initdb')));
	if (!found) throw new Error('These tests need PostgreSQL. On Debian: apt-get install postgresql');
	return found;
}

function accountOf(name: string): Account {
	const idOf = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
	return { uid: idOf('-u'), gid: idOf('-g') };
}

async function succeeds(program: string, args: string[]): Promise<boolean> {
	return await new Promise((resolve) => {
		execFile(program, args, (failure) => resolve(failure === null));
	});
}

async function accepts(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect(port, LOOPBACK);
		socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
		socket.once('connect', () => socket.destroy());
	});
}
