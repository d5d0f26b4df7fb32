import { N8nApiRefusal, type N8nApi, type SavedWorkflow } from './api.mts';
import { until } from './until.mts';

/** What became of an activation or deactivation. */
export interface Publication {
	status: 'in_progress' | 'published' | 'partial' | 'failed' | 'not_published';
	triggers: Array<{ status: string; errorMessage: string | null }>;
}

/**
 * Publishes the saved state of a workflow; again where n8n itself fails: it drops such a publication and
 * tells its log alone. (What n8n refuses, and a trigger that fails, are published once.)
 * @returns what came of it
 */
export async function publish(
	api: N8nApi,
	workflow: Pick<SavedWorkflow, 'id' | 'versionId'>,
): Promise<Publication> {
	const once = async () => {
		await api.activate(workflow);
		return await settle(api, workflow, 'not_published');
	};
	return await once().catch(async (cause: unknown) => {
		if (!(cause instanceof N8nApiRefusal)) return await once();
		if (await hasPublications(api, workflow)) throw cause;
		return { status: 'failed', triggers: [{ status: 'failed', errorMessage: cause.message }] };
	});
}

/** Takes a workflow back: its triggers stop. @returns what came of it */
export async function unpublish(
	api: N8nApi,
	{ id }: Pick<SavedWorkflow, 'id'>,
): Promise<Publication> {
	await api.deactivate(id);
	return await settle(api, { id }, 'published');
}

/**
 * n8n answers at once and then does what it was asked: waits until that is done.
 * @param never the status that it cannot end in; n8n 2.40 reads two tables for a status, and what
 * stood there before can show for a moment
 * @param patience milliseconds in which the status has to change
 */
export async function settle(
	api: N8nApi,
	workflow: Pick<SavedWorkflow, 'id'>,
	never: Publication['status'],
	patience?: number,
): Promise<Publication> {
	const ofOlderN8n: Publication = {
		status: never === 'published' ? 'not_published' : 'published',
		triggers: [],
	};
	return await until(
		`workflow ${workflow.id} to be published or taken back`,
		async () => (await publicationOf(api, workflow)) ?? ofOlderN8n,
		(publication) => !['in_progress', never].includes(publication.status) && publication,
		{ patience },
	);
}

/**
 * Whether this n8n publishes by and by, and only the triggers that have changed: from 2.40 on. An older one
 * (seen in 2.35) has done what it was asked when it answers, or refuses with what a trigger has said. It
 * registers every trigger of a published workflow anew, and asks each whether it is in place when n8n starts.
 */
export async function hasPublications(
	api: N8nApi,
	workflow: Pick<SavedWorkflow, 'id'>,
): Promise<boolean> {
	return (await publicationOf(api, workflow)) !== undefined;
}

async function publicationOf(
	api: N8nApi,
	{ id }: Pick<SavedWorkflow, 'id'>,
): Promise<Publication | undefined> {
	const path = `/rest/workflows/${id}/publication-status`;
	return await api.request<Publication>('GET', path).catch((cause: unknown) => {
		if (!(cause instanceof N8nApiRefusal) || cause.status !== 404) throw cause;
		return undefined;
	});
}
