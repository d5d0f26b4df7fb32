import type { Resource } from '../../run/operation';
import { deleteEventSubscription } from './delete.operation';
import { getAll } from './getAll.operation';

export const eventSubscription: Resource = {
	value: 'eventSubscription',
	name: 'Event Subscription',
	operations: [deleteEventSubscription, getAll],
};
