import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { N8nApi } from '../host/api.mts';
import { startN8n, type N8n } from '../host/n8n.mts';
import { installPackage } from '../host/package-install.mts';
import { freePort } from '../host/ports.mts';
import { dataFolder, projectFolder } from '../host/project.mts';
import { openEnvironment, type Environment } from './environment.mts';
import {
	activate,
	answersTo,
	deactivate,
	executionsOf,
	receivingClient,
	saveTriggered,
	send,
	settled,
	trigger,
	webhooksOf,
	wentOn,
} from './triggers.mts';

const OWNER = {
	email: 'owner@example.com',
	firstName: 'Test',
	lastName: 'Owner',
	password: 'Only-For-Tests-1',
};

const COMPLETED = { events: ['disbursement.completed'] };

/** Crashes and restarts need an n8n of their own. */
describe('a trigger in an n8n that crashes', () => {
	let shared: Environment;
	let userFolder: string;
	let port: number;
	let n8n: N8n;
	let environment: Environment;

	beforeAll(async () => {
		shared = await openEnvironment();
		userFolder = mkdtempSync(join(dataFolder, 'e2e-restart-'));
		const pack = join(projectFolder, 'scripts', 'pack.mts');
		const options = { cwd: projectFolder, encoding: 'utf8' } as const;
		installPackage(execFileSync(process.execPath, [pack], options).trim(), userFolder);
		port = await freePort();
		await start();
		await environment.api.setUpOwner(OWNER);
	}, 240_000);

	afterAll(async () => {
		await n8n?.stop();
		rmSync(userFolder, { recursive: true, force: true });
	});

	/** Always at the same address, because the subscriptions point there. */
	async function start(): Promise<void> {
		// An activation that a crash cut short is taken up again when its lease has run out.
		n8n = await startN8n({
			userFolder,
			port,
			env: { N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '5' },
		});
		environment = { ...shared, n8nUrl: n8n.url, api: new N8nApi(n8n.url) };
	}

	async function crashAndStart(): Promise<void> {
		n8n.kill();
		await n8n.ended;
		await start();
		await environment.api.logIn(OWNER);
	}

	it('still has its subscription afterwards, and recognizes what it has seen before', async () => {
		const { client, credential } = await receivingClient(environment);
		const workflow = await saveTriggered(environment, trigger(credential, COMPLETED));
		await activate(environment, workflow);
		const before = (await webhooksOf(client)).subscriptions;
		const data = { id: 'before', status: 'completed' };
		const [eventId = ''] = await send(client, 'disbursement', data);
		expect(wentOn(await executionsOf(environment, workflow, 1))).toHaveLength(1);

		await crashAndStart();
		expect((await webhooksOf(client)).subscriptions).toEqual(before);
		await client.send('POST', `/webhooks/resend/${eventId}`);
		await send(client, 'disbursement', { id: 'after', status: 'completed' });
		expect(wentOn(await executionsOf(environment, workflow, 3))).toHaveLength(2);
		await deactivate(environment, workflow);
		expect((await webhooksOf(client)).subscriptions).toEqual([]);
	}, 120_000);

	it('between subscribing and saving the secret, leaves one subscription, which the next activation replaces', async () => {
		const { client, credential } = await receivingClient(environment);
		const workflow = await saveTriggered(environment, trigger(credential, COMPLETED));
		await client.addFaults({
			match: { path: '/graphql', operation: 'WebhookAdd' },
			kind: 'slow-body',
			ms: 5_000,
		});
		await environment.api.activate(workflow);
		await until(async () => (await webhooksOf(client)).subscriptions.length === 1);
		const [lost] = (await webhooksOf(client)).subscriptions;
		const restarted = crashAndStart();
		await client.clearFaults();
		await restarted;

		// n8n takes the activation for done, so the secret stays unknown and events are refused.
		await settled(environment, workflow);
		const [eventId = ''] = await send(client, 'disbursement', { id: 'x', status: 'completed' });
		expect(await answersTo(client, eventId)).toEqual([401]);
		expect((await webhooksOf(client)).subscriptions).toEqual([lost]);
		expect(n8n.log()).toContain('no signing secret is known here');

		await deactivate(environment, workflow);
		expect((await webhooksOf(client)).subscriptions).toEqual([]);
		await activate(environment, workflow);
		expect((await webhooksOf(client)).subscriptions).toHaveLength(1);
		await send(client, 'disbursement', { id: 'y', status: 'completed' });
		expect(wentOn(await executionsOf(environment, workflow, 1))).toHaveLength(1);
		await deactivate(environment, workflow);
	}, 180_000);
});

async function until(condition: () => Promise<boolean>, patience = 90_000): Promise<void> {
	const deadline = Date.now() + patience;
	while (!(await condition())) {
		if (Date.now() > deadline) throw new Error('It did not come about in time.');
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
}
