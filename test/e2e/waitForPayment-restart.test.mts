import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { N8nApi } from '../host/api.mts';
import { startN8n, type N8n } from '../host/n8n.mts';
import { installPackage } from '../host/package-install.mts';
import { freePort } from '../host/ports.mts';
import { dataFolder } from '../host/project.mts';
import { openEnvironment, type Environment } from './environment.mts';
import { askAndWait, inStatus, payeeClient, returnUrl, startWaiting } from './waiting.mts';
import { outputOf } from './workflows.mts';

const OWNER = {
	email: 'owner@example.com',
	firstName: 'Test',
	lastName: 'Owner',
	password: 'Only-For-Tests-1',
};

/** A restart needs an n8n of its own. */
describe('waiting for a payment in an n8n that is killed meanwhile', () => {
	let userFolder: string;
	let port: number;
	let n8n: N8n;
	let environment: Environment;

	beforeAll(async () => {
		const shared = await openEnvironment();
		userFolder = mkdtempSync(join(dataFolder, 'e2e-waiting-'));
		installPackage(shared.tarball, userFolder);
		port = await freePort();
		n8n = await startN8n({ userFolder, port });
		environment = { ...shared, n8nUrl: n8n.url, api: new N8nApi(n8n.url) };
		await environment.api.setUpOwner(OWNER);
	}, 240_000);

	afterAll(async () => {
		await n8n?.stop();
		rmSync(userFolder, { recursive: true, force: true });
	});

	it('goes on afterwards: with the payer who comes back, and without the one who does not', async () => {
		const { credential } = await payeeClient(environment);
		const returning = await startWaiting(environment, askAndWait(credential));
		const impatient = { timeLimit: 'minutes', minutes: 1 };
		const forgotten = await startWaiting(environment, askAndWait(credential, { wait: impatient }));

		n8n.kill();
		await n8n.ended;
		await environment.control.payer('pay', returning.paymentRequestId);
		n8n = await startN8n({ userFolder, port });
		await environment.api.logIn(OWNER);

		const page = await fetch(returnUrl(returning));
		expect(await page.text()).toContain('Thank you');
		const run = await inStatus(environment, returning.executionId, 'success', 'After');
		expect(outputOf(run, 'After').map(({ json }) => json)).toMatchObject([
			{ id: returning.paymentRequestId, status: 'completed', outcome: 'paid' },
		]);

		const late = await inStatus(environment, forgotten.executionId, 'success', 'After', 180_000);
		expect(outputOf(late, 'After').map(({ json }) => json)).toMatchObject([
			{ id: forgotten.paymentRequestId, final: false, outcome: 'timedOut' },
		]);
	}, 300_000);
});
