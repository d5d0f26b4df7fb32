/**
 * Measures the packed package in a real n8n, side by side with n8n's own nodes and with a bare HTTP
 * client: `node test/bench/main.mts [--full] [--rounds N]`. It prints a table, writes
 * `test/bench/results.json`, and judges by the targets of the project. `--full` adds 10,000 payouts.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { giveUp, step } from '../../scripts/progress.mts';
import { measureEvents } from './events.mts';
import { printFigures, writeFigures, type Figure } from './figures.mts';
import { measureLoadTime } from './loadTime.mts';
import { machineFacts } from './machine.mts';
import { growth, measurePayouts, warmUp } from './payouts.mts';
import { measureSignatures } from './signatures.mts';
import { startBench, type Bench } from './start.mts';
import { measureUpload } from './upload.mts';

const LATENCIES = [0, 100];

const { values: options } = parseArgs({
	options: {
		full: { type: 'boolean', default: false },
		rounds: { type: 'string', default: '3' },
	},
});
const rounds = Number(options.rounds);

async function measureAll(bench: Bench): Promise<Figure[]> {
	const figures: Figure[] = [];
	const add = async (title: string, measure: () => Promise<Figure[]>): Promise<Figure[]> => {
		const measured = await step(title, measure);
		figures.push(...measured);
		return measured;
	};
	await add('Loading the package', async () => await measureLoadTime(bench));
	await add('Checking signatures', async () => await measureSignatures(bench, rounds));
	await step('Warming up', async () => await warmUp(bench));
	for (const latencyMs of LATENCIES) {
		const payouts = async (count: number) =>
			await add(
				`Sending ${count.toLocaleString('en')} payouts at ${latencyMs} ms`,
				async () => await measurePayouts(bench, { count, latencyMs }, rounds),
			);
		const small = await payouts(1_000);
		if (options.full) figures.push(...growth(small, await payouts(10_000)));
	}
	await add('Uploading 50 MiB', async () => await measureUpload(bench, rounds));
	await add('Sending events', async () => await measureEvents(bench, rounds));
	return figures;
}

async function main(): Promise<void> {
	const machine = machineFacts();
	const bench = await step('Starting n8n and the simulator', startBench);
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => void bench.stop().then(() => process.exit(130)));
	}
	try {
		const figures = await measureAll(bench);
		printFigures(figures);
		// Neighbours on the machine show here: n8n and the simulator alone give about 2.
		const loadAverageAfter = Number(loadavg()[0]?.toFixed(2));
		const results = { machine: { ...machine, loadAverageAfter }, rounds, figures };
		console.log(`Written to ${await writeFigures(results)}`);
	} finally {
		await bench.stop();
	}
}

try {
	await main();
} catch (cause) {
	giveUp(cause);
}
