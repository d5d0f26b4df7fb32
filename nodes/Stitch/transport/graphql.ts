import type { IDataObject } from 'n8n-workflow';

import { markNotOffered, graphqlErrors, mostOpen, type GraphqlError } from './errorAnswer';
import { isInvalidDocument } from './failure';
import { onlyReads, type GraphqlDocument } from './graphqlDocument';
import { asJsonObject } from './json';
import type { RepeatRule } from './retry';
import { answerIn, type Outcome, type Service, type ServiceRequest } from './service';

/** A request with one of the node's own documents, or, if `Query` is text, with the user's. */
export interface GraphqlRequest<Query = string | GraphqlDocument> {
	/**
	 * The document; values never go into its text, only into `variables`. With both forms of a query, the
	 * core is asked for where Stitch refuses the full one.
	 */
	query: Query;
	variables?: IDataObject;
	operationName?: string;
	repeat: RepeatRule;
	/** As in a `ServiceRequest`. */
	until?: number;
}

/** The answer: data, errors about the missing parts of it, or both. */
export interface GraphqlAnswer {
	data: IDataObject | undefined;
	errors: GraphqlError[];
}

/**
 * Sends a query that the user has written, and returns whatever came back (spec 4.6).
 * @throws {ServiceFailure} when no GraphQL answer came
 */
export async function askGraphql(
	service: Service,
	request: GraphqlRequest<string>,
): Promise<GraphqlAnswer> {
	const sent = serviceRequestOf(request);
	return readAnswer(await service.call(sent), sent);
}

/**
 * The `data` of a GraphQL answer, and the fields that its objects lack.
 * @throws {ServiceFailure} also for errors in an answer with HTTP status 200, which GraphQL uses
 */
export async function callGraphql(service: Service, request: GraphqlRequest) {
	const outcome = await tryGraphql(service, request);
	return { data: answerIn(outcome).body, notRead: outcome.notRead };
}

type GraphqlOutcome = Outcome & {
	part?: GraphqlAnswer;
	/** The fields that each object lacks, as the output names them, because Stitch does not offer them. */
	notRead?: readonly string[];
};

/** As `callGraphql`, but returns a failure with the answer, for callers that use it. */
export async function tryGraphql(
	service: Service,
	{ query, ...request }: GraphqlRequest,
): Promise<GraphqlOutcome> {
	if (typeof query === 'string') return await tryOnce(service, { ...request, query });
	const { full, core, young } = query;
	const outcome = await tryOnce(service, { ...request, query: full });
	const isInvalid = 'failure' in outcome && isInvalidDocument(outcome.failure);
	if (!isInvalid || young.length === 0) return outcome;
	return { ...(await tryOnce(service, { ...request, query: core })), notRead: young };
}

async function tryOnce(service: Service, request: GraphqlRequest<string>): Promise<GraphqlOutcome> {
	const sent = serviceRequestOf(request);
	const outcome = await service.tryCall(sent);
	if ('failure' in outcome) return { failure: markNotOffered(outcome.failure) };
	const { happenedBefore } = outcome.answer;
	const { data, errors } = readAnswer(outcome.answer.body, sent);
	const part = { data, errors: errors.map(markNotOffered) };
	const error = mostOpen(part.errors);
	if (error !== undefined) {
		return { failure: { ...error, ...(happenedBefore && { happened: happenedBefore }) }, part };
	}
	if (data === undefined) {
		const happened = sent.onlyRead ? 'no' : 'maybe';
		return { failure: { kind: 'unreadable', happened, status: 200 } };
	}
	return { answer: { ...outcome.answer, body: data }, part };
}

function serviceRequestOf({
	query,
	variables,
	operationName,
	repeat,
	until,
}: GraphqlRequest<string>): ServiceRequest {
	return {
		method: 'POST',
		at: 'graphqlUrl',
		path: '/graphql',
		body: { query, variables: variables ?? null, ...(operationName && { operationName }) },
		repeat,
		...(until !== undefined && { until }),
		onlyRead: onlyReads(query),
	};
}

function readAnswer(body: IDataObject, { onlyRead }: ServiceRequest): GraphqlAnswer {
	const errors = graphqlErrors(body);
	return {
		data: asJsonObject(body.data),
		errors: onlyRead ? errors.map((error) => ({ ...error, happened: 'no' as const })) : errors,
	};
}
