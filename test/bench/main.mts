/**
 * Measures the packed package in a real n8n, side by side with n8n's own nodes and with a bare HTTP
 * client: `node test/bench/main.mts [--full] [--rounds N] [--only PART]`. It prints a table with the
 * targets of the project, and puts it into `test/bench/README.md`. `--full` adds 10,000 payouts,
 * sent once. `--only` measures one part and leaves the file as it is.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { giveUp, step } from '../../scripts/progress.mts';
import { measureEvents, measureForgeries } from './events.mts';
import { printFigures, writeFigures, type Figure } from './figures.mts';
import { measureLoadTime } from './loadTime.mts';
import { machineFacts } from './machine.mts';
import { answersAfter, answersAtOnce, takesPerSecond, worksOn, type Load } from './payoutLoads.mts';
import { growth, measurePayouts, warmUp } from './payouts.mts';
import { measurePolling } from './polling.mts';
import { measureQueue } from './queue.mts';
import { measureSignatures } from './signatures.mts';
import { prepareBench, startBench, type Bench, type HostOptions } from './start.mts';
import { measureUpload } from './upload.mts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const { values: options } = parseArgs({
	options: {
		full: { type: 'boolean', default: false },
		rounds: { type: 'string', default: '3' },
		only: { type: 'string' },
	},
});
const rounds = Number(options.rounds);

/** n8n as it is, and with its engine for expressions started only where one is met. */
const eventHosts: Array<HostOptions & { where: string }> = (
	['SQLite', 'PostgreSQL'] as const
).flatMap((database) => [
	{ database, where: database },
	{
		database,
		env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
		where: `${database}, expressions on demand`,
	},
]);

const PARTS = ['loading', 'signatures', 'polling', 'payouts', 'upload', 'events', 'queue'] as const;

function isWanted(part: (typeof PARTS)[number]): boolean {
	return options.only === undefined || options.only === part;
}

const figures: Figure[] = [];

async function add(title: string, measure: () => Promise<Figure[]>): Promise<Figure[]> {
	const measured = await step(title, measure);
	figures.push(...measured);
	return measured;
}

async function onHost(
	tarball: string,
	host: HostOptions,
	measure: (bench: Bench) => Promise<void>,
): Promise<void> {
	const bench = await step('Starting n8n and the simulator', async () => {
		return await startBench(tarball, host);
	});
	const stop = () => void bench.stop().then(() => process.exit(130));
	for (const signal of SIGNALS) process.on(signal, stop);
	try {
		await measure(bench);
	} finally {
		for (const signal of SIGNALS) process.off(signal, stop);
		await bench.stop();
	}
}

async function measureActions(bench: Bench): Promise<void> {
	if (isWanted('loading')) {
		await add('Loading the package', async () => await measureLoadTime(bench));
	}
	if (isWanted('signatures')) {
		await add('Checking signatures', async () => await measureSignatures(bench, rounds));
	}
	if (isWanted('polling')) {
		await add('Looking for changes', async () => await measurePolling(bench, rounds));
	}
	if (isWanted('payouts')) await measureAllPayouts(bench);
	if (isWanted('upload')) {
		await add('Uploading 50 MiB', async () => await measureUpload(bench, rounds));
	}
}

async function measureAllPayouts(bench: Bench): Promise<void> {
	await step('Warming up', async () => await warmUp(bench));
	const send = async (load: Load, times = rounds) =>
		await add(
			`Sending ${load.count.toLocaleString('en')} payouts, ${load.service}`,
			async () => await measurePayouts(bench, load, times),
		);
	for (const loadOf of [answersAtOnce, (count: number) => answersAfter(100, count)]) {
		const small = await send(loadOf(1_000));
		if (options.full) figures.push(...growth(small, await send(loadOf(10_000), 1)));
	}
	await send(takesPerSecond(50, 1_000));
	await send(worksOn(20, 100, 1_000));
}

async function measureAllEvents(tarball: string): Promise<void> {
	for (const { where, ...host } of eventHosts) {
		await onHost(tarball, host, async (bench) => {
			await add(`Sending events: ${where}`, async () => await measureEvents(bench, where, rounds));
			await add(`Forging events: ${where}`, async () => await measureForgeries(bench, where));
		});
	}
}

async function main(): Promise<void> {
	const { only } = options;
	if (only !== undefined && !PARTS.some((part) => part === only)) {
		throw new Error(`--only takes one of ${PARTS.join(', ')}, not "${only}".`);
	}
	const machine = machineFacts();
	const tarball = await prepareBench();
	if (only !== 'events' && only !== 'queue')
		await onHost(tarball, { database: 'SQLite' }, measureActions);
	if (isWanted('events')) await measureAllEvents(tarball);
	if (isWanted('queue')) {
		await add('Paying in queue mode', async () => await measureQueue(rounds));
	}
	printFigures(figures);
	if (only !== undefined) return;
	// Neighbours on the machine show here: n8n and the simulator alone give about 2.
	const loadAverageAfter = Number(loadavg()[0]?.toFixed(2));
	const results = { machine: { ...machine, loadAverageAfter }, rounds, figures };
	console.log(`Written to ${await writeFigures(results)}`);
}

try {
	await main();
} catch (cause) {
	giveUp(cause);
}
