import { spawn } from 'node:child_process';

const TICK = 1_000;

/** Goes back to the start of a terminal's line and clears it. */
const AGAIN = '\r\x1b[K';

/** Says which part of a step begins, for a step that has several. */
export type AtPart = (part: string) => void;

/**
 * Says what is going on while a long step runs, with the seconds that it takes: one line on a
 * terminal that keeps counting, or else one line at the start, at each part and at the end.
 */
export async function step<T>(title: string, work: (at: AtPart) => Promise<T>): Promise<T> {
	const start = Date.now();
	const terminal = process.stderr.isTTY;
	let doing = title;
	const seconds = () => Math.round((Date.now() - start) / 1000);
	const say = (line: string) => process.stderr.write(terminal ? `${AGAIN}${line}` : `${line}\n`);
	const end = (how: string) => {
		say(`${title}: ${how} (${seconds()} s)${terminal ? '\n' : ''}`);
	};
	const tick = terminal ? setInterval(() => say(`${doing} … ${seconds()} s`), TICK) : undefined;
	say(`${doing} …`);
	try {
		const result = await work((part) => {
			doing = `${title}: ${part}`;
			say(`${doing} …`);
		});
		end('done');
		return result;
	} catch (cause) {
		end('did not work');
		throw cause;
	} finally {
		clearInterval(tick);
	}
}

/** Where and how a command runs. */
interface RunOptions {
	cwd: string;
	env?: Record<string, string>;
	/** Lets through what it says on standard error, for scripts that report progress themselves. */
	show?: boolean;
}

/**
 * Runs a command to its end, by default without showing what it prints.
 * @returns what it wrote to its standard output
 * @throws when it does not exit with 0, with the end of everything that it printed unseen
 */
export async function run(command: string, args: string[], options: RunOptions): Promise<string> {
	const child = spawn(command, args, {
		cwd: options.cwd,
		env: { ...process.env, ...options.env },
		stdio: ['ignore', 'pipe', options.show ? 'inherit' : 'pipe'],
		shell: process.platform === 'win32', // npm is a .cmd file there
	});
	let output = '';
	let everything = '';
	child.stdout?.on('data', (chunk: Buffer) => {
		output += chunk;
		everything += chunk;
	});
	child.stderr?.on('data', (chunk: Buffer) => (everything += chunk));
	const code = await new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('close', resolve);
	});
	if (code === 0) return output;
	if (options.show) throw new Error('Stopped: see above.');
	throw new Error(`"${command} ${args.join(' ')}" ended with ${code}:\n${everything.slice(-4000)}`);
}

/**
 * Ends a script with what went wrong and exit code 1, without a stack trace: the reader ran a
 * command, the code is not theirs.
 */
export function giveUp(cause: unknown): never {
	process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
	process.exit(1);
}
