import './quiet.mts';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeTypes,
	IWebhookData,
	IWorkflowExecuteAdditionalData,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { HookContext } from 'n8n-core';

import { StitchApi } from '../../credentials/StitchApi.credentials';
import { StitchTrigger } from '../../nodes/Stitch/StitchTrigger.node';
import type { TestClient } from '../simulator/control-client.mts';
import { startSimulator, type RunningSimulator } from '../simulator/start.mts';
import { OneCredential } from './harness.mts';
import { credentialFor } from './payout.mts';

let simulator: RunningSimulator;
let client: TestClient;

beforeAll(async () => {
	simulator = await startSimulator({ seed: 1, timeScale: 0 });
});

afterAll(async () => {
	await simulator.stop();
});

beforeEach(async () => {
	client = await simulator.control.createClient({ allowLoopbackWebhooks: true });
});

interface Listed {
	id: string;
	url: string;
	filterTypes: string[];
	secret: string;
}

async function subscriptions(): Promise<Listed[]> {
	return (await client.send<{ subscriptions: Listed[] }>('GET', '/webhooks')).subscriptions;
}

const type = new StitchTrigger();
const get = () => type;
const nodeTypes: INodeTypes = {
	getByName: get,
	getByNameAndVersion: get,
	getKnownTypes: () => ({}),
};

