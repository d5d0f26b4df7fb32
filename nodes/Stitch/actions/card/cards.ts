import type { Resource } from '../../run/resource';
import type { RestList } from '../../transport/paging';
import { simplifyRecord } from '../columns';

/** The stored cards; the service lists them for one payer only (companion spec 4.1). */
const list: RestList = { path: '/cards', pageSize: 50 };

/** Stored cards. The fields of their records are not specified, so any of them may be missing. */
export const cards = {
	value: 'card',
	name: 'Card',
	noun: 'card',
	list,
	simplify: simplifyRecord,
	label: ({ network, last4, status, createdAt }) => [
		network,
		last4 === undefined ? undefined : `…${String(last4)}`,
		status,
		{ time: createdAt },
	],
	field: { name: 'cardId', placeholder: 'e.g. Y2FyZDox' },
	choice: {
		search: 'searchCards',
		example: 'visa · …4242 · active',
		from: [list],
		limitedBy: { name: 'payerId', label: 'Payer ID', toSee: 'the cards of this payer' },
	},
} satisfies Resource;
