import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Table from 'cli-table3';
import { format, resolveConfig } from 'prettier';
import { projectFolder } from '../host/project.mts';

/** One line of the table: what was measured of whom, as the median of its samples. */
export interface Figure {
	/** For example `1,000 payouts, 100 ms`. */
	what: string;
	/** Whose figure it is, for example `HTTP Request node`. */
	who: string;
	/** Medians by name; the name carries the unit. */
	values: Record<string, number>;
	/** Every sample behind the medians, in the order in which they were taken. */
	samples: Array<Record<string, number>>;
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
export interface Results {
	machine: Record<string, string | number>;
	rounds: number;
	figures: Figure[];
}

const RESULTS = join(projectFolder, 'test', 'bench', 'results.json');

export function atLeast(what: string, limit: number, value: number): Target {
	return { what, target: `at least ${limit}`, measured: rounded(value), met: value >= limit };
}

export function atMost(what: string, limit: number, value: number): Target {
	return { what, target: `at most ${limit}`, measured: rounded(value), met: value <= limit };
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

/** Writes `results.json` as the project's formatter would, so that it can be committed. */
export async function writeFigures(content: Results): Promise<string> {
	const figures = content.figures.map(({ values, samples, ...rest }) => ({
		...rest,
		values: roundedAll(values),
		samples: samples.map(roundedAll),
	}));
	const options = { ...(await resolveConfig(RESULTS)), filepath: RESULTS };
	writeFileSync(RESULTS, await format(JSON.stringify({ ...content, figures }), options));
	return RESULTS;
}

function line({ what, target, measured, met }: Target): string {
	return `${met ? 'met' : 'MISSED'}: ${what} ${shown(measured)} (${target})`;
}

function shown(value: number): string {
	return rounded(value).toLocaleString('en');
}

function roundedAll(values: Record<string, number>): Record<string, number> {
	return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, rounded(value)]));
}

/** Three digits say all that a measurement on a shared machine can say. */
function rounded(value: number): number {
	return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
