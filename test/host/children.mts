import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** The leaders of the process groups that have not ended. */
const running = new Set<number>();
let watching = false;

/**
 * Sees to it that a child that was spawned with `detached: true`, and everything that it started
 * itself, ends when this process ends, however this process ends (SIGKILL apart).
 */
export function endWithThisProcess(child: ChildProcess): void {
	const { pid } = child;
	if (pid === undefined) return;
	running.add(pid);
	child.once('exit', () => {
		killGroup(pid); // what the child started and left behind, n8n's task runner for one
		running.delete(pid);
	});
	watch();
}

/**
 * Ends a child and its whole process group: asks first, then insists.
 * @param patience milliseconds to wait before it is killed
 */
export async function end(child: ChildProcess, patience: number): Promise<void> {
	const { pid } = child;
	if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
	const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	const insist = setTimeout(() => killGroup(pid), patience);
	child.kill('SIGTERM');
	await gone;
	clearTimeout(insist);
}

function killGroup(pid: number): void {
	try {
		process.kill(-pid, 'SIGKILL');
	} catch {
		// The group has ended already.
	}
}

function watch(): void {
	if (watching) return;
	watching = true;
	process.on('exit', () => {
		for (const pid of running) killGroup(pid);
	});
	for (const signal of SIGNALS) {
		process.on(signal, () => {
			// Who handles the signal as well (`npm start` does, to say goodbye) decides when to exit.
			if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
		});
	}
}
