import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Control } from './controlClient.mts';

export interface StartOptions {
	port?: number;
	timeScale?: number;
	/** How many times as fast as at the service life cycles go; the clock stays as it is. */
	pace?: number;
	seed?: number;
}

export interface RunningSimulator {
	baseUrl: string;
	authUrl: string;
	graphqlUrl: string;
	controlUrl: string;
	/** The ready test client. Tests better make their own with `control.createClient()`. */
	client: { clientId: string; clientSecret: string };
	control: Control;
	/** Ends the process and waits until it is gone. */
	stop(): Promise<void>;
}

/** Compiled code is kept here between starts: a test run starts many simulators. */
export const compileCache = path.join(tmpdir(), 'stitch-simulator-cache');

/** Finds the simulator from the working directory upwards. */
function mainFile(): string {
	const relative = path.join('test', 'simulator', 'main.mts');
	for (let folder = process.cwd(); ; folder = path.dirname(folder)) {
		const candidate = path.join(folder, relative);
		if (existsSync(candidate)) return candidate;
		if (path.dirname(folder) === folder) throw new Error(`There is no ${relative} above here.`);
	}
}

function argumentsFor(options: StartOptions): string[] {
	const flags: Array<[string, number | undefined]> = [
		['--port', options.port],
		['--time-scale', options.timeScale],
		['--pace', options.pace],
		['--seed', options.seed],
	];
	const given = flags.filter(([, value]) => value !== undefined);
	return ['--json', ...given.flatMap(([flag, value]) => [flag, String(value)])];
}

/** Starts the simulator as a process of its own; it ends with the process that started it. */
export async function startSimulator(options: StartOptions = {}): Promise<RunningSimulator> {
	const child = spawn(process.execPath, [mainFile(), ...argumentsFor(options)], {
		stdio: ['pipe', 'pipe', 'inherit'],
		env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
	});
	const addresses = JSON.parse(await firstLine(child)) as Omit<
		RunningSimulator,
		'control' | 'stop'
	>;
	return {
		...addresses,
		control: new Control(addresses.controlUrl, addresses.authUrl),
		stop: () => stop(child),
	};
}

function firstLine(child: ChildProcess): Promise<string> {
	return new Promise((resolve, reject) => {
		let text = '';
		child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
			text += piece;
			const end = text.indexOf('\n');
			if (end >= 0) resolve(text.slice(0, end));
		});
		child.once('error', reject);
		child.once('exit', (code) => reject(new Error(`The simulator ended with code ${code}.`)));
	});
}

function stop(child: ChildProcess): Promise<void> {
	return new Promise((resolve) => {
		if (child.exitCode !== null || child.signalCode !== null) return resolve();
		child.once('exit', () => resolve());
		child.stdin?.end();
		child.kill('SIGTERM');
	});
}
