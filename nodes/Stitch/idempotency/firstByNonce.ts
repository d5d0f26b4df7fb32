import type { IDataObject } from 'n8n-workflow';

import { readConnectionPage, type Connection } from '../transport/graphqlPaging';
import { readPage, type PagedList } from '../transport/restPaging';
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
