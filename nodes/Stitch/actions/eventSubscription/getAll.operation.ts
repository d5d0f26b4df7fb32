import { listForm } from '../fields/list';
import { defineOperation } from '../../run/operation';
import { listEventSubscriptions, isElsewhere } from './eventSubscriptions';

/** Lists all subscriptions of the client (public documentation); the service has no paging here. */
export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many event subscriptions',
	description:
		'Retrieve the addresses that Stitch sends events to, and see which of them are not on this n8n',
	form: listForm,

	prepare: (item) => ({ limit: listForm.read(item).limit, own: item.execution.n8nAddresses }),

	async send({ limit, own }, service) {
		const subscriptions = await listEventSubscriptions(service);
		return subscriptions.slice(0, limit).map(({ id, url, filterTypes }) => ({
			url,
			isElsewhere: isElsewhere(url, own),
			filterTypes,
			id,
		}));
	},
});
