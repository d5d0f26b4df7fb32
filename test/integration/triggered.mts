import './n8nEnvironment.mts';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	IWebhookData,
	IWorkflowExecuteAdditionalData,
	WorkflowActivateMode,
} from 'n8n-workflow';
import * as n8nWorkflow from 'n8n-workflow';
import { HookContext } from 'n8n-core';

import { StitchApi } from '../../credentials/StitchApi.credentials';
import type { StitchTrigger } from '../../nodes/Stitch/StitchTrigger.node';
import { onlyType, OneCredential } from './harness.mts';
import { simulatedService } from './service.mts';

/** Addresses of the trigger in an active workflow, and of "Listen for test event". */
export const production = 'http://127.0.0.1:5678/webhook/fixed/webhook';
export const test = 'http://127.0.0.1:5678/webhook-test/fixed/webhook';

/** A simulator for one test file, with a new client for every test. */
export function triggerService() {
	const service = simulatedService({}, { allowLoopbackWebhooks: true });
	return {
		/** A trigger that uses the client, and has never been active. */
		newTrigger: () => new Triggered(service.credential(['client_paymentrequest'])),
		/** What the service holds. */
		subscriptions: async () => (await service.client.webhooks()).subscriptions,
	};
}

// It takes long to load and keeps nothing that the node uses.
jest.doMock('n8n-workflow', () => n8nWorkflow);

/** The node as a process that has just started loads it: what a process remembers is gone. */
function newProcess(): StitchTrigger {
	let type: StitchTrigger | undefined;
	jest.isolateModules(() => {
		const { StitchTrigger: Trigger } =
			require('../../nodes/Stitch/StitchTrigger.node') as typeof import('../../nodes/Stitch/StitchTrigger.node');
		type = new Trigger();
	});
	return type!;
}

/** A workflow with one trigger, whose life-cycle functions run as n8n runs them. */
class Triggered {
	/** What n8n has saved with the workflow. */
	saved: IDataObject = {};
	parameters: IDataObject = {
		events: ['disbursement.completed'],
		subscription: 'automatic',
		options: {},
	};
	/** What is set in the node's Settings. */
	settings: Partial<INode> = {};
	workflowId = 'integration-test';
	webhookBaseUrl = 'http://127.0.0.1:5678/webhook';
	credential: ICredentialDataDecryptedObject;
	private type = newProcess();

	constructor(credential: ICredentialDataDecryptedObject) {
		this.credential = credential;
	}

	/** Stops n8n and starts it again. */
	restart(): void {
		this.type = newProcess();
	}

	/** Runs one function; what it keeps is saved afterwards, unless n8n crashes. */
	async call(
		method: 'checkExists' | 'create' | 'delete',
		{
			activation = 'activate',
			isTest = false,
			crash = false,
		}: {
			activation?: WorkflowActivateMode;
			isTest?: boolean;
			crash?: boolean;
		} = {},
	): Promise<boolean> {
		const node: INode = {
			id: 'trigger',
			name: 'Stitch Payments Trigger',
			type: 'stitchTrigger',
			typeVersion: 2,
			position: [0, 0],
			webhookId: 'fixed',
			parameters: this.parameters as INode['parameters'],
			credentials: { stitchApi: { id: 'credential', name: 'Test client' } },
			...this.settings,
		};
		const { type } = this;
		const staticData = structuredClone(this.saved);
		const workflow = new n8nWorkflow.Workflow({
			id: this.workflowId,
			active: true,
			nodeTypes: onlyType(type),
			nodes: [node],
			connections: {},
			staticData,
		});
		const additionalData = {
			credentialsHelper: new OneCredential(new StitchApi(), { ...this.credential }),
			webhookBaseUrl: this.webhookBaseUrl,
			webhookTestBaseUrl: this.webhookBaseUrl.replace('/webhook', '/webhook-test'),
			variables: {},
		} as unknown as IWorkflowExecuteAdditionalData;
		const webhookData = {
			httpMethod: 'POST',
			node: node.name,
			path: 'fixed/webhook',
			webhookDescription: type.description.webhooks?.[0],
			workflowId: this.workflowId,
			workflowExecuteAdditionalData: additionalData,
			isTest,
		} as IWebhookData;
		await workflow.expression.acquireIsolate();
		try {
			const context = new HookContext(
				workflow,
				node,
				additionalData,
				// n8n does not say when it removes the webhook of a test.
				method === 'delete' ? 'internal' : isTest ? 'manual' : 'trigger',
				activation,
				webhookData,
			);
			return await type.webhookMethods.default[method].call(context);
		} finally {
			await workflow.expression.releaseIsolate();
			const { __dataChanged: changed } = workflow.staticData as { __dataChanged?: boolean };
			if (crash) this.restart();
			else if (changed) {
				this.saved = JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;
			}
		}
	}

	/** As n8n activates a workflow. */
	async activate(how: Parameters<Triggered['call']>[1] = {}): Promise<'found' | 'created'> {
		if (await this.call('checkExists', how)) return 'found';
		await this.call('create', how);
		return 'created';
	}

	/** The IDs of the subscriptions that are kept, by address. */
	get kept(): Record<string, string> {
		const shared = this.saved.global as IDataObject | undefined;
		const kept = (shared?.stitchSubscriptions ?? {}) as Record<
			string,
			{ url: string; subscriptions: Array<{ id: string }> }
		>;
		return Object.fromEntries(
			Object.values(kept)
				.filter(({ subscriptions }) => subscriptions.length > 0)
				.map(({ url, subscriptions }) => [url, subscriptions.map(({ id }) => id).join()]),
		);
	}
}
