import type { IDataObject } from 'n8n-workflow';

import { attemptGraphql } from './graphql';
import type { GraphqlDocument } from './graphqlDocument';
import { asFields } from './json';
import { answerIn, segment, type Service, type ServiceRequest, type Outcome } from './service';

/** Whether an answer is an object of the service: it has an id, unlike the page of a proxy. */
export function hasId({ id }: IDataObject): boolean {
	return typeof id === 'string' && id !== '';
}

/** Whether an answer is an object of the service that has a status (spec 3, companion spec 3). */
export function hasIdAndStatus(body: IDataObject): boolean {
	return hasId(body) && typeof body.status === 'string' && body.status !== '';
}

/** Whether an answer is the object that was asked for. */
export function isAbout(id: string) {
	return (body: IDataObject): boolean => body.id === id;
}

/**
 * The request that reads one object as it stands now, for example of `/disbursements`.
 * @param isRecord what the object must have, in addition to the id that was asked for
 */
export function readingOf(path: string, id: string, isRecord = hasIdAndStatus): ServiceRequest {
	return {
		method: 'GET',
		path: `${path}/${segment(id)}`,
		repeat: 'always',
		isAnswer: (body) => body.id === id && isRecord(body),
	};
}

/**
 * Reads one object as it stands now.
 * @throws {ServiceFailure}
 */
export async function readObject(
	service: Service,
	{ path }: { path: string },
	id: string,
	isRecord = hasIdAndStatus,
): Promise<IDataObject> {
	return await service.call(readingOf(path, id, isRecord));
}

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
	return answerIn(await attemptNode(service, reading, id)).body;
}
