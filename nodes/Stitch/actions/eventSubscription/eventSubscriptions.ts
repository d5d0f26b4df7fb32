import { ServiceFailure } from '../../transport/failure';
import { attemptGraphql, queryGraphql } from '../../transport/graphql';
import { unreadableList } from '../../transport/restPaging';
import type { Service } from '../../transport/service';
import { webhookDelete } from './webhookDelete.graphql';
import { webhookEndpoints } from './webhookEndpoints.graphql';

/** A subscription as the service lists it (public documentation). Its secret is never listed. */
export interface EventSubscription {
	id: string;
	/** The address in the service's spelling: only with that can it be deleted. */
	url: string;
	filterTypes: string[];
}

/**
 * All subscriptions of the client.
 * @throws {ServiceFailure}
 */
export async function listEventSubscriptions(service: Service): Promise<EventSubscription[]> {
	const { client } = (await queryGraphql(service, {
		query: webhookEndpoints,
		repeat: 'always',
	})) as { client?: { webhookEndpoints?: unknown } };
	const listed = client?.webhookEndpoints;
	// What cannot be read is not "no subscription": others would be made beside those that exist.
	if (!Array.isArray(listed) || !listed.every(isSubscription)) throw unreadableList();
	return listed;
}

function isSubscription(value: unknown): value is EventSubscription {
	if (typeof value !== 'object' || value === null) return false;
	const { id, url, filterTypes } = value as Partial<Record<keyof EventSubscription, unknown>>;
	return typeof id === 'string' && typeof url === 'string' && Array.isArray(filterTypes);
}

/**
 * The subscriptions of one address, however it is written.
 * @throws {ServiceFailure}
 */
export async function subscriptionsAt(service: Service, url: string): Promise<EventSubscription[]> {
	return (await listEventSubscriptions(service)).filter((one) => isSameAddress(one.url, url));
}

/**
 * Ends subscriptions of one address; it is fine if they are gone already.
 * @param subscriptions as they were just listed; those of other addresses stay
 * @param filterTypes only these types; by default all
 * @throws {ServiceFailure} when one may still exist
 */
export async function deleteSubscriptionsAt(
	service: Service,
	subscriptions: readonly EventSubscription[],
	filterTypes: readonly string[] | null = null,
): Promise<void> {
	const spellings = new Set(subscriptions.map(({ url }) => url));
	for (const url of spellings) {
		const outcome = await attemptGraphql(service, {
			query: webhookDelete,
			variables: { url, filterTypes: filterTypes && [...filterTypes] },
			repeat: 'always',
		});
		if (!('failure' in outcome)) continue;
		// It may be gone all the same: removed by somebody else, or only the answer was lost. What
		// cannot be read may still be there.
		const listed = await subscriptionsAt(service, url).catch(() => subscriptions);
		const ids = new Set(subscriptions.map(({ id }) => id));
		const left = listed.filter((one) => ids.has(one.id) && hasAny(one, filterTypes));
		if (left.length > 0) throw new ServiceFailure(outcome.failure);
	}
}

function hasAny(subscription: EventSubscription, types: readonly string[] | null): boolean {
	return types === null || subscription.filterTypes.some((type) => types.includes(type));
}

/** Whether two texts are the same address: the case of a host and its default port do not count. */
export function isSameAddress(one: string, other: string): boolean {
	return normalized(one) === normalized(other);
}

/** The same text for every way to write an address. */
export function normalized(address: string): string {
	return URL.canParse(address) ? new URL(address).href : address;
}
