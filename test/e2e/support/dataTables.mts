import { dataTablesAddress, findDataTable } from '../../host/dataTables.mts';
import type { Environment } from './environment.mts';

type Row = Record<string, unknown>;
type Api = Pick<Environment, 'api'>;

/** The address of one of n8n's data tables, which a workflow has made. */
async function addressOf({ api }: Api, name: string): Promise<string> {
	const table = await findDataTable(api, await dataTablesAddress(api), name);
	if (table === undefined) throw new Error(`There is no data table ${name}.`);
	return table;
}

/** Takes all rows out of a data table and puts these in, as a person does who edits it. */
export async function fillTable({ api }: Api, name: string, rows: Row[]): Promise<void> {
	const address = await addressOf({ api }, name);
	const everyRow = { type: 'and', filters: [{ columnName: 'id', condition: 'gte', value: 0 }] };
	const filter = encodeURIComponent(JSON.stringify(everyRow));
	await api.request('DELETE', `${address}/rows?filter=${filter}`);
	if (rows.length > 0) await api.request('POST', `${address}/insert`, { data: rows });
}

/** @returns the rows of a data table, the oldest first, without what n8n adds */
export async function rowsOfTable({ api }: Api, name: string): Promise<Row[]> {
	const address = await addressOf({ api }, name);
	const { data } = await api.request<{ data: Row[] }>('GET', `${address}/rows?sortBy=id:asc`);
	return data.map(({ id: _id, createdAt: _created, updatedAt: _updated, ...row }) => row);
}
