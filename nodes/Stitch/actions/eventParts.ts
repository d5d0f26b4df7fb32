import type { IDataObject } from 'n8n-workflow';

import type { ChangedList, EventFamily, EventPart } from '../run/resource';
import { statusType } from '../schemas/status';
import type { ClientList } from '../transport/graphqlDocument';
import { asFields, asJsonObject } from '../transport/json';

/** One list for each status with an event, filtered by when that status began. */
export function changesByStatus(
	meanings: EventFamily['meanings'],
	list: ClientList,
): ChangedList[] {
	const { statusField, statusPrefix } = list;
	return Object.keys(meanings).map((status) => ({
		...list,
		statuses: [status],
		windowFilter: (window) => ({
			[statusField]: { [statusType(status, statusPrefix)]: { date: window } },
		}),
		changedAt: (node) => asFields(node[statusField]).date,
	}));
}

/** Undefined for an object of a different list. */
export function partOfNode(
	{ list, statusField }: ClientList,
	from: string,
	node: IDataObject,
): EventPart | undefined {
	return from === list ? { data: node, state: asFields(node[statusField]) } : undefined;
}

export function isType({ __typename }: IDataObject, prefix: string): boolean {
	return typeof __typename === 'string' && __typename.startsWith(prefix);
}

/**
 * A flat event in the form of GraphQL (public documentation). Its status may also be an object: no sample
 * of these events is specified.
 */
export function flatPart(data: IDataObject): EventPart {
	const state = {
		date: data.updatedAt ?? data.createdAt,
		reason: data.statusReason ?? data.reason,
		...(asJsonObject(data.state) ?? asJsonObject(data.status) ?? { __typename: data.status }),
	};
	return { data, state };
}
