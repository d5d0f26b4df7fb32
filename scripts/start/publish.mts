import { N8nApiRefusal, type N8nApi, type SavedWorkflow } from '../../test/host/api.mts';
import { publish } from '../../test/host/publication.mts';
import { fourAtOnce } from './four-at-once.mts';
import { needsChatModel, onlySchedule } from './ways-in.mts';

/** Whether a workflow works as it stands, and if not, what it is waiting for. */
export type Standing = 'published' | 'needs a chat model' | 'refused';

/**
 * Publishes the workflows that have all that they need here. n8n's reason for a refusal is printed.
 * @returns what each stands at, by its key
 */
export async function publishAll(
	api: N8nApi,
	workflows: Map<string, SavedWorkflow>,
): Promise<Map<string, Standing>> {
	const standingOf = async (workflow: SavedWorkflow): Promise<Standing> =>
		needsChatModel(workflow) ? 'needs a chat model' : await tryTo(api, workflow);
	return new Map(
		await fourAtOnce(
			workflows,
			async ([key, workflow]) => [key, await standingOf(workflow)] as const,
		),
	);
}

/** Runs once, without waiting for the end, what would else start at set times only. */
export async function runScheduled(
	api: N8nApi,
	workflows: Map<string, SavedWorkflow>,
	standings: Map<string, Standing>,
): Promise<void> {
	for (const [key, workflow] of workflows) {
		const trigger = onlySchedule(workflow);
		if (trigger === undefined || standings.get(key) !== 'published') continue;
		await api.run(workflow, trigger);
	}
}

async function tryTo(api: N8nApi, workflow: SavedWorkflow): Promise<Standing> {
	const why = await publish(api, workflow).then(
		({ status, triggers }) =>
			status === 'published' ? undefined : triggers.map((one) => one.errorMessage).join(' '),
		(cause: unknown) => {
			if (!(cause instanceof N8nApiRefusal)) throw cause;
			return cause.message;
		},
	);
	if (why === undefined) return 'published';
	console.log(`n8n did not publish "${workflow.name}": ${why}`);
	return 'refused';
}
