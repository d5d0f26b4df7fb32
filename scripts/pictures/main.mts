/**
 * Takes the pictures in `docs/images` anew, of the package as it is: `npm run pictures`, or
 * `npm run pictures -- payday` for those whose names begin so. Look at them before you commit them.
 */
import { logIn as openWindow, openBrowser } from '../../test/e2e/support/browser.mts';
import { startMailServer } from '../../test/host/mailServer.mts';
import { expressionsOnDemand, startN8n } from '../../test/host/n8n.mts';
import { freePortFrom } from '../../test/host/ports.mts';
import { publish } from '../../test/host/publication.mts';
import type { Credential, N8nApi, SavedWorkflow } from '../../test/host/api.mts';
import { startSimulator, type RunningSimulator } from '../../test/simulator/start.mts';
import { Editor } from '../../test/editor/editor.mts';
import type { Environment } from '../../test/e2e/support/environment.mts';
import { giveUp, step } from '../progress.mts';
import { logIn, readLogin } from '../start/demo-account.mts';
import {
	provideCredentials,
	provideWorkflows,
	TEMPLATES,
	withSettings,
} from '../start/demo-content.mts';
import { provideTables } from '../start/demo-tables.mts';
import { install } from '../start/install.mts';
import { publishAll } from '../start/publish.mts';
import { openSite } from '../start/site.mts';
import { Camera } from './camera.mts';
import { takeEditor } from './inEditor.mts';
import { takeCanvases } from './onCanvas.mts';
import { takePayday, takeSampleRun } from './payday.mts';

const APPROVER = 'approver@example.com';

async function main(): Promise<void> {
	const userFolder = await install();
	const simulator = await startSimulator({ pace: 30 });
	const mailServer = await startMailServer();
	const site = await openSite(mailServer.mails, 0);
	const port = await freePortFrom(5678);
	const n8n = await step(
		'Starting n8n',
		async () => await startN8n({ userFolder, port, env: expressionsOnDemand }),
	);
	const browser = await openBrowser();
	try {
		const camera = new Camera(process.argv.slice(2));
		const api = await logIn(n8n, userFolder);
		const owner = readLogin(userFolder);
		const credentials = await provideCredentials(api, simulator, mailServer.port, owner);
		const workflows = await provideWorkflows(api, credentials);
		await provideTables(api, workflows.values());
		const environment = { n8nUrl: n8n.url, owner } as Environment;
		const page = await openWindow(browser, environment);
		page.setDefaultTimeout(90_000);
		const places = { page, n8nUrl: n8n.url, siteUrl: site.url, camera };

		if (camera.wants('start-page')) {
			const standings = await publishAll(api, workflows);
			// Its password opens nothing.
			const shown = { ...owner, password: 'Pay1-made-up-for-it' };
			const n8nUrl = 'http://127.0.0.1:5678';
			site.show({ siteUrl: site.url, n8nUrl, owner: shown, workflows, standings, simulator });
			await page.goto(site.url);
			await camera.page('start-page', page, { width: 960, height: 1780 });
		}
		const payAFile = workflows.get('pay-a-file.json');
		if (payAFile === undefined) throw new Error('There is no example pay-a-file.json.');
		const payingWith = async (secondPerson: string) => {
			const saved = await api.updateWorkflow(payAFile.id, withApprover(payAFile, secondPerson));
			await publish(api, saved);
		};
		if (camera.wants('payday-light', 'payday-dark')) {
			await payingWith(APPROVER);
			await takePayday(places);
		}
		if (camera.wants('payout-run', 'payout-result')) {
			// Another client, to which nobody was paid before.
			const client = await simulator.control.createClient();
			await provideCredentials(api, { ...simulator, client }, mailServer.port, owner);
			await payingWith('');
			await takeSampleRun(places);
		}
		const ofTemplates = ['payment-link-by-email', 'react-to-payments'];
		if (camera.wants(...ofTemplates.map((name) => `template-${name}`))) {
			const templates = await provideWorkflows(api, credentials, TEMPLATES);
			await takeCanvases(page, n8n.url, templates, camera);
			for (const { id } of templates.values()) await api.deleteWorkflow(id);
		}
		const ofTheEditor = ['first-payout', 'payment-request', 'credential'];
		if (camera.wants(...ofTheEditor)) {
			const editor = await Editor.open(browser, environment);
			const credential = await credentialOf(api, simulator);
			await takeEditor(editor, api, credential, camera);
			await api.request('DELETE', `/rest/credentials/${credential.id}`);
		}
	} finally {
		await browser.close();
		await Promise.all([n8n.stop(), simulator.stop(), mailServer.stop(), site.stop()]);
	}
}

/** A credential as somebody has it who pays and gets paid by links. */
async function credentialOf(api: N8nApi, simulator: RunningSimulator): Promise<Credential> {
	const { baseUrl, authUrl, graphqlUrl, client } = simulator;
	const addresses = { useCustomAddresses: true, baseUrl, authUrl, graphqlUrl };
	const chosenScopes = ['client_disbursement', 'client_paymentrequest'];
	const data = { ...client, chosenScopes, ...addresses };
	return await api.createCredential({ name: 'Stitch TEST', type: 'stitchApi', data });
}

/** The example with the second person filled in; with none, one person pays alone. */
function withApprover({ nodes, connections }: SavedWorkflow, secondPerson: string) {
	return { nodes: nodes.map((node) => withSettings(node, { secondPerson })), connections };
}

try {
	await main();
	process.exit(0);
} catch (cause) {
	giveUp(cause);
}
