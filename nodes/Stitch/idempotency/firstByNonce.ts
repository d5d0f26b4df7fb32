import type { IDataObject } from 'n8n-workflow';

import { asFields } from '../transport/json';
import { readPage, unreadableList, type PagedList } from '../transport/restPaging';
import type { Service } from '../transport/service';

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
 * The first object that was created under a nonce, in the GraphQL answer to a filter by it.
 * @param list the name of the list under `client`
 * @throws {ServiceFailure} if there is no list, which does not mean that there is no such object
 */
export function firstNodeByNonce(
	{ client }: IDataObject,
	list: string,
	nonce: string,
): IDataObject | undefined {
	const { edges } = asFields(asFields(client)[list]);
	// Null is allowed where there are none (public reference).
	if (edges !== null && !Array.isArray(edges)) throw unreadableList();
	return (edges ?? [])
		.map((edge) => asFields(asFields(edge).node))
		.find(({ nonce: found }) => found === nonce);
}
