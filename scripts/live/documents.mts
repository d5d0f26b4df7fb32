import { Kind, OperationTypeNode, type OperationDefinitionNode } from 'graphql';

import { isAskedByTime, listsFor, pollableEvents } from '../../nodes/Stitch/polling/changes';
import { listDocument, listsDocument } from '../../nodes/Stitch/transport/graphqlDocument';
import {
	bothForms,
	operationsIn,
	written,
	type Document,
} from '../../test/contract/graphqlDocuments.mts';

/** A GraphQL document that the nodes send. */
export interface ShippedDocument {
	name: string;
	text: string;
	/** It changes nothing. */
	reads: boolean;
	/** It is sent with the token of a person, not with that of a client. */
	ofUser: boolean;
	/** With the smallest page; empty for a document that is not sent here. */
	variables: Record<string, unknown>;
}

/** Every document that ships, with young fields and without: those of operations, and of polling. */
export function shippedDocuments(): ShippedDocument[] {
	const all = [...written.map(asDocument), ...polled()];
	// Most have no young fields, so that both forms are one.
	return all.filter(({ text }, at) => all.findIndex((other) => other.text === text) === at);
}

function asDocument([name, text]: Document): ShippedDocument {
	const operation = operationsIn(text)[0] as OperationDefinitionNode;
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
	const asked = listsFor(pollableEvents.map(({ value }) => String(value))).filter(isAskedByTime);
	const now = Date.now();
	const lastHour = {
		gte: new Date(now - 60 * 60_000).toISOString(),
		lt: new Date(now).toISOString(),
	};
	const filters = Object.fromEntries(
		asked.map(({ key, source }) => [key, source.windowFilter(lastHour)]),
	);
	const lists = asked.map(({ key, source }) => ({ ...source, key }));
	const all = bothForms('polling', listsDocument(lists)).map((document) => ({
		...asDocument(document),
		variables: { first: 1, ...filters },
	}));
	const each = lists.map((list) => ({
		...asDocument([`polling ${list.key}`, listDocument(list).full]),
		variables: { first: 1, filter: filters[list.key] },
	}));
	return [...all, ...each];
}
