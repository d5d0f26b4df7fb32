import { randomUUID } from 'node:crypto';
import type {
	Credential,
	Execution,
	ExecutionSummary,
	SavedWorkflow,
	WorkflowNode,
} from '../../host/api.mts';
import { packageJson } from '../../host/project.mts';
import { publish, settle, unpublish, type Publication } from '../../host/publication.mts';
import { until } from '../../host/until.mts';
import type { TestClient } from '../../simulator/controlClient.mts';
import type { Environment } from './environment.mts';
import { chain, node, saveCredential } from './workflows.mts';

export const STITCH_TRIGGER = `${packageJson().name}.stitchTrigger`;

/** A client whose events may be sent to this machine, with its credential saved in n8n. */
export async function receivingClient(
	environment: Environment,
	more: Record<string, unknown> = {},
): Promise<{ client: TestClient; credential: Credential }> {
	const client = await environment.control.createClient({ allowLoopbackWebhooks: true });
	const scopes = ['client_disbursement', 'client_paymentrequest'];
	return { client, credential: await saveCredential(environment, client, scopes, more) };
}

export function trigger(
	credential: Credential,
	parameters: Record<string, unknown>,
	name = 'Stitch Payments Trigger',
): WorkflowNode {
	return {
		...node(name, STITCH_TRIGGER, 2, { simplify: false, options: {}, ...parameters }),
		credentials: { stitchApi: { id: credential.id, name: credential.name } },
		webhookId: randomUUID(),
	};
}

/** A workflow that goes from the trigger to these nodes; without any, to one called "After". */
export async function saveTriggered(
	{ api }: Environment,
	start: WorkflowNode,
	behind: WorkflowNode[] = [node('After', 'n8n-nodes-base.noOp', 1, {})],
): Promise<SavedWorkflow> {
	const { pinData: _, ...workflow } = chain(`Triggered ${randomUUID()}`, [start, ...behind], []);
	return await api.createWorkflow(workflow);
}

/** A workflow that goes from either of two triggers to one node called "After". */
export async function saveBothTriggers(
	{ api }: Environment,
	one: WorkflowNode,
	other: WorkflowNode,
): Promise<SavedWorkflow> {
	const toAfter = { main: [[{ node: 'After', type: 'main', index: 0 }]] };
	return await api.createWorkflow({
		name: `Triggered ${randomUUID()}`,
		nodes: [one, other, node('After', 'n8n-nodes-base.noOp', 1, {})],
		connections: { [one.name]: toAfter, [other.name]: toAfter },
	});
}

/** Waits until n8n has done what it was asked to. */
export async function settled(
	{ api }: Environment,
	workflow: Pick<SavedWorkflow, 'id'>,
	never: Publication['status'],
	patience?: number,
): Promise<Publication> {
	return await settle(api, workflow, never, patience);
}

export async function activate(
	{ api }: Environment,
	workflow: Pick<SavedWorkflow, 'id' | 'versionId'>,
): Promise<Publication> {
	return await publish(api, workflow);
}

export async function deactivate(
	{ api }: Environment,
	workflow: Pick<SavedWorkflow, 'id'>,
): Promise<Publication> {
	return await unpublish(api, workflow);
}

export function urlOf({ n8nUrl }: Environment, { webhookId }: WorkflowNode): string {
	return `${n8nUrl}/webhook/${webhookId}/webhook`;
}

/** Sends an event in envelope B and waits for its answer. */
export async function send(
	client: TestClient,
	type: string,
	data: Record<string, unknown>,
): Promise<string[]> {
	const { eventIds } = await client.sendEvent(type, { type, id: randomUUID(), data });
	await client.settleWebhooks();
	return eventIds;
}

/**
 * The HTTP statuses with which n8n answered the deliveries of an event, each once: what was refused, the
 * service repeats by itself after five seconds, if the subscription still exists.
 */
export async function answersTo(client: TestClient, eventId: string): Promise<number[]> {
	const { deliveries } = await client.webhooks();
	const statuses = deliveries
		.filter((delivery) => delivery.eventId === eventId)
		.flatMap(({ attempts }) => attempts.map(({ status }) => status));
	return [...new Set(statuses.filter((status) => status > 0))];
}

/** The finished executions of a workflow, the oldest first, once there are so many. */
export async function executionsOf(
	{ api }: Environment,
	workflow: SavedWorkflow,
	count: number,
): Promise<Execution[]> {
	const hasEnded = ({ status }: ExecutionSummary) => ['success', 'error'].includes(status);
	const all = await until(
		`${count} finished executions and none that runs`,
		async () => await api.executions(workflow.id),
		(executions) => executions.length >= count && executions.every(hasEnded) && executions,
	);
	const executions = await Promise.all(all.map(async ({ id }) => await api.execution(id)));
	return executions.sort((one, other) => Number(one.id) - Number(other.id));
}

/** The executions that went on beyond the trigger. */
export function wentOn(executions: Execution[]): Execution[] {
	return executions.filter(({ data }) => data.resultData.runData.After !== undefined);
}
