import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure, type FailureDetails } from '../transport/failure';
import { readConnectionPage, type Connection } from '../transport/graphqlPaging';
import { readPage, type PagedList } from '../transport/restPaging';
import type { Service } from '../transport/service';

/** The service may list an object only a moment after it was created. */
const pausesMs = [0, 500, 2000];

/** What is known about a payment: it exists, it does not, or it could not be looked up. */
export type Known = { found: IDataObject } | { none: true } | { failure: FailureDetails };

/**
 * Looks up a payment, a few times if it is not found at once.
 * @param find returns undefined if there is none
 */
export async function lookUp(
	service: Service,
	find: () => Promise<IDataObject | undefined>,
): Promise<Known> {
	for (const pause of pausesMs) {
		await service.clock.pause(pause);
		const known = await lookOnce(find);
		if (known !== undefined) return known;
	}
	return { none: true };
}

/**
 * Looks up a payment that is not new.
 * @param find returns undefined if there is none
 * @returns undefined if there is none so far
 */
export async function lookOnce(
	find: () => Promise<IDataObject | undefined>,
): Promise<Known | undefined> {
	try {
		const found = await find();
		return found && { found };
	} catch (cause) {
		const title = cause instanceof Error ? cause.message : String(cause);
		return {
			failure: cause instanceof ServiceFailure ? cause.details : { kind: 'unreadable', title },
		};
	}
}

/**
 * The first object that was created under a nonce, by the exact filter that lists of refunds and
 * terminal sessions have (companion spec 4.2, 4.3).
 * @throws {ServiceFailure}
 */
export async function firstByNonce(
	service: Service,
	list: PagedList,
	nonce: string,
): Promise<IDataObject | undefined> {
	const { data } = await readPage(service, { ...list, filters: { nonce } }, 0, 1);
	// The fields of a refund are not specified, so a record may lack its nonce.
	return data.find(({ nonce: found }) => found === undefined || found === nonce);
}

/**
 * The first object that was created under a nonce, by the filter that lists of GraphQL have; as the
 * service sent it.
 * @throws {ServiceFailure} if there is no list, which does not mean that there is no such object
 */
export async function firstNodeByNonce(
	service: Service,
	connection: Connection,
	nonce: string,
): Promise<IDataObject | undefined> {
	const variables = { filter: { nonce: { eq: nonce } } };
	const { nodes } = await readConnectionPage(service, { ...connection, variables });
	return nodes.find(({ nonce: found }) => found === nonce);
}
