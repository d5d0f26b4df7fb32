/**
 * Measures the packed package in a real n8n, side by side with n8n's own nodes and with a bare HTTP
 * client: `node test/bench/main.mts [--full] [--rounds N] [--only PART] [--before FOLDER]`. It prints
 * each figure when it is measured, then a table of all with the targets of the project, and writes that
 * to `.results/bench.md`. `--full` repeats more often and adds larger runs, such as 10,000 payouts,
 * sent once. `--only` measures one part. `--before` is the folder of an
 * earlier build of the package, beside which `waits` are measured.
 */
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { giveUp, step, type AtPart } from '../../scripts/progress.mts';
import {
	type EventHost,
	measureEvents,
	measureForgeries,
	SENDERS,
	startReceivers,
} from './events.mts';
import { printFigure, printFigures, writeFigures, type Figure } from './figures.mts';
import { machineFacts } from './machine.mts';
import { answersAfter, answersAtOnce, takesPerSecond, worksOn, type Load } from './payoutLoads.mts';
import { growth, measurePayouts, warmUp } from './payouts.mts';
import { prepareBench, startBench, type Bench, type HostOptions } from './start.mts';
import { loadBuild, measureWait, waits } from './waits.mts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const { values: options } = parseArgs({
	options: {
		full: { type: 'boolean', default: false },
		rounds: { type: 'string' },
		only: { type: 'string' },
		before: { type: 'string' },
	},
});
/** A full run measures everything more often. */
const { rounds, forgeries } = {
	...(options.full ? { rounds: 3, forgeries: 1500 } : { rounds: 2, forgeries: 300 }),
	...(options.rounds !== undefined && { rounds: Number(options.rounds) }),
};

/** n8n as it is, and with its engine for expressions started only where one is met. */
const eventHosts = (['SQLite', 'PostgreSQL'] as const).flatMap(
	(database): Array<HostOptions & EventHost> => [
		{ database, where: database, treatedAlike: 'Webhook node with an expression' },
		{
			database,
			env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
			where: `${database}, expressions on demand`,
			treatedAlike: 'Webhook node',
		},
	],
);

/** How many comparisons each part consists of. */
const PARTS = {
	waits: waits(options.full).length,
	payouts: options.full ? 6 : 4,
	events: eventHosts.length * (SENDERS.length + 1),
};

type Part = keyof typeof PARTS;

function isWanted(part: Part): boolean {
	return options.only === undefined || options.only === part;
}

const figures: Figure[] = [];
let comparison = 0;

/** Makes the next comparison and shows what it has found. */
async function add(title: string, measure: (at: AtPart) => Promise<Figure[]>): Promise<Figure[]> {
	const wanted = (Object.keys(PARTS) as Part[]).filter(isWanted);
	const all = wanted.reduce((sum, part) => sum + PARTS[part], 0);
	const measured = await step(`[${++comparison} of ${all}] ${title}`, measure);
	figures.push(...measured);
	measured.forEach(printFigure);
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
	if (isWanted('waits')) await measureAllWaits(bench);
	if (isWanted('payouts')) await measureAllPayouts(bench);
}

async function measureAllWaits({ packageFolder }: Bench): Promise<void> {
	const builds = [loadBuild('Our node', packageFolder)];
	if (options.before !== undefined) builds.push(loadBuild('Before', resolve(options.before)));
	for (const wait of waits(options.full)) {
		await add(wait.what, async (at) => await measureWait(wait, builds, { rounds, at }));
	}
}

async function measureAllPayouts(bench: Bench): Promise<void> {
	await step('Warming up', async () => await warmUp(bench));
	const send = async (load: Load, times = rounds) =>
		await add(
			`Sending ${load.count.toLocaleString('en')} payouts, ${load.service}`,
			async (at) => await measurePayouts(bench, load, { rounds: times, at }),
		);
	for (const loadOf of [answersAtOnce, (count: number) => answersAfter(100, count)]) {
		const small = await send(loadOf(1_000));
		if (!options.full) continue;
		const grown = growth(small, await send(loadOf(10_000), 1));
		figures.push(...grown);
		grown.forEach(printFigure);
	}
	await send(takesPerSecond(50, 1_000));
	await send(worksOn(20, 100, 1_000));
}

async function measureAllEvents(tarball: string): Promise<void> {
	for (const { where, treatedAlike, ...host } of eventHosts) {
		await onHost(tarball, host, async (bench) => {
			const receivers = await step('Publishing the triggers', async () => {
				return await startReceivers(bench);
			});
			for (const atOnce of SENDERS) {
				const load = { receivers, atOnce, where, treatedAlike };
				await add(
					`Sending events, ${atOnce} at once: ${where}`,
					async (at) => await measureEvents(bench, load, { rounds, at }),
				);
			}
			const load = { count: forgeries, where };
			await add(`Forging events: ${where}`, async (at) => await measureForgeries(bench, load, at));
		});
	}
}

async function main(): Promise<void> {
	const { only } = options;
	if (only !== undefined && !(only in PARTS)) {
		throw new Error(`--only takes one of ${Object.keys(PARTS).join(', ')}, not "${only}".`);
	}
	const machine = machineFacts();
	const tarball = await prepareBench();
	if (only !== 'events') await onHost(tarball, { database: 'SQLite' }, measureActions);
	if (isWanted('events')) await measureAllEvents(tarball);
	printFigures(figures);
	// Neighbours on the machine show here: n8n and the simulator alone give about 2.
	const loadAverageAfter = Number(loadavg()[0]?.toFixed(2));
	const results = { machine: { ...machine, loadAverageAfter }, rounds, figures };
	console.log(`Written to ${writeFigures(results)}`);
}

try {
	await main();
} catch (cause) {
	giveUp(cause);
}
