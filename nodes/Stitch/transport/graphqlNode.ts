import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure } from './failure';
import { attemptGraphql } from './graphql';
import type { GraphqlDocument } from './graphqlDocument';
import { asFields } from './json';
import { hasIdAndStatus } from './object';
import type { Outcome, Service } from './service';

/** How GraphQL reads one object by its ID (Relay's `node(id)`). */
export interface NodeReading {
	/** The document; it takes `$id` and asks for `node`. */
	query: string | GraphqlDocument;
	/** What the object becomes; it keeps its ID and has a status. */
	asOutput(node: IDataObject): IDataObject;
}

/**
 * Reads one object as it stands now, as GraphQL does.
 * @param until milliseconds of the clock's `elapsed` after which it is not read any more
 */
export async function attemptNode(
	service: Service,
	{ query, asOutput }: NodeReading,
	id: string,
	until?: number,
): Promise<Outcome> {
	const outcome = await attemptGraphql(service, {
		query,
		variables: { id },
		repeat: 'always',
		...(until !== undefined && { until }),
	});
	if ('failure' in outcome) return { failure: { ...outcome.failure, onlyRead: true } };
	const node = asFields(outcome.answer.body.node);
	// Null for an unknown ID, and without fields for the ID of something else.
	if (Object.keys(node).length === 0) {
		return { failure: { kind: 'status', status: 404, onlyRead: true } };
	}
	const { notRead } = outcome;
	const body = asOutput({ ...node, ...(notRead && { notRead: [...notRead] }) });
	if (body.id === id && hasIdAndStatus(body)) {
		return { answer: { status: outcome.answer.status, body } };
	}
	return { failure: { kind: 'unreadable', status: 200, onlyRead: true } };
}

/**
 * As `attemptNode`.
 * @throws {ServiceFailure}
 */
export async function readNode(
	service: Service,
	reading: NodeReading,
	id: string,
): Promise<IDataObject> {
	const outcome = await attemptNode(service, reading, id);
	if ('failure' in outcome) throw new ServiceFailure(outcome.failure);
	return outcome.answer.body;
}
