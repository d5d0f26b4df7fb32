import type { Credential, SavedWorkflow, WorkflowNode } from '../../host/api.mts';
import { packageJson } from '../../host/project.mts';
import type { TestClient } from '../../simulator/control-client.mts';
import type { Environment } from './environment.mts';
import { saveTriggered } from './triggers.mts';
import { node, saveCredential } from './workflows.mts';

export const STITCH_POLLING_TRIGGER = `${packageJson().name}.stitchPollingTrigger`;

const SCOPES = [
	'client_disbursement',
	'client_paymentrequest',
	'client_refund',
	'client_terminal_session',
];

/**
 * Poll Times for a look every two seconds. n8n takes no cron expression that is due more than once a
 * minute, but as many expressions as there are.
 */
const often = {
	item: Array.from({ length: 30 }, (_, n) => ({
		mode: 'custom',
		cronExpression: `${2 * n} * * * * *`,
	})),
};

/** The same trigger, which looks every two seconds. */
export function lookingOften(trigger: WorkflowNode): WorkflowNode {
	return { ...trigger, parameters: { ...trigger.parameters, pollTimes: often } };
}

/** A trigger that looks every two seconds, if the parameters do not say otherwise. */
export function pollingTrigger(
	credential: Credential,
	parameters: Record<string, unknown>,
	name = 'Changes',
): WorkflowNode {
	return {
		...node(name, STITCH_POLLING_TRIGGER, 1, { pollTimes: often, options: {}, ...parameters }),
		credentials: { stitchApi: { id: credential.id, name: credential.name } },
	};
}

/** A client of its own, and a workflow from the trigger to a node called "After". */
export async function savePolling(
	environment: Environment,
	parameters: Record<string, unknown>,
): Promise<{ client: TestClient; workflow: SavedWorkflow; start: WorkflowNode }> {
	const client = await environment.control.createClient();
	const credential = await saveCredential(environment, client, SCOPES);
	const start = pollingTrigger(credential, parameters);
	return { client, workflow: await saveTriggered(environment, start), start };
}

/** How often the client was asked what has changed. */
export async function looksAt(client: TestClient): Promise<number> {
	const { requests } = await client.ledger();
	return requests.filter(({ operation }) => operation === 'Changes').length;
}