/** A workflow with one trigger, whose life-cycle functions run as n8n runs them. */
class Triggered {
	/** What n8n has saved with the workflow. */
	saved: IDataObject = {};
	parameters: IDataObject = {
		events: ['disbursement.completed'],
		subscription: 'automatic',
		options: {},
	};
	webhookBaseUrl = 'http://127.0.0.1:5678/webhook';
	credential: ICredentialDataDecryptedObject = {};

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
			typeVersion: 1.1,
			position: [0, 0],
			webhookId: 'fixed',
			parameters: this.parameters as INode['parameters'],
			credentials: { stitchApi: { id: 'credential', name: 'Test client' } },
		};
		const staticData = structuredClone(this.saved);
		const workflow = new Workflow({
			id: 'integration-test',
			active: true,
			nodeTypes,
			nodes: [node],
			connections: {},
			staticData,
		});
		const data = {
			...credentialFor(simulator, client, ['client_paymentrequest']),
			...this.credential,
		};
		const additionalData = {
			credentialsHelper: new OneCredential(new StitchApi(), data),
			webhookBaseUrl: this.webhookBaseUrl,
			webhookTestBaseUrl: this.webhookBaseUrl.replace('/webhook', '/webhook-test'),
			variables: {},
		} as unknown as IWorkflowExecuteAdditionalData;
		const webhookData = {
			httpMethod: 'POST',
			node: node.name,
			path: 'fixed/webhook',
			webhookDescription: type.description.webhooks?.[0],
			workflowId: 'integration-test',
			workflowExecuteAdditionalData: additionalData,
			isTest,
		} as IWebhookData;
		await workflow.expression.acquireIsolate();
		try {
			const context = new HookContext(
				workflow,
				node,
				additionalData,
				isTest ? 'manual' : 'trigger',
				activation,
				webhookData,
			);
			return await type.webhookMethods.default[method].call(context);
		} finally {
			await workflow.expression.releaseIsolate();
			const { __dataChanged: changed } = workflow.staticData as { __dataChanged?: boolean };
			if (changed && !crash) {
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

	/** The secrets that are kept, by address. */
	get kept(): Record<string, { id: string; secret: string }> {
		const node = this.saved['node:Stitch Payments Trigger'] as IDataObject | undefined;
		return (node?.subscriptions ?? {}) as Record<string, { id: string; secret: string }>;
	}
}

const production = 'http://127.0.0.1:5678/webhook/fixed/webhook';
const test = 'http://127.0.0.1:5678/webhook-test/fixed/webhook';

describe('an automatic subscription', () => {
	it('is created, found again, and removed, with its secret kept beside the workflow', async () => {
		const triggered = new Triggered();
		expect(await triggered.activate()).toBe('created');
		const [created] = await subscriptions();
		expect(created).toMatchObject({ url: production, filterTypes: ['disbursement'] });
		expect(triggered.kept).toEqual({ [production]: { id: created?.id, secret: created?.secret } });
		expect(await triggered.activate()).toBe('found');
		expect(await subscriptions()).toEqual([created]);
		await triggered.call('delete');
		expect(await subscriptions()).toEqual([]);
		expect(triggered.kept).toEqual({});
	});

	it('asks for exactly the types of the chosen events and those that were added', async () => {
		const triggered = new Triggered();
		triggered.parameters = {
			events: ['refund.error', 'refund.completed', 'paymentConfirmation.received', 'unknown'],
			options: { otherEventTypes: ' transaction,refund ' },
		};
		await triggered.activate();
		expect((await subscriptions())[0]?.filterTypes).toEqual([
			'payment.confirmation',
			'refund',
			'transaction',
		]);
	});

	it('is replaced when other events are chosen', async () => {
		const triggered = new Triggered();
		await triggered.activate();
		triggered.parameters = { ...triggered.parameters, events: ['refund.completed'] };
		expect(await triggered.activate()).toBe('created');
		expect((await subscriptions()).map(({ filterTypes }) => filterTypes)).toEqual([['refund']]);
	});

	it('is replaced when its secret is not the one that is kept', async () => {
		const triggered = new Triggered();
		await triggered.activate();
		triggered.saved = {};
		expect(await triggered.activate()).toBe('created');
		const listed = await subscriptions();
		expect(listed).toHaveLength(1);
		expect(triggered.kept[production]?.secret).toBe(listed[0]?.secret);
	});

	it('is one after a crash between subscribing and saving', async () => {
		const triggered = new Triggered();
		await triggered.activate({ crash: true });
		const [lost] = await subscriptions();
		expect(triggered.kept).toEqual({});
		expect(await triggered.activate({ activation: 'init' })).toBe('created');
		const listed = await subscriptions();
		expect(listed).toHaveLength(1);
		expect(listed[0]?.id).not.toBe(lost?.id);
	});

	it('is one when the service holds two for the address', async () => {
		const triggered = new Triggered();
		await triggered.activate();
		const token = await client.token('client_paymentrequest');
		const query = `mutation { clientWebhookAdd(input: { url: "${production}", filterTypes: ["disbursement"] }) { id } }`;
		await fetch(`${simulator.graphqlUrl}/graphql`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
			body: JSON.stringify({ query }),
		});
		expect(await subscriptions()).toHaveLength(2);
		expect(await triggered.activate()).toBe('created');
		expect(await subscriptions()).toHaveLength(1);
	});

	it('keeps the test address apart from the production address', async () => {
		const triggered = new Triggered();
		await triggered.activate();
		await triggered.activate({ isTest: true, activation: 'manual' });
		expect(Object.keys(triggered.kept).sort()).toEqual([production, test].sort());
		expect(triggered.kept[test]?.secret).not.toBe(triggered.kept[production]?.secret);
		await triggered.call('delete', { isTest: true });
		expect((await subscriptions()).map(({ url }) => url)).toEqual([production]);
		expect(Object.keys(triggered.kept)).toEqual([production]);
		expect(await triggered.activate()).toBe('found');
	});

	it('is removed although nothing is kept here', async () => {
		const triggered = new Triggered();
		await triggered.activate();
		triggered.saved = {};
		await triggered.call('delete');
		expect(await subscriptions()).toEqual([]);
	});

	it('that is gone already is as good as removed', async () => {
		const triggered = new Triggered();
		await triggered.activate();
		const other = new Triggered();
		await other.call('delete');
		expect(await triggered.call('delete')).toBe(true);
		expect(triggered.kept).toEqual({});
	});
});

describe('when answers are lost', () => {
	const add = { path: '/graphql', operation: 'WebhookAdd' };

	it('one subscription is left, whose secret is known', async () => {
		await client.addFaults({ kind: 'lost-answer', match: add, requests: [1, 2] });
		const triggered = new Triggered();
		await triggered.activate();
		const listed = await subscriptions();
		expect(listed).toHaveLength(1);
		expect(triggered.kept[production]?.secret).toBe(listed[0]?.secret);
	});

	it('none is left when that does not end', async () => {
		await client.addFaults({ kind: 'lost-answer', match: add });
		const triggered = new Triggered();
		await expect(triggered.activate()).rejects.toThrow(/could not be set up/);
		expect(await subscriptions()).toEqual([]);
		expect(triggered.kept).toEqual({});
	});

	it('a removal whose answer was lost is a removal', async () => {
		const triggered = new Triggered();
		await triggered.activate();
		const match = { path: '/graphql', operation: 'WebhookDelete' };
		await client.addFaults({ kind: 'lost-answer', match, requests: [1] });
		expect(await triggered.call('delete')).toBe(true);
		expect(await subscriptions()).toEqual([]);
	});
});

