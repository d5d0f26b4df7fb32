import { join } from 'node:path';
import type { N8nApi, NewWorkflow } from '../../test/host/api.mts';
import { dataTablesAddress, findDataTable } from '../../test/host/dataTables.mts';
import { projectFolder } from '../../test/host/project.mts';
import { readRows } from './payout-rows.mts';

interface Table {
	name: string;
	columns: Array<{ name: string; type: string }>;
}

type Row = Record<string, string | number>;
type Api = Pick<N8nApi, 'request'>;

/** What a person writes into the tables of the examples, by their names. */
const ROWS: Record<string, () => Row[]> = {
	'stitch-remittance-addresses': () => ['payouts.csv', 'salaries.csv'].flatMap(addresses),
	'stitch-payment-links': () => [
		{ reference: 'order-2001', email: 'thandi@example.com', amount: 149 },
		{ reference: 'order-2002', email: 'pieter@example.com', amount: 1250.5 },
	],
	'stitch-payees': () => [
		{ payee: 'Acme Printing', bank: 'fnb', accountNumber: '1234567890' },
		{ payee: 'Dlamini Repairs', bank: 'absa', accountNumber: '2345678900' },
	],
};

/**
 * Makes the data tables of the examples, with the rows that a person would write into them. Those of
 * an earlier start are made anew: its payments have ended with its simulator.
 */
export async function provideTables(api: Api, workflows: Iterable<NewWorkflow>): Promise<void> {
	const address = await dataTablesAddress(api);
	for (const table of tablesOf(workflows)) {
		const tableId = await makeAnew(api, address, table);
		const data = ROWS[table.name]?.() ?? [];
		if (data.length > 0) await api.request('POST', `${address}/${tableId}/insert`, { data });
	}
}

/** @returns the id of a new table, in the place of the one of an earlier start */
async function makeAnew(api: Api, address: string, table: Table): Promise<string> {
	const earlier = await findDataTable(api, address, table.name);
	if (earlier !== undefined) await api.request('DELETE', earlier);
	return (await api.request<{ id: string }>('POST', address, table)).id;
}

/** The tables that the workflows make at their first run, each once. */
function tablesOf(workflows: Iterable<NewWorkflow>): Table[] {
	const nodes = [...workflows].flatMap((workflow) => workflow.nodes);
	const making = nodes.filter(
		({ type, parameters }) =>
			type === 'n8n-nodes-base.dataTable' &&
			parameters.resource === 'table' &&
			parameters.operation === 'create',
	);
	const tables = making.map(({ parameters }) => ({
		name: String(parameters.tableName),
		columns: (parameters.columns as { column: Table['columns'] }).column,
	}));
	return [...new Map(tables.map((table) => [table.name, table])).values()];
}

/** An address for each payee of one of the example files. */
function addresses(file: string): Row[] {
	const rows = readRows(join(projectFolder, 'examples', file));
	const references = new Set(rows.map(({ reference }) => reference));
	return [...references].map((reference) => ({
		reference,
		email: `${reference.toLowerCase()}@example.com`,
	}));
}
