import type { IDataObject } from 'n8n-workflow';

import { graphqlErrors, ServiceFailure, type FailureDetails } from './failure';
import type { RepeatRule } from './retry';
import type { Outcome, Service, ServiceRequest } from './service';

export interface GraphqlRequest {
	/** The document; values never go into its text, only into `variables`. */
	query: string;
	variables?: IDataObject;
	operationName?: string;
	repeat: RepeatRule;
	/** As that of a `ServiceRequest`. */
	until?: number;
}

/** What came back: data, failures about what is missing in it, or both. */
export interface GraphqlAnswer {
	data: IDataObject | undefined;
	refusals: FailureDetails[];
}

/**
 * Sends a query and returns whatever came back (spec 4.6).
 * @throws {ServiceFailure} when no GraphQL answer came
 */
export async function askGraphql(
	service: Service,
	request: GraphqlRequest,
): Promise<GraphqlAnswer> {
	return readAnswer(await service.call(asServiceRequest(request)));
}

/**
 * The `data` of a GraphQL answer.
 * @throws {ServiceFailure} also for errors in an answer with HTTP status 200, which GraphQL uses
 */
export async function queryGraphql(
	service: Service,
	request: GraphqlRequest,
): Promise<IDataObject> {
	const outcome = await attemptGraphql(service, request);
	if ('failure' in outcome) throw new ServiceFailure(outcome.failure);
	return outcome.answer.body;
}

/** As `queryGraphql`, but returns a failure with what came back, for callers that act on it. */
export async function attemptGraphql(
	service: Service,
	request: GraphqlRequest,
): Promise<Outcome & { part?: GraphqlAnswer }> {
	const sent = asServiceRequest(request);
	const outcome = await service.attempt(sent);
	if ('failure' in outcome) return outcome;
	const part = readAnswer(outcome.answer.body);
	const { data, refusals } = part;
	const [refusal] = refusals;
	const { uncertain } = outcome.answer;
	if (refusal !== undefined) {
		const { onlyReads: onlyRead } = sent;
		return {
			failure: { ...refusal, ...(onlyRead && { onlyRead }), ...(uncertain && { uncertain }) },
			part,
		};
	}
	if (data === undefined) {
		return { failure: { kind: 'unreadable', status: 200, onlyRead: sent.onlyReads } };
	}
	return { answer: { status: outcome.answer.status, body: data }, part };
}

function asServiceRequest({
	query,
	variables,
	operationName,
	repeat,
	until,
}: GraphqlRequest): ServiceRequest {
	return {
		method: 'POST',
		at: 'graphqlUrl',
		path: '/graphql',
		body: { query, variables: variables ?? null, ...(operationName && { operationName }) },
		repeat,
		...(until !== undefined && { until }),
		// No other word of the language changes anything.
		onlyReads: !/mutation/i.test(query),
	};
}

function readAnswer(body: IDataObject): GraphqlAnswer {
	const { data } = body;
	return {
		data: typeof data === 'object' && data !== null ? (data as IDataObject) : undefined,
		refusals: graphqlErrors(body),
	};
}
