/**
 * The whole thing on this machine: a real n8n with the packed package in it, a simulator of the
 * service, and a payout run over `examples/payouts.csv`. `node scripts/start/main.mts [--once]`;
 * with `--once` it ends after the run, with exit code 0 only if every row came out as the file says.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Execution, N8nApi, SavedWorkflow } from '../../test/host/api.mts';
import { startN8n, type N8n } from '../../test/host/n8n.mts';
import { installPackage } from '../../test/host/package-install.mts';
import { freePortFrom } from '../../test/host/ports.mts';
import { projectFolder } from '../../test/host/project.mts';
import { credentialForm } from '../../test/simulator/credential-form.mts';
import { startSimulator, type RunningSimulator } from '../../test/simulator/start.mts';
import { giveUp, run, step } from '../progress.mts';
import { claimUserFolder, logIn, readLogin } from './demo-account.mts';
import { provideCredential, provideWorkflows } from './demo-content.mts';
import { isAsExpected, readResults, readRows, type PayoutResult } from './payout-rows.mts';
import { PayoutTable } from './payout-table.mts';

const N8N_PORT = 5678;
const SIMULATOR_PORT = 4400;
/** Two minutes at the service pass in four seconds here. */
const TIME_SCALE = 30;
const PAYOUT_FILE = join(projectFolder, 'examples', 'payouts.csv');
const PAYOUT_WORKFLOW = 'payout-run.json';
const RUN_PATIENCE = 120_000;
const POLL_INTERVAL = 500;

const { values: options } = parseArgs({ options: { once: { type: 'boolean', default: false } } });
const running: { n8n?: N8n; simulator?: RunningSimulator } = {};
let stopping: Promise<void> | undefined;

async function stopAll(): Promise<void> {
	stopping ??= (async () => {
		await Promise.all([running.n8n?.stop(), running.simulator?.stop()]);
	})();
	await stopping;
}

function stopOnSignal(): void {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => {
			if (!stopping) console.log('\nStopping n8n and the simulator …');
			void stopAll().then(() => process.exit(options.once ? 130 : 0));
		});
	}
}

async function script(...path: string[]): Promise<string> {
	const file = join(projectFolder, ...path);
	return await run(process.execPath, [file], { cwd: projectFolder, show: true });
}

/** @returns `wanted` when it is free, else the next free port from `from` on, and says so */
async function choosePort(what: string, wanted: number, from = wanted): Promise<number> {
	const port = await freePortFrom(from);
	if (port !== wanted) console.log(`Port ${wanted} is taken; ${what} uses ${port}.`);
	return port;
}

async function openN8n(userFolder: string, from = N8N_PORT): Promise<N8n> {
	const port = await choosePort('n8n', N8N_PORT, from);
	try {
		return await startN8n({ userFolder, port });
	} catch (cause) {
		// Another program took the port between our look at it and n8n's.
		if (!String(cause).includes(`port ${port} is already in use`)) throw cause;
		return await openN8n(userFolder, port + 1);
	}
}

async function start(): Promise<{ n8n: N8n; simulator: RunningSimulator; userFolder: string }> {
	await script('test', 'host', 'install.mts');
	const tarball = (await script('scripts', 'pack.mts')).trim();
	const userFolder = claimUserFolder();
	installPackage(tarball, userFolder);

	const port = await choosePort('the simulator', SIMULATOR_PORT);
	running.simulator = await startSimulator({ port, timeScale: TIME_SCALE });
	running.n8n = await step('Starting n8n', async () => await openN8n(userFolder));
	return { n8n: running.n8n, simulator: running.simulator, userFolder };
}

/** Sends the file through the form of the workflow, as a person would. */
async function submit(n8n: N8n, file: string): Promise<void> {
	const deadline = Date.now() + 20_000;
	for (;;) {
		const form = new FormData();
		form.append('field-0', new Blob([readFileSync(file)], { type: 'text/csv' }), basename(file));
		const answer = await fetch(`${n8n.url}/form/payout-run`, { method: 'POST', body: form });
		if (answer.ok) return;
		// n8n answers 404 until the workflow, activated a moment ago, listens.
		if (answer.status !== 404 || Date.now() > deadline) {
			throw new Error(`The payout form answered ${answer.status}: ${await answer.text()}`);
		}
		await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
	}
}

/** Waits for the execution that the form has started, calling back with each state of it. */
async function follow(
	api: N8nApi,
	workflow: SavedWorkflow,
	earlier: Set<string>,
	onChange: (results: Map<number, PayoutResult>) => void,
): Promise<Execution> {
	const deadline = Date.now() + RUN_PATIENCE;
	for (;;) {
		const found = (await api.executions(workflow.id)).find(({ id }) => !earlier.has(id));
		if (found) {
			const execution = await api.execution(found.id);
			onChange(readResults(execution));
			if (!['new', 'running', 'waiting'].includes(execution.status)) return execution;
		}
		if (Date.now() > deadline) throw new Error('The payout run took more than two minutes.');
		await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
	}
}

/** @returns whether every row came out as the file says */
async function runPayouts(n8n: N8n, api: N8nApi, workflow: SavedWorkflow): Promise<boolean> {
	const rows = readRows(PAYOUT_FILE);
	console.log(`\nPaying the ${rows.length} rows of examples/payouts.csv:`);
	const earlier = new Set((await api.executions(workflow.id)).map(({ id }) => id));
	await submit(n8n, PAYOUT_FILE);
	const table = new PayoutTable(rows);
	const execution = await follow(api, workflow, earlier, (results) => table.update(results));
	const results = readResults(execution);
	table.finish(results);

	const { error } = execution.data.resultData;
	if (error) console.log(`The workflow stopped: ${error.message}. ${error.description ?? ''}`);
	const asExpected = rows.filter((row, index) => isAsExpected(row, results.get(index))).length;
	console.log(`${asExpected} of ${rows.length} rows came out as the file says.`);
	return asExpected === rows.length;
}

async function main(): Promise<void> {
	stopOnSignal();
	const { n8n, simulator, userFolder } = await start();
	const api = await logIn(n8n, userFolder);
	const credential = await provideCredential(api, simulator);
	const workflows = await provideWorkflows(api, credential);
	const payouts = workflows.get(PAYOUT_WORKFLOW);
	if (!payouts) throw new Error(`There is no examples/${PAYOUT_WORKFLOW}.`);
	const asExpected = await runPayouts(n8n, api, await api.activate(payouts));
	if (options.once) {
		await stopAll();
		process.exit(asExpected ? 0 : 1);
	}
	const { email, password } = readLogin(userFolder);
	console.log(
		`\nn8n is open at ${n8n.url}\n  e-mail    ${email}\n  password  ${password}\n` +
			`The workflow: ${n8n.url}/workflow/${payouts.id}\n` +
			`Its form:     ${n8n.url}/form/payout-run (choose examples/payouts.csv)\n\n` +
			`For a credential of your own (Stitch API):\n${credentialForm(simulator)}\n\n` +
			'Nothing here moves real money. Press Ctrl-C to stop.',
	);
	await n8n.ended;
	if (stopping) return;
	await stopAll();
	throw new Error(`n8n has ended by itself. The end of its log:\n${n8n.log().slice(-2000)}`);
}

try {
	await main();
} catch (cause) {
	if (!stopping) {
		await stopAll();
		giveUp(cause);
	}
}
