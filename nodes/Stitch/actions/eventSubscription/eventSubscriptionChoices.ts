import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../../transport/service';
import type { Searchable } from '../fields/locator';
import { labelOf } from '../recordLabel';
import { listEventSubscriptions } from './eventSubscriptions';

/** The addresses that have subscriptions, as the editor lists them. */
export const eventSubscriptionChoices: Searchable = {
	search: 'searchEventSubscriptions',
	knownBy: 'address',
	label: (address) => labelOf(address, [address.id, address.types]),
};

/**
 * All addresses, each once: the service deletes by address, so several subscriptions of one address
 * are a single choice.
 * @throws {ServiceFailure}
 */
export async function addressesToChoose(service: Service): Promise<IDataObject[]> {
	const typesByAddress = new Map<string, string[]>();
	for (const { url, filterTypes } of await listEventSubscriptions(service)) {
		const types = filterTypes.length > 0 ? filterTypes : ['all types'];
		typesByAddress.set(url, [...(typesByAddress.get(url) ?? []), ...types]);
	}
	return [...typesByAddress].map(([id, types]) => ({ id, types: [...new Set(types)].join(', ') }));
}
