import type { IDataObject } from 'n8n-workflow';

import { leastCertain, ofMutation, saysDuplicate } from '../transport/failure';
import { attemptGraphql, type GraphqlRequest } from '../transport/graphql';
import { whatWasSaid } from '../transport/messages';
import type { Outcome, Service } from '../transport/service';

/** A mutation that makes an object of the service. */
export interface Mutation extends GraphqlRequest {
	/** The object that an answer shows; without an ID if it shows none. */
	made(data: IDataObject): IDataObject;
}

/**
 * Sends a mutation. An object that came back exists, even if Stitch could not return all of it: if it
 * counted as failed, it would be made again. What was said about the rest is in `warnings`.
 */
export async function attemptMutation(
	service: Service,
	{ made, ...request }: Mutation,
): Promise<Outcome> {
	const outcome = await attemptGraphql(service, request);
	const { data, refusals = [] } = outcome.part ?? {};
	const object = made(data ?? {});
	// An object that was made before has to be compared with this one.
	const isThere = object.id && object.status && !refusals.some(saysDuplicate);
	if ('failure' in outcome && !isThere) {
		const { uncertain } = outcome.failure;
		const failure = leastCertain(refusals) ?? outcome.failure;
		return { failure: ofMutation({ ...failure, ...(uncertain && { uncertain }) }) };
	}
	if (!object.id) return { failure: { kind: 'unreadable', status: 200 } };
	const warnings = refusals.length > 0 && { warnings: refusals.map(whatWasSaid) };
	return { answer: { status: 200, body: { ...object, ...warnings } } };
}
