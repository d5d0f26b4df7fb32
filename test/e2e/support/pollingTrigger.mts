import type { Credential, SavedWorkflow, WorkflowNode } from '../../host/api.mts';
import { packageJson } from '../../host/project.mts';
import { until } from '../../host/until.mts';
import type { TestClient } from '../../simulator/controlClient.mts';
import type { Environment } from './environment.mts';
import { Records } from './records.mts';
import { activate, deactivate, executionsOf, saveTriggered, wentOn } from './triggers.mts';
import { node, outputOf, saveCredential } from './workflows.mts';

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

/** The same node; a trigger that polls looks every two seconds. */
export function lookingOften(node: WorkflowNode): WorkflowNode {
	if (node.type !== STITCH_POLLING_TRIGGER) return node;
	return { ...node, parameters: { ...node.parameters, pollTimes: often } };
}

/** A trigger that looks every two seconds, if the parameters do not say otherwise. */
export function pollingTrigger(
	credential: Credential,
	parameters: Record<string, unknown>,
	name = 'Changes',
): WorkflowNode {
	return {
		...node(name, STITCH_POLLING_TRIGGER, 1, {
			pollTimes: often,
			simplify: false,
			options: {},
			...parameters,
		}),
		credentials: { stitchApi: { id: credential.id, name: credential.name } },
	};
}

/** A client of its own, and a workflow from the trigger to a node called "After". */
export async function savePolling(
	environment: Environment,
	parameters: Record<string, unknown>,
	scopes = SCOPES,
): Promise<{ client: TestClient; workflow: SavedWorkflow; start: WorkflowNode }> {
	const client = await environment.control.createClient();
	const credential = await saveCredential(environment, client, scopes);
	const start = pollingTrigger(credential, parameters);
	return { client, workflow: await saveTriggered(environment, start), start };
}

/** How often the client was asked what has changed. */
export async function looksAt(client: TestClient): Promise<number> {
	const { requests } = await client.ledger();
	return requests.filter(({ operation }) => operation === 'Changes').length;
}

/** Resolves when the client was asked so many more times. */
export async function moreLooks(client: TestClient, count: number): Promise<void> {
	const before = await looksAt(client);
	await until(
		`${count} polls after the first ${before}`,
		async () => await looksAt(client),
		(looks) => looks >= before + count,
	);
}

/**
 * Payouts complete, and while the poll that finds them waits for Stitch's answer, the workflow is
 * unpublished and published: n8n discards what such a poll returns.
 */
export async function expectNothingLostByPublishing(environment: Environment): Promise<void> {
	const { client, workflow } = await savePolling(environment, {
		events: ['disbursement.completed'],
	});
	await activate(environment, workflow);
	const records = new Records(environment, client);
	const ids: string[] = [];
	for (const doing of ['unpublish', 'publish']) {
		await client.addFaults({ kind: 'latency', ms: 3000, match: { operation: 'Changes' } });
		for (let payout = 0; payout < 5; payout++) {
			const { id } = await records.disbursement(`${doing}-${payout}`);
			await environment.control.setDisbursementStatus(id, 'completed');
			ids.push(id);
		}
		// It began after the last has completed, and has its answer in three seconds.
		await moreLooks(client, 1);
		if (doing === 'unpublish') await deactivate(environment, workflow);
		await client.clearFaults();
		await activate(environment, workflow);
	}
	const told = async () => {
		const executions = wentOn(await executionsOf(environment, workflow, 1));
		return executions.flatMap((run) => outputOf(run, 'After').map(({ json }) => String(json.id)));
	};
	await until('an execution for each payout', told, (seen) => seen.length >= ids.length);
	await moreLooks(client, 3);
	if ((await told()).toSorted().join() !== ids.toSorted().join()) {
		throw new Error(`Told ${(await told()).length} times of ${ids.length} payouts`);
	}
	await deactivate(environment, workflow);
}
