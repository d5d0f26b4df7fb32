import type { IDataObject } from 'n8n-workflow';

import type { Resource } from '../../run/resource';
import { ServiceFailure, unreadableList } from '../../transport/failure';
import { tryGraphql, callGraphql } from '../../transport/graphql';
import { asFields } from '../../transport/json';
import type { Service } from '../../transport/service';
import { webhookDelete, webhookEndpoints } from './eventSubscription.graphql';

/** A subscription as the service lists it (public documentation). Its secret is never listed. */
export interface EventSubscription {
	/** Null if the service does not return it; deleting takes the address alone. */
	id: string | null;
	/** The address as the service writes it: a subscription can be deleted only with this spelling. */
	url: string;
	/**
	 * Empty means all: so the service returns a subscription that was created in its dashboard without
	 * types.
	 */
	filterTypes: string[];
}

/**
 * All subscriptions of the client. The list and its entries may be null (public reference); a
 * subscription without an address sends nothing.
 * @throws {ServiceFailure}
 */
export async function listEventSubscriptions(service: Service): Promise<EventSubscription[]> {
	const { data } = await callGraphql(service, { query: webhookEndpoints, repeat: 'always' });
	const listed = asFields(data.client).webhookEndpoints;
	if (listed === null) return [];
	// An entry that cannot be read does not mean "no subscription": new ones would be created next to the
	// existing ones.
	if (!Array.isArray(listed)) throw unreadableList();
	return listed.flatMap((entry: unknown) => {
		const { id, url, filterTypes } = asFields(entry);
		if (typeof url !== 'string') return [];
		const types = Array.isArray(filterTypes) ? filterTypes.filter(isText) : [];
		return [{ id: isText(id) ? id : null, url, filterTypes: types }];
	});
}

function isText(value: unknown): value is string {
	return typeof value === 'string';
}

export function brings({ filterTypes }: EventSubscription, types: readonly string[]): boolean {
	return filterTypes.length === 0 || filterTypes.some((type) => types.includes(type));
}

/**
 * The subscriptions of one address, in any spelling.
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
		const outcome = await tryGraphql(service, {
			query: webhookDelete,
			variables: { url, filterTypes: filterTypes && [...filterTypes] },
			repeat: 'always',
		});
		if ('answer' in outcome && outcome.answer.body.clientWebhookDelete) continue;
		// It may be gone despite the failure: someone else removed it, or only the answer was lost. If
		// the list cannot be read, it may still be there.
		const listed = await subscriptionsAt(service, url).catch(() => subscriptions);
		const ids = new Set(subscriptions.map(({ id }) => id));
		const left = listed.filter(
			(one) => ids.has(one.id) && (filterTypes === null || brings(one, filterTypes)),
		);
		if (left.length > 0) {
			const unread = { kind: 'unreadable', happened: 'maybe' } as const;
			throw new ServiceFailure('failure' in outcome ? outcome.failure : unread);
		}
	}
}

/** Whether two texts are the same address: the case of a host and its default port do not count. */
export function isSameAddress(one: string, other: string): boolean {
	return normalized(one) === normalized(other);
}

export function normalized(address: string): string {
	return URL.canParse(address) ? new URL(address).href : address;
}

export const eventSubscriptions = {
	value: 'eventSubscription',
	name: 'Event Subscription',
	noun: 'event subscription',
	label: ({ id, types }) => [id, types],
	field: {
		name: 'url',
		placeholder: 'e.g. https://old.example.com/webhook/1a2b3c/webhook',
		knownBy: 'address',
	},
	choice: {
		search: 'searchEventSubscriptions',
		example: 'https://n8n.example.com/webhook/1a2b3c',
		from: addressesToChoose,
	},
} satisfies Resource;

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

/**
 * Whether an address certainly does not belong to this n8n; null if that is not known. The question is
 * asked this way round because n8n's conditions treat null as false: "is true" then never removes a
 * subscription that is in use.
 * @param own what the addresses of this n8n begin with; the first is that of its webhooks
 */
export function isElsewhere(url: string, own: readonly string[]): boolean | null {
	if (own.some((beginning) => normalized(url).startsWith(beginning))) return false;
	// Stitch sends events to https only: with any other address, n8n does not know its own public
	// address.
	return own[0]?.startsWith('https:') ? true : null;
}
