import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { findOperation, resources } from '../../nodes/Stitch/catalogue/resources';
import { documentedScopes } from '../contract/operationTables.mts';
import type { OperationRow } from '../e2e/operations/tables/row.mts';
import { operationRows } from '../e2e/operations/tables/rows.mts';
import { Records } from '../e2e/support/records.mts';
import { clientScopes } from '../simulator/scopes.mts';
import { runStitch } from './harness.mts';
import { credentialFor, simulatedService } from './service.mts';
import { callback, connectedCredential } from './userConsent.mts';

const folder = 'nodes/Stitch/__schema__/v1.0.0';
const service = simulatedService();

/** What the simulator returns through the operation, with no other scopes than the documents ask for. */
async function outputOf(row: OperationRow, documented: string[]): Promise<IDataObject[]> {
	const { simulator } = service;
	const client = await simulator.control.createClient({ redirectUris: [callback] });
	const records = new Records({ control: simulator.control, service: simulator }, client);
	const json = ((await row.before?.(records)) ?? {}) as IDataObject;
	const scopes = documented.length > 0 ? documented : [...clientScopes];
	const [resource = '', operation = ''] = row.operation.split('.');
	const isUser =
		findOperation(resource, operation)?.token === 'user' ||
		row.parameters.authentication === 'userToken';
	const { outputs, error } = await runStitch({
		parameters: { resource, operation, ...row.parameters } as IDataObject,
		credential: isUser
			? await connectedCredential(simulator, client)
			: credentialFor(simulator, client, scopes),
		credentialType: isUser ? 'stitchUserOAuth2Api' : 'stitchApi',
		rows: [row.through === undefined ? json : { json, binary: { data: textFile(json.text) } }],
	});
	if (error) throw error;
	return (outputs[0] ?? []).map((one) => one.json);
}

/** What the nodes before ours make of an item's text. */
const textFile = (text: unknown) => ({
	data: Buffer.from(String(text)).toString('base64'),
	mimeType: 'text/plain',
	fileName: 'delivery-note.txt',
});

/** The simulator had to make up the fields of these: the specification shows no more than the ID. */
const unspecified = ['card.getAll', 'disputeEvidence.upload', 'fingerprintEvent.getAll'];

/** What is there whatever the item and the client are. */
function promised(operation: string, json: IDataObject): IDataObject {
	if (operation === 'graphql.execute') return {};
	if (unspecified.includes(operation)) return { id: json.id };
	const [, added = ''] = operation.split('.');
	// A wait adds one column to its input.
	return added.startsWith('waitFor') ? { [added]: json[added] } : json;
}

interface Schema {
	type?: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

/**
 * What n8n's editor shows of these values before anything was run: the columns in their order.
 * @param pinned says of what is always empty here which type it has
 */
function schemaOf(values: readonly unknown[], pinned: Schema = {}): Schema {
	const filled = values.filter((value) => value !== null && value !== undefined);
	const [first] = filled;
	if (Array.isArray(first)) {
		const elements = filled.flat();
		if (elements.length === 0)
			return { type: 'array', ...(pinned.items && { items: pinned.items }) };
		return { type: 'array', items: schemaOf(elements, pinned.items) };
	}
	if (typeof first !== 'object') {
		return { type: first === undefined ? (pinned.type ?? 'string') : typeof first };
	}
	const names = columnsOf(filled as object[]);
	const properties = names.map((name) => {
		const inside = filled.map((value) => (value as Record<string, unknown>)[name]);
		return [name, schemaOf(inside, pinned.properties?.[name])] as const;
	});
	return { type: 'object', properties: Object.fromEntries(properties) };
}

/** Those of all rows; a column that only some have is after the one that it follows there. */
function columnsOf(rows: readonly object[]): string[] {
	const all: string[] = [];
	for (const row of rows) {
		for (const [index, name] of Object.keys(row).entries()) {
			if (all.includes(name)) continue;
			const before = Object.keys(row)[index - 1];
			all.splice(before === undefined ? 0 : all.indexOf(before) + 1, 0, name);
		}
	}
	return all;
}

function read(file: string): Schema {
	try {
		return JSON.parse(readFileSync(file, 'utf8')) as Schema;
	} catch {
		return {};
	}
}

// After a deliberate change: PIN=1 node scripts/with-node24.mjs jest previews --selectProjects integration
it.each(
	resources.flatMap(({ name, value, operations }) =>
		operations.map((one) => [`${name}: ${one.name}`, `${value}.${one.value}`] as const),
	),
)('the preview of %s has the columns that it returns', async (name, operation) => {
	const rows = operationRows.filter(
		(row) => row.operation === operation && row.parameters.simplify !== false,
	);
	const output: IDataObject[] = [];
	for (const row of rows) output.push(...(await outputOf(row, documentedScopes(name))));
	const file = join(folder, `${operation.replace('.', '/')}.json`);
	const shown = output.map((json) => promised(operation, json));
	const schema = { ...schemaOf(shown, read(file)), version: 1 };
	if (process.env.PIN !== undefined) {
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, `${JSON.stringify(schema, undefined, '\t')}\n`);
	}
	expect(output).not.toEqual([]);
	expect(JSON.stringify(read(file), undefined, 1)).toBe(JSON.stringify(schema, undefined, 1));
});
