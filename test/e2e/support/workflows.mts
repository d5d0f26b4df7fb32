import { randomUUID } from 'node:crypto';
import type {
	Credential,
	Execution,
	Item,
	N8nApi,
	NewWorkflow,
	SavedWorkflow,
	WorkflowNode,
} from '../../host/api.mts';
import { packageJson } from '../../host/project.mts';
import type { TestClient } from '../../simulator/controlClient.mts';
import type { Environment, ServiceAddresses } from './environment.mts';

/** The action node's type in an n8n that has the package installed. */
export const STITCH = `${packageJson().name}.stitch`;

/** What a person fills in for a credential of this client. */
export function credentialData(
	client: Pick<TestClient, 'clientId' | 'clientSecret'>,
	service: ServiceAddresses,
	scopes = ['client_disbursement'],
): Record<string, unknown> {
	const { clientId, clientSecret } = client;
	return { clientId, clientSecret, chosenScopes: scopes, useCustomAddresses: true, ...service };
}

/** Saves a credential of this client in n8n. */
export async function saveCredential(
	{ api, service }: Pick<Environment, 'api' | 'service'>,
	client: TestClient,
	scopes?: string[],
	more: Record<string, unknown> = {},
): Promise<Credential> {
	return await api.createCredential({
		name: `Client ${client.clientId}`,
		type: 'stitchApi',
		data: { ...credentialData(client, service, scopes), ...more },
	});
}

/** A node that starts the workflow when `api.run` says so and puts out these rows. */
export function manualTrigger(): WorkflowNode {
	return node('Start', 'n8n-nodes-base.manualTrigger', 1, {});
}

/** A node that starts a workflow that others call, with the items of the caller. */
export function calledTrigger(): WorkflowNode {
	return node('Called', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, {
		inputSource: 'passthrough',
	});
}

/** A node that calls a workflow with all items. */
export function callOf({ id }: SavedWorkflow, { waits }: { waits: boolean }): WorkflowNode {
	return node('Call', 'n8n-nodes-base.executeWorkflow', 1.2, {
		workflowId: { __rl: true, mode: 'id', value: id },
		options: { waitForSubWorkflow: waits },
	});
}

/** Our action node. */
export function stitch(
	name: string,
	credential: Credential,
	parameters: Record<string, unknown>,
	more: Partial<WorkflowNode> = {},
): WorkflowNode {
	const credentials = { stitchApi: { id: credential.id, name: credential.name } };
	return { ...node(name, STITCH, 1, parameters), credentials, ...more };
}

export function node(
	name: string,
	type: string,
	typeVersion: number,
	parameters: Record<string, unknown>,
): WorkflowNode {
	return { id: randomUUID(), name, type, typeVersion, position: [0, 0], parameters };
}

/** Saves a workflow anew, with one of its nodes changed. */
export async function editNode(
	api: N8nApi,
	{ id, nodes }: SavedWorkflow,
	name: string,
	change: (node: WorkflowNode) => Partial<WorkflowNode>,
	connections?: NewWorkflow['connections'],
): Promise<SavedWorkflow> {
	return await api.updateWorkflow(id, {
		nodes: nodes.map((each) => (each.name === name ? { ...each, ...change(each) } : each)),
		...(connections && { connections }),
	});
}

/**
 * A workflow with its nodes one after another.
 * @param rows what the first node, a trigger, puts out
 */
export function chain(
	name: string,
	nodes: WorkflowNode[],
	rows: Array<Record<string, unknown>>,
): NewWorkflow {
	const [first] = nodes;
	const placed = nodes.map((each, index): WorkflowNode => ({
		...each,
		position: [index * 220, 0],
	}));
	const connections: NewWorkflow['connections'] = {};
	for (const [index, { name: from }] of nodes.slice(0, -1).entries()) {
		const to = nodes[index + 1]?.name ?? '';
		connections[from] = { main: [[{ node: to, type: 'main', index: 0 }]] };
	}
	const pinData = first ? { [first.name]: rows.map((json) => ({ json })) } : {};
	return { name, nodes: placed, connections, pinData };
}

/** Saves a workflow that begins with `manualTrigger()`, runs it and waits for its end. */
export async function runToEnd(api: N8nApi, workflow: NewWorkflow): Promise<Execution> {
	const saved = await api.createWorkflow(workflow);
	return await api.finished(await api.run(saved, 'Start'));
}

/** @throws what n8n shows of an execution that has failed */
export function expectSuccess(execution: Execution | undefined): asserts execution {
	if (execution === undefined) throw new Error('n8n has no such execution.');
	const { id, status, data } = execution;
	if (status === 'success') return;
	const { message = 'no message', description = '' } = data?.resultData?.error ?? {};
	throw new Error(`n8n shows the execution ${id} as "${status}": ${message}\n${description}`);
}

/** @returns what a node has put out on one of its outputs, over all its runs */
export function outputOf(execution: Execution, nodeName: string, output = 0): Item[] {
	const runs = execution.data.resultData.runData[nodeName] ?? [];
	return runs.flatMap((run) => run.data?.main?.[output] ?? []);
}
