import type { Credential, Execution, SavedWorkflow, WorkflowNode } from '../../host/api.mts';
import type { ClientOptions, TestClient } from '../../simulator/controlClient.mts';
import { clientScopes } from '../../simulator/scopes.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import { openMailbox, saveMailCredential, type Mailbox } from '../support/mailbox.mts';
import type { ownService } from '../support/ownService.mts';
import { Records } from '../support/records.mts';
import { activate, deactivate } from '../support/triggers.mts';
import { inStatus } from '../support/waiting.mts';
import { saveCredential } from '../support/workflows.mts';
import { readLastPage, setUp, type FilledIn, type Submitted } from './examples.mts';

/**
 * What the tests of the examples share: a mailbox for each file, and for each test a new client,
 * whose credential is filled in wherever an example asks for one.
 * @param service of the file alone, if its clock is to be moved
 */
export function exampleSuite(service?: ReturnType<typeof ownService>) {
	let environment: Environment;
	let mailbox: Mailbox;
	let mail: Credential;
	let client: TestClient;
	let stitch: Credential;
	const active: SavedWorkflow[] = [];

	beforeAll(async () => {
		environment = service?.environment ?? (await openEnvironment());
		mailbox = await openMailbox();
		mail = await saveMailCredential(environment, mailbox);
	});

	/** From now on, examples have the credential of a new client. */
	async function changeClient(options?: ClientOptions): Promise<void> {
		client = await environment.control.createClient({ allowLoopbackWebhooks: true, ...options });
		stitch = await saveCredential(environment, client, [...clientScopes]);
	}

	beforeEach(async () => await changeClient());

	afterEach(async () => {
		mailbox?.refuse(() => false);
		await deactivateAll();
	});

	afterAll(async () => {
		await mailbox?.stop();
	});

	/** Saves an example as somebody has filled it in. */
	async function save(
		file: string,
		settings?: FilledIn['settings'],
		change: (node: WorkflowNode) => WorkflowNode = (node) => node,
	): Promise<SavedWorkflow> {
		const workflow = setUp(file, { stitch, mail, settings });
		workflow.nodes = workflow.nodes.map(change);
		return await environment.api.createWorkflow(workflow);
	}

	/** Saves an example and activates it; the end of the test deactivates it. */
	async function start(...filledIn: Parameters<typeof save>): Promise<SavedWorkflow> {
		const [file] = filledIn;
		const saved = await save(...filledIn);
		const publication = await activate(environment, saved);
		expect([file, publication.triggers]).toEqual([
			file,
			publication.triggers.map((one) => ({ ...one, errorMessage: null })),
		]);
		active.push(saved);
		return saved;
	}

	/** Runs a workflow as when its trigger goes off. It has to come to its end. */
	async function run(workflow: SavedWorkflow, trigger: string): Promise<Execution> {
		const { api } = environment;
		const execution = await api.finished(await api.run(workflow, trigger));
		expect(execution.data.resultData.error).toBeUndefined();
		return execution;
	}

	async function deactivateAll(): Promise<void> {
		for (const workflow of active.splice(0)) await deactivate(environment, workflow);
	}

	/** Resolves when the form shows its next page, which comes after a node has run. */
	async function pageAfter({ executionId }: Submitted, nodeName: string): Promise<Execution> {
		return await inStatus(environment, executionId, 'waiting', nodeName);
	}

	/** The last page of the form, which comes after a node has run. */
	async function lastPageAfter(submitted: Submitted, nodeName: string): Promise<string> {
		await pageAfter(submitted, nodeName);
		return await readLastPage(submitted.nextPage);
	}

	return {
		get environment() {
			return environment;
		},
		get mailbox() {
			return mailbox;
		},
		get client() {
			return client;
		},
		/** Of the client. */
		get records() {
			return new Records(environment, client);
		},
		changeClient,
		save,
		start,
		run,
		deactivateAll,
		pageAfter,
		lastPageAfter,
	};
}
