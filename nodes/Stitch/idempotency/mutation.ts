import type { IDataObject } from 'n8n-workflow';

import { saysDuplicate } from '../transport/failure';
import { tryGraphql, type GraphqlRequest } from '../transport/graphql';
import { explain, stitchMessage } from '../transport/messages';
import type { Outcome, Service } from '../transport/service';
import { isUnder, lookUpOnce } from './lookUp';

interface Mutation extends GraphqlRequest {
	nonce?: unknown;
	/** The object that an answer shows, as far as a mutation asks for it; without an ID if it shows none. */
	made(data: IDataObject): IDataObject;
	/** Reads all of the object; undefined if it is not there yet. */
	rest(id: string): Promise<IDataObject | undefined>;
}

/**
 * Sends a mutation, which asks only for the fields that decide about money, and reads the others
 * afterwards. An object that came back exists, even if Stitch could not return all of it: if it counted
 * as failed, it would be made again. Missing fields are named in `warnings`.
 */
export async function tryMutation(
	service: Service,
	{ nonce, made, rest, ...request }: Mutation,
): Promise<Outcome> {
	const outcome = await tryGraphql(service, request);
	const { data, errors = [] } = outcome.part ?? {};
	const object = made(data ?? {});
	// An object that was made before has to be compared with this one.
	const isThere = isUnder(nonce ?? object.nonce)(object) && !errors.some(saysDuplicate);
	if (!isThere && 'failure' in outcome) return { failure: outcome.failure };
	if (!isThere) return { failure: { kind: 'unreadable', happened: 'maybe', status: 200 } };
	const known = await lookUpOnce(async () => await rest(String(object.id)));
	const all = 'found' in known ? { ...object, ...known.found } : object;
	const warnings = errors.flatMap((error) => stitchMessage(error) ?? []);
	if ('none' in known) warnings.push(`${restUnread}. Use Get later.`);
	if ('failure' in known) {
		warnings.push(`${restUnread}: ${explain(known.failure).message}. Use Get later.`);
	}
	const answer = 'answer' in outcome ? outcome.answer : { status: 200 };
	return { answer: { ...answer, body: { ...all, ...(warnings.length > 0 && { warnings }) } } };
}

const restUnread = 'Stitch accepted this, but its other details could not be read';
