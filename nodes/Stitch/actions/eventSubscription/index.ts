import type { CatalogueEntry } from '../../run/operation';
import { deleteEventSubscription } from './delete.operation';
import { getAll } from './getAll.operation';

export const eventSubscription: CatalogueEntry = {
	value: 'eventSubscription',
	name: 'Event Subscription',
	operations: [deleteEventSubscription, getAll],
};
