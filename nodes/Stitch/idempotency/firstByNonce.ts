import type { IDataObject } from 'n8n-workflow';

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
	// The fields of a refund are not specified, so a record need not tell its nonce.
	return data.find(({ nonce: found }) => found === undefined || found === nonce);
}
