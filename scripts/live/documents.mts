import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Kind, OperationTypeNode, parse, type OperationDefinitionNode } from 'graphql';

import { listsFor, pollableEvents } from '../../nodes/Stitch/polling/lists';
import {
	listDocument,
	listsDocument,
	type GraphqlDocument,
} from '../../nodes/Stitch/transport/graphqlDocument';
import { projectFolder } from '../../test/host/project.mts';

/** A GraphQL document that the nodes send. */
export interface ShippedDocument {
	name: string;
	text: string;
	/** It changes nothing. */
	reads: boolean;
	/** It is sent with the token of a person, not with that of a client. */
	ofUser: boolean;
	/** With the smallest page; missing for a document that is not sent here. */
	variables: Record<string, unknown>;
}

/** Every document that ships, with young fields and without: those of operations, and of polling. */
export function shippedDocuments(): ShippedDocument[] {
	return [...written(), ...polled()];
}

function written(): ShippedDocument[] {
	const folder = join(projectFolder, 'nodes', 'Stitch');
	const load = createRequire(join(folder, 'index.js'));
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.graphql.ts'))
		.sort()
		.flatMap((file) => Object.entries(load(join(folder, file)) as Record<string, unknown>))
		.flatMap(([name, exported]) =>
			typeof exported === 'string'
				? [asDocument(name, exported)]
				: bothForms(name, exported as Partial<GraphqlDocument>),
		)
		.filter((document) => document !== undefined);
}

function bothForms(name: string, { full, core }: Partial<GraphqlDocument>) {
	if (full === undefined || core === undefined) return [];
	const forms = [asDocument(name, full)];
	if (core !== full) forms.push(asDocument(`${name}, without young fields`, core));
	return forms;
}

/** Undefined for a fragment, which others contain. */
function asDocument(name: string, text: string): ShippedDocument | undefined {
	const operation = operationOf(text);
	if (operation === undefined) return undefined;
	const reads = operation.operation === OperationTypeNode.QUERY;
	const ofUser = /\buser \{|\bon BankAccount\b/.test(text);
	return {
		name,
		text,
		reads,
		ofUser,
		variables: reads && !ofUser ? smallest(name, operation) : {},
	};
}

function operationOf(text: string): OperationDefinitionNode | undefined {
	return parse(text).definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION) as
		OperationDefinitionNode | undefined;
}

/** An ID and a nonce that nothing has. */
export const nothing = 'bm90aGluZw==';

/** Values for the variables that documents share. */
const values: Record<string, unknown> = { first: 1, id: nothing, nonce: nothing };

function smallest(document: string, operation: OperationDefinitionNode): Record<string, unknown> {
	const given: Record<string, unknown> = {};
	for (const { variable, type } of operation.variableDefinitions ?? []) {
		const name = variable.name.value;
		if (name in values) given[name] = values[name];
		else if (type.kind === Kind.NON_NULL_TYPE) {
			throw new Error(
				`The document ${document} needs $${name}: give it a value in scripts/live/documents.mts.`,
			);
		}
	}
	return given;
}

/** What the polling trigger asks: all lists at once, and each alone, as where its pages are read. */
function polled(): ShippedDocument[] {
	const { asked } = listsFor(pollableEvents.map(({ value }) => String(value)));
	const now = Date.now();
	const lastHour = {
		gte: new Date(now - 60 * 60_000).toISOString(),
		lt: new Date(now).toISOString(),
	};
	const filters = Object.fromEntries(asked.map(({ key, within }) => [key, within(lastHour)]));
	const all = bothForms('polling', listsDocument(asked)).map((document) => ({
		document,
		variables: filters,
	}));
	const each = asked.map((list) => ({
		document: asDocument(`polling ${list.key}`, listDocument(list).full),
		variables: { filter: filters[list.key] },
	}));
	return [...all, ...each].flatMap(({ document, variables }) =>
		document === undefined ? [] : [{ ...document, variables: { first: 1, ...variables } }],
	);
}
