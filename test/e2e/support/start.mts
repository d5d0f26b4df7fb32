import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { N8nApi } from '../../host/api.mts';
import { expressionsOnDemand, startN8n } from '../../host/n8n.mts';
import { installPackage, packPackage } from '../../host/packageInstall.mts';
import { dataFolder } from '../../host/project.mts';
import { startSimulator } from '../../simulator/start.mts';
import { announce, keepForStop, OWNER, servedBy } from './environment.mts';
import { keepBeginning } from './ownN8n.mts';

/** Jest's set-up of the suite: one n8n with the packed package in it, and one simulator, for all tests. */
export default async function start(): Promise<void> {
	mkdirSync(dataFolder, { recursive: true });
	const userFolder = mkdtempSync(join(dataFolder, 'e2e-'));
	installPackage(packPackage(), userFolder);
	const simulator = await startSimulator({ seed: 1 });
	keepForStop({ userFolder, simulator });
	try {
		const env = {
			// A fifth of the suite's processor time. The n8n of other tests keep n8n's default.
			...expressionsOnDemand,
			// What became of a publication that failed is known after a look at it, every 15 s by default.
			N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000',
		};
		const n8n = await startN8n({ userFolder, env });
		keepForStop({ userFolder, simulator, n8n });
		await new N8nApi(n8n.url).setUpOwner(OWNER);
		announce({
			n8nUrl: n8n.url,
			service: servedBy(simulator).service,
			controlUrl: simulator.controlUrl,
			beginning: keepBeginning(userFolder),
		});
	} catch (cause) {
		await simulator.stop();
		throw cause;
	}
}
