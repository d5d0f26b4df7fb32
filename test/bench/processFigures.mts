import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes the kernel forget the highest memory use of a process so far (Linux). */
export function forgetPeak(pid: number): void {
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** @returns the highest resident memory since the start or `forgetPeak`, in MiB (Linux) */
export function peakMiB(pid: number): number {
	const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(read(pid, 'status')) ?? [];
	if (kibibytes === undefined) throw new Error(`Process ${pid} tells no peak memory.`);
	return Number(kibibytes) / 1024;
}

/** Linux counts in hundredths of a second, whatever the processor. */
const TICKS_PER_SECOND = 100;

/** @returns the processor time that a process has used so far, which neighbours hardly change (Linux) */
export function cpuSeconds(pid: number): number {
	// The name of the program, in brackets, may hold anything; the fields after it are numbers.
	const fields = read(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
	return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** @returns what n8n's longTurns.cjs has noted between two times, in milliseconds; 0 if nothing */
export function longestTurnMs(folder: string, pid: number, from: number, to: number): number {
	const file = join(folder, `long-turns-${pid}.txt`);
	if (!existsSync(file)) return 0;
	const turns = readFileSync(file, 'utf8').trim().split('\n');
	const within = turns
		.map((line) => line.split(' ').map(Number))
		.filter(([at = 0]) => at > from && at <= to);
	return Math.max(0, ...within.map(([, ms = 0]) => ms));
}

function read(pid: number, file: string): string {
	return readFileSync(`/proc/${pid}/${file}`, 'utf8');
}
