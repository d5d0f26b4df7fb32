import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Table from 'cli-table3';
import { resultsFolder } from '../host/project.mts';

/** One line of the table: what was measured of whom, as the median of its rounds. */
export interface Figure {
	/** For example `1,000 payouts, 100 ms`. */
	what: string;
	/** Whose figure it is, for example `HTTP Request node`. */
	who: string;
	/** Medians by name; the name carries the unit. */
	values: Record<string, number>;
	targets?: Target[];
}

/** A target of the project beside what was measured. */
export interface Target {
	what: string;
	target: string;
	measured: number;
	met: boolean;
}

/** All of one run of the benchmarks. */
interface Results {
	machine: Record<string, string | number>;
	rounds: number;
	figures: Figure[];
}

const REPORT = join(resultsFolder, 'bench.md');

export function atLeast(what: string, limit: number, value: number): Target {
	return { what, target: `at least ${limit}`, measured: rounded(value), met: value >= limit };
}

export function atMost(what: string, limit: number, value: number): Target {
	return { what, target: `at most ${limit}`, measured: rounded(value), met: value <= limit };
}

/** One figure as a line, as soon as it is there. */
export function printFigure({ what, who, values, targets = [] }: Figure): void {
	const medians = Object.entries(values).map(([name, value]) => `${name} ${shown(value)}`);
	console.log(`  ${what}, ${who}: ${[...medians, ...targets.map(line)].join('; ')}`);
}

export function printFigures(figures: Figure[]): void {
	const style = { head: [], border: [] };
	const table = new Table({ head: ['Measured', 'Of', 'Medians', 'Targets'], style });
	for (const { what, who, values, targets = [] } of figures) {
		const medians = Object.entries(values).map(([name, value]) => `${name}: ${shown(value)}`);
		table.push([what, who, medians.join('\n'), targets.map(line).join('\n')]);
	}
	console.log(table.toString());
}

/** Figures are of one machine and one day, so they belong to no commit. */
export function writeFigures({ machine, rounds, figures }: Results): string {
	const facts = Object.entries(machine).map(([name, value]) => `${name}: ${value}`);
	const rows = figures.map(({ what, who, values, targets = [] }) => {
		const medians = Object.entries(values).map(([name, value]) => `${name}: ${shown(value)}`);
		return `| ${[what, who, medians.join('<br>'), targets.map(line).join('<br>')].join(' | ')} |`;
	});
	const report = [
		`Medians of ${rounds} rounds. ${facts.join(', ')}.\n`,
		'| Measured | Of | Medians | Targets |',
		'| --- | --- | --- | --- |',
		...rows,
	].join('\n');
	mkdirSync(resultsFolder, { recursive: true });
	writeFileSync(REPORT, `${report}\n`);
	return REPORT;
}

function line({ what, target, measured, met }: Target): string {
	return `${met ? 'met' : 'MISSED'}: ${what} ${shown(measured)} (${target})`;
}

function shown(value: number): string {
	return rounded(value).toLocaleString('en');
}

/** Three digits say all that a measurement on a shared machine can say. */
function rounded(value: number): number {
	return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
