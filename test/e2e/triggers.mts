import { randomUUID } from 'node:crypto';
import type { Credential, Execution, SavedWorkflow, WorkflowNode } from '../host/api.mts';
import { packageJson } from '../host/project.mts';
import type { TestClient } from '../simulator/control-client.mts';
import type { Environment } from './environment.mts';
import { chain, credentialData, node } from './workflows.mts';

export const STITCH_TRIGGER = `${packageJson().name}.stitchTrigger`;

/** What the simulator holds and has sent. */
export interface Webhooks {
	subscriptions: Array<{ id: string; url: string; filterTypes: string[]; secret: string }>;
	deliveries: Array<{
		eventId: string;
		url: string;
		state: string;
		attempts: Array<{ status: number }>;
	}>;
}

/** What became of an activation or deactivation. */
export interface Publication {
	status: 'in_progress' | 'published' | 'partial' | 'failed' | 'not_published';
	triggers: Array<{ status: string; errorMessage: string | null }>;
}

/** A client whose events may be sent to this machine, with its credential saved in n8n. */
export async function receivingClient(
	{ api, control, service }: Environment,
	more: Record<string, unknown> = {},
): Promise<{ client: TestClient; credential: Credential }> {
	const client = await control.createClient({ allowLoopbackWebhooks: true });
	const data = credentialData(client, service, ['client_disbursement', 'client_paymentrequest']);
	const credential = await api.createCredential({
		name: `Client ${client.clientId}`,
		type: 'stitchApi',
		data: { ...data, ...more },
	});
	return { client, credential };
}

export function trigger(
	credential: Credential,
	parameters: Record<string, unknown>,
	name = 'Stitch Payments Trigger',
): WorkflowNode {
	return {
		...node(name, STITCH_TRIGGER, 1.1, { options: {}, ...parameters }),
		credentials: { stitchApi: { id: credential.id, name: credential.name } },
		webhookId: randomUUID(),
	};
}

/** A workflow that goes from the trigger to a node called "After". */
export async function saveTriggered(
	{ api }: Environment,
	start: WorkflowNode,
	after: WorkflowNode = node('After', 'n8n-nodes-base.noOp', 1, {}),
): Promise<SavedWorkflow> {
	const { pinData: _, ...workflow } = chain(`Triggered ${randomUUID()}`, [start, after], []);
	return await api.createWorkflow(workflow);
}

/** n8n answers at once and then does what it was asked: waits until that is done. */
export async function settled(
	{ api }: Environment,
	workflow: Pick<SavedWorkflow, 'id'>,
): Promise<Publication> {
	for (;;) {
		const path = `/rest/workflows/${workflow.id}/publication-status`;
		const publication = await api.request<Publication>('GET', path);
		if (publication.status !== 'in_progress') return publication;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}

export async function activate(
	environment: Environment,
	workflow: Pick<SavedWorkflow, 'id' | 'versionId'>,
): Promise<Publication> {
	await environment.api.activate(workflow);
	return await settled(environment, workflow);
}

export async function deactivate(
	environment: Environment,
	{ id }: Pick<SavedWorkflow, 'id'>,
): Promise<Publication> {
	await environment.api.deactivate(id);
	return await settled(environment, { id });
}

export function urlOf({ n8nUrl }: Environment, { webhookId }: WorkflowNode): string {
	return `${n8nUrl}/webhook/${webhookId}/webhook`;
}

export async function webhooksOf(client: TestClient): Promise<Webhooks> {
	return await client.send('GET', '/webhooks');
}

/** Sends an event in envelope B and waits for its answer. */
export async function send(
	client: TestClient,
	type: string,
	data: Record<string, unknown>,
): Promise<string[]> {
	const payload = { type, id: randomUUID(), data };
	const { eventIds } = await client.send<{ eventIds: string[] }>('POST', '/webhooks/events', {
		type,
		payload,
	});
	await client.send('POST', '/webhooks/settle');
	return eventIds;
}

/** The HTTP statuses with which n8n answered the deliveries of an event. */
export async function answersTo(client: TestClient, eventId: string): Promise<number[]> {
	const { deliveries } = await webhooksOf(client);
	return deliveries
		.filter((delivery) => delivery.eventId === eventId)
		.flatMap(({ attempts }) => attempts.map(({ status }) => status));
}

/** The finished executions of a workflow, the oldest first, once there are so many. */
export async function executionsOf(
	{ api }: Environment,
	workflow: SavedWorkflow,
	count: number,
	patience = 20_000,
): Promise<Execution[]> {
	const deadline = Date.now() + patience;
	for (;;) {
		const all = await api.executions(workflow.id);
		const ended = all.filter(({ status }) => ['success', 'error'].includes(status));
		if (ended.length >= count && ended.length === all.length) {
			const executions = await Promise.all(all.map(async ({ id }) => await api.execution(id)));
			return executions.sort((one, other) => Number(one.id) - Number(other.id));
		}
		if (Date.now() > deadline) {
			throw new Error(`${ended.length} of ${count} executions have ended: ${JSON.stringify(all)}`);
		}
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}

/** The executions that went on beyond the trigger. */
export function wentOn(executions: Execution[]): Execution[] {
	return executions.filter(({ data }) => data.resultData.runData.After !== undefined);
}
