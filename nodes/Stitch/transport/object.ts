import type { IDataObject } from 'n8n-workflow';

import { unknownId, unreadableList } from './failure';
import { tryGraphql } from './graphql';
import type { GraphqlDocument } from './graphqlDocument';
import { asFields, textOf } from './json';
import { answerIn, segment, type Outcome, type Service } from './service';

/** Whether an answer is an object of the service: it has an id, unlike the page of a proxy. */
export function hasId({ id }: IDataObject): boolean {
	return typeof id === 'string' && id !== '';
}

/** Whether an answer is an object of the service that has a status (spec 3, companion spec 3). */
export function hasIdAndStatus({ id, status }: IDataObject): boolean {
	return hasId({ id }) && textOf(status) !== undefined;
}

export function isAbout(id: string) {
	return (body: IDataObject): boolean => body.id === id;
}

/**
 * How one object is read by its ID: by REST, under a path such as `/disbursements`, or by GraphQL
 * (Relay's `node(id)`), with a document that takes `$id` and asks for `node`. What it becomes keeps its
 * ID and its status; by default, what REST returns stays as it is.
 */
export type ObjectReading =
	| { readonly path: string; asOutput?(object: IDataObject): IDataObject }
	| {
			readonly query: string | GraphqlDocument;
			asOutput(node: IDataObject): IDataObject;
	  };

interface Requirements {
	/** A condition that the object must meet, in addition to its ID. */
	isRecord?: (object: IDataObject) => boolean;
	/** Milliseconds of the clock's `elapsed` after which it is not read any more. */
	until?: number;
}

/** Reads the current state of one object; returns a failure, for callers that act on it. */
export async function tryObject(
	service: Service,
	reading: ObjectReading,
	id: string,
	{ isRecord = hasIdAndStatus, until }: Requirements = {},
): Promise<Outcome> {
	const isAnswer = (object: IDataObject) => object.id === id && isRecord(object);
	if ('path' in reading) {
		const { asOutput } = reading;
		const path = `${reading.path}/${segment(id)}`;
		return await service.tryCall({
			method: 'GET',
			path,
			repeat: 'always',
			asOutput,
			isAnswer,
			until,
		});
	}
	const { query, asOutput } = reading;
	const request = { query, variables: { id }, repeat: 'always', until } as const;
	const outcome = await tryGraphql(service, request);
	if ('failure' in outcome) return outcome;
	const node = asFields(outcome.answer.body.node);
	// Null for an unknown ID, and without fields for an ID of a different type.
	if (Object.keys(node).length === 0) return { failure: unknownId };
	const { notRead } = outcome;
	const body = asOutput({ ...node, ...(notRead && { notRead: [...notRead] }) });
	if (isAnswer(body)) return { answer: { status: outcome.answer.status, body } };
	return { failure: { kind: 'unreadable', happened: 'no', status: 200 } };
}

/** @throws {ServiceFailure} */
export async function readObject(
	service: Service,
	reading: ObjectReading,
	id: string,
	isRecord?: Requirements['isRecord'],
): Promise<IDataObject> {
	return answerIn(await tryObject(service, reading, id, { isRecord })).body;
}

/**
 * The current state of an object that a list of GraphQL showed; as the list showed it, if REST does not return
 * it: the list proves that there is one, and whether both use the same IDs is not documented.
 * @throws {ServiceFailure} if REST returns something else
 */
export async function readListed(
	service: Service,
	reading: ObjectReading,
	listed: IDataObject,
	isIt: (object: IDataObject) => boolean = hasIdAndStatus,
): Promise<IDataObject> {
	const outcome = await tryObject(service, reading, String(listed.id));
	if ('failure' in outcome) return listed;
	const { body } = outcome.answer;
	if (!isIt(body)) throw unreadableList();
	return body;
}
