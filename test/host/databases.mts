import { execFile, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { end, endWithThisProcess } from './children.mts';
import { START_PATIENCE } from './patience.mts';
import { freePort } from './ports.mts';
import { dataFolder } from './project.mts';

/** A server that was started for the tests and keeps nothing beyond them. */
export interface Server {
	port: number;
	/** Ends it and removes its data. */
	stop(): Promise<void>;
}

/** The owner of the only database, `postgres`; no password is asked for. */
const DATABASE_USER = 'n8n';

const LOOPBACK = '127.0.0.1';
const POLL_INTERVAL = 100;

interface Account {
	uid: number;
	gid: number;
}

/** @returns one sentence that says what this machine lacks and how to get it, if it lacks anything */
export function missingServers(): string | undefined {
	const missing = [
		...(redisProgram() === undefined ? ['Redis'] : []),
		...(postgresPrograms() === undefined ? ['PostgreSQL'] : []),
	];
	if (missing.length === 0) return undefined;
	return (
		`${missing.join(' and ')} not found: install ${missing.length > 1 ? 'them' : 'it'} ` +
		'(Debian, Ubuntu: apt-get install redis-server postgresql; macOS: brew install redis postgresql).'
	);
}

/** Starts a Redis that lives in memory only. */
export async function startRedis(): Promise<Server> {
	const program = redisProgram();
	if (program === undefined) throw new Error(missingServers());
	const folder = newFolder('redis-');
	const port = await freePort();
	const args = ['--port', String(port), '--bind', LOOPBACK, '--dir', folder];
	return await startServer(
		program,
		[...args, '--save', '', '--appendonly', 'no'],
		{ folder, port },
		async () => await accepts(port),
	);
}

/** Starts a PostgreSQL with an empty database. It refuses to be run by root. */
export async function startPostgres(): Promise<Server> {
	const programs = postgresPrograms();
	if (programs === undefined) throw new Error(missingServers());
	const account = process.getuid?.() === 0 ? accountOf('postgres') : undefined;
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
	const deadline = Date.now() + START_PATIENCE;
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

function redisProgram(): string | undefined {
	const folder = folderOf('redis-server', searchPath());
	return folder && join(folder, 'redis-server');
}

/** The folder of PostgreSQL's programs. Debian keeps one for each version, out of the search path. */
function postgresPrograms(): string | undefined {
	const debian = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
	return folderOf('initdb', [...debian, ...searchPath()]);
}

function searchPath(): string[] {
	return (process.env.PATH ?? '').split(delimiter);
}

function folderOf(program: string, folders: string[]): string | undefined {
	return folders.find((folder) => existsSync(join(folder, program)));
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
		socket.once('error', () => resolve(false));
		socket.once('connect', () => {
			socket.destroy();
			resolve(true);
		});
	});
}