describe('when the service is away', () => {
	const away = { kind: 'status', status: 503, match: { path: '/graphql' } } as const;

	it('n8n starts with the subscription that it knows of', async () => {
		const triggered = new Triggered();
		await triggered.activate();
		await client.addFaults(away);
		expect(await triggered.activate({ activation: 'init' })).toBe('found');
	});

	it('a person who activates a workflow is told', async () => {
		const triggered = new Triggered();
		await client.addFaults(away);
		await expect(triggered.activate()).rejects.toThrow(/could not be set up/);
	});

	it('a removal that does not succeed is reported, and the secret stays', async () => {
		const triggered = new Triggered();
		await triggered.activate();
		await client.addFaults(away);
		await expect(triggered.call('delete')).rejects.toThrow(/could not be set up or removed/);
		expect(Object.keys(triggered.kept)).toEqual([production]);
	});
});

describe('a workflow is not activated', () => {
	async function refusalOf(change: (triggered: Triggered) => void): Promise<string> {
		const triggered = new Triggered();
		change(triggered);
		const refusal = await triggered.activate().catch((cause: Error) => cause);
		expect(await subscriptions()).toEqual([]);
		return refusal instanceof Error ? refusal.message : refusal;
	}

	it('at an address that is not public', async () => {
		const message = await refusalOf((triggered) => {
			triggered.webhookBaseUrl = 'https://n8n.internal/webhook';
		});
		expect(message).toMatch(/public https addresses only.*WEBHOOK_URL/);
	});

	it('when the service refuses the address', async () => {
		await client.change({ allowLoopbackWebhooks: false });
		expect(await refusalOf(() => {})).toMatch(
			/Stitch refused the event subscription.*public https/,
		);
	});

	it('when the service refuses the kinds', async () => {
		await client.change({ terminalSessionEvents: false });
		const message = await refusalOf((triggered) => {
			triggered.parameters = { events: ['terminalSession.success'], options: {} };
		});
		expect(message).toMatch(/terminal-session.success is not known.*terminal sessions/);
	});

	it('without an event', async () => {
		const message = await refusalOf((triggered) => {
			triggered.parameters = { events: [], options: {} };
		});
		expect(message).toMatch(/No event is chosen/);
	});

	it('for unknown events alone', async () => {
		const message = await refusalOf((triggered) => {
			triggered.parameters = { events: ['unknown'], options: {} };
		});
		expect(message).toMatch(/Other Event Types/);
	});

	it('with a filter that cannot be read', async () => {
		const message = await refusalOf((triggered) => {
			triggered.parameters = { ...triggered.parameters, options: { minimumAmount: 'R1,000' } };
		});
		expect(message).toMatch(/Minimum Amount is not a number/);
	});

	it('with a client secret that is wrong', async () => {
		const message = await refusalOf((triggered) => {
			triggered.credential = { clientSecret: 'wrong' };
		});
		expect(message).toMatch(/Client ID or the Client Secret/);
	});
});

describe('a manual subscription', () => {
	const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;

	function manual(webhookSecret: string): Triggered {
		const triggered = new Triggered();
		triggered.parameters = { ...triggered.parameters, subscription: 'manual' };
		triggered.credential = { webhookSecret };
		return triggered;
	}

	it('asks the service for nothing', async () => {
		const triggered = manual(`${secret}, ${secret}`);
		expect(await triggered.activate()).toBe('created');
		await triggered.call('delete');
		expect(await client.summary()).toMatchObject({ requests: 0 });
	});

	it.each([
		['', /no signing secret.*whsec_/],
		[`${secret},nonsense`, /Number 2 of Webhook Signing Secrets/],
	])('is not activated with %j in the credential', async (webhookSecret, message) => {
		await expect(manual(webhookSecret).activate()).rejects.toThrow(message);
	});

	it('does not say the secret in its message', async () => {
		const refusal = await manual('whsec_short')
			.activate()
			.catch((cause: Error) => cause);
		expect(String((refusal as Error).message)).not.toContain('whsec_short');
	});

	it('that takes over from an automatic one removes that', async () => {
		const triggered = new Triggered();
		await triggered.activate();
		triggered.parameters = { ...triggered.parameters, subscription: 'manual' };
		triggered.credential = { webhookSecret: secret };
		await triggered.activate();
		expect(await subscriptions()).toEqual([]);
		expect(triggered.kept).toEqual({});
	});

	it('leaves alone what others have subscribed at its address', async () => {
		await new Triggered().activate();
		const triggered = manual(secret);
		await triggered.activate();
		await triggered.call('delete');
		expect(await subscriptions()).toHaveLength(1);
	});
});
