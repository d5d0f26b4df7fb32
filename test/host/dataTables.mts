import type { N8nApi } from './api.mts';

type Api = Pick<N8nApi, 'request'>;

/** The address of the owner's data tables in n8n. */
export async function dataTablesAddress(api: Api): Promise<string> {
	const { id } = await api.request<{ id: string }>('GET', '/rest/projects/personal');
	return `/rest/projects/${id}/data-tables`;
}

/**
 * @param address of the data tables
 * @returns the address of the one with this name; undefined if there is none
 */
export async function findDataTable(
	api: Api,
	address: string,
	name: string,
): Promise<string | undefined> {
	const filter = encodeURIComponent(JSON.stringify({ name }));
	const { data } = await api.request<{ data: Array<{ id: string; name: string }> }>(
		'GET',
		`${address}?filter=${filter}`,
	);
	// n8n finds tables by a part of their name.
	const found = data.find((one) => one.name === name);
	return found && `${address}/${found.id}`;
}
