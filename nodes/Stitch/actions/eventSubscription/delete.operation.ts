import { ServiceFailure } from '../../transport/failure';
import type { Service } from '../../transport/service';
import { locator } from '../fields/locator';
import { defineOperation } from '../../run/operation';
import {
	deleteSubscriptionsAt,
	eventSubscriptions,
	isSameAddress,
	listEventSubscriptions,
	normalized,
} from './eventSubscriptions';
import { form } from '../../schemas/form';
import { notice } from '../../schemas/formFields';

/** Deletes all subscriptions of an address; the service knows them by nothing else. */
export const deleteEventSubscription = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete event subscription',
	description: 'Stop the events that Stitch sends to an address',
	form: form({
		url: locator(eventSubscriptions),
		deleteNotice: notice(
			'If a published workflow still uses this address, it receives no more events until you unpublish and publish it again',
		),
	}),

	async send({ url }, service) {
		await deleteOnce(service, url);
		return { deleted: true };
	},
});

const deletions = new WeakMap<Service, Map<string, Promise<void>>>();

/** Get Many returns an address once for each of its subscriptions, and the first deletes them all. */
async function deleteOnce(service: Service, url: string): Promise<void> {
	const runDeletions = deletions.get(service) ?? new Map<string, Promise<void>>();
	deletions.set(service, runDeletions);
	const address = normalized(url);
	const deletion = runDeletions.get(address) ?? deleteAt(service, url);
	runDeletions.set(address, deletion);
	await deletion;
}

/** @throws {ServiceFailure} also when there is none */
async function deleteAt(service: Service, url: string): Promise<void> {
	const all = await listEventSubscriptions(service);
	const found = all.filter((one) => isSameAddress(one.url, url));
	if (found.length === 0) throw noneAt(all.length);
	await deleteSubscriptionsAt(service, found);
}

function noneAt(others: number): ServiceFailure {
	return new ServiceFailure({
		kind: 'status',
		happened: 'no',
		status: 404,
		sentence: 'There is no event subscription at this address',
		advice: `It may already have been deleted. ${elsewhere(others)}`,
	});
}

function elsewhere(others: number): string {
	if (others > 1) return `There are ${others} at other addresses: Get Many lists them.`;
	if (others === 1) return 'There is one at another address: Get Many shows it.';
	return 'Your Stitch client has no others. A test client does not see the subscriptions of a live client.';
}
