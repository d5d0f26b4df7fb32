/**
 * The whole thing on this machine: a real n8n with the packed package and every example in it, a
 * simulator of the service, a start page with a mailbox, and a payout run over
 * `examples/payouts.csv`. `node scripts/start/main.mts [--once]`; with `--once` it ends after the
 * run, with exit code 0 only if every row came out as the file says.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { SavedWorkflow } from '../../test/host/api.mts';
import { startMailServer, type MailServer } from '../../test/host/mailServer.mts';
import { expressionsOnDemand, startN8n, type N8n } from '../../test/host/n8n.mts';
import { freePortFrom } from '../../test/host/ports.mts';
import { startSimulator, type RunningSimulator } from '../../test/simulator/start.mts';
import { giveUp, step } from '../progress.mts';
import { logIn, readLogin } from './demo-account.mts';
import { provideCredentials, provideWorkflows } from './demo-content.mts';
import { provideTables } from './demo-tables.mts';
import { guide } from './guide.mts';
import { install } from './install.mts';
import { runPayouts } from './payout-run.mts';
import { publishAll, runScheduled } from './publish.mts';
import { openSite, type Site } from './site.mts';
import { banksInTrouble } from './test-values.mts';

const N8N_PORT = 5678;
const SIMULATOR_PORT = 4400;
const SITE_PORT = 4480;
/** What takes two minutes at the service takes four seconds here, at the time that n8n has. */
const PACE = 30;
const PAYOUT_WORKFLOW = 'pay-a-file.json';

const { values: options } = parseArgs({ options: { once: { type: 'boolean', default: false } } });
const running: {
	n8n?: N8n;
	simulator?: RunningSimulator;
	mailServer?: MailServer;
	site?: Site;
} = {};
let stopping: Promise<void> | undefined;

async function stopAll(): Promise<void> {
	stopping ??= (async () => {
		await Promise.all(Object.values(running).map(async (each) => await each.stop()));
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

/** @returns `wanted` when it is free, else the next free port from `from` on, and says so */
async function choosePort(what: string, wanted: number, from = wanted): Promise<number> {
	const port = await freePortFrom(from);
	if (port !== wanted) console.log(`Port ${wanted} is taken; ${what} uses ${port}.`);
	return port;
}

async function openN8n(userFolder: string, from = N8N_PORT): Promise<N8n> {
	const port = await choosePort('n8n', N8N_PORT, from);
	try {
		return await startN8n({ userFolder, port, env: expressionsOnDemand });
	} catch (cause) {
		// Another program took the port between our look at it and n8n's.
		if (!String(cause).includes(`port ${port} is already in use`)) throw cause;
		return await openN8n(userFolder, port + 1);
	}
}

/** What n8n and the workflows need around them. */
async function startServices(): Promise<Required<Omit<typeof running, 'n8n'>>> {
	const simulatorPort = await choosePort('the simulator', SIMULATOR_PORT);
	const sitePort = await choosePort('the start page', SITE_PORT);
	const simulator = (running.simulator = await startSimulator({ port: simulatorPort, pace: PACE }));
	const path = `/clients/${encodeURIComponent(simulator.client.clientId)}`;
	await simulator.control.send('PATCH', path, { banks: banksInTrouble });
	const mailServer = (running.mailServer = await startMailServer());
	const site = (running.site = await openSite(mailServer.mails, sitePort));
	return { simulator, mailServer, site };
}

function named(workflows: Map<string, SavedWorkflow>, file: string): SavedWorkflow {
	const workflow = workflows.get(file);
	if (!workflow) throw new Error(`There is no ${join('examples', file)}.`);
	return workflow;
}

async function main(): Promise<void> {
	stopOnSignal();
	const userFolder = await install();
	const { simulator, mailServer, site } = await startServices();
	const n8n = (running.n8n = await step('Starting n8n', async () => await openN8n(userFolder)));

	const api = await logIn(n8n, userFolder);
	const owner = readLogin(userFolder);
	const credentials = await provideCredentials(api, simulator, mailServer.port, owner);
	const { workflows, standings } = await step('Importing the example workflows', async () => {
		const imported = await provideWorkflows(api, credentials);
		await provideTables(api, imported.values());
		return { workflows: imported, standings: await publishAll(api, imported) };
	});
	const asExpected = await runPayouts(n8n, api, owner, named(workflows, PAYOUT_WORKFLOW));
	if (options.once) {
		await stopAll();
		process.exit(asExpected ? 0 : 1);
	}
	await runScheduled(api, workflows, standings);
	const { url: siteUrl } = site;
	const demo = { siteUrl, n8nUrl: n8n.url, owner, workflows, standings, simulator };
	site.show(demo);
	console.log(guide(demo));
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
