import type { IDataObject } from 'n8n-workflow';

import type { Lifecycle } from '../run/lifecycle';
import { statusType } from '../schemas/status';
import type { ClientList } from '../transport/graphqlDocument';
import { asFields, asJsonObject } from '../transport/json';
import type { PagedList } from '../transport/paging';
import type { Service } from '../transport/service';

/** A list of objects with a status; events in the form of GraphQL call them the same. */
export interface StatusList extends ClientList {
	/** The field with the status: `status`, or for payment requests `state`. */
	readonly statusField: string;
	/** The beginning of the names of status types: `Disbursement` of `DisbursementPaused`. */
	readonly statusPrefix: string;
}

/** Objects that GraphQL can list by their status. */
export interface Listed extends Pick<Lifecycle, 'noun' | 'statuses'> {
	readonly graphql: StatusList;
}

/** The content of an event: the object, and the part with the status, its date and its reason. */
export interface EventPart {
	data: IDataObject;
	state: IDataObject;
	/** Whether it may be about something else, too, and only reading the object decides. */
	isUndecided?: boolean;
}

/** The events about one thing, for example about disbursements. */
export interface EventFamily {
	/** The beginning of the names of its events: `disbursement` of `disbursement.completed`. */
	readonly family: string;
	/** The same in the list of events. */
	readonly name: string;
	/** The resource of the action node whose objects they are about. */
	readonly resource: string;
	/** Each status with an event, and what it means to the user. */
	readonly meanings: Readonly<Record<string, string>>;
	/** The subscription type, as the service names it, that delivers events with a status. */
	filterType(status: string): string;
	/** The beginning of the names of status types. */
	readonly statusPrefix: string;
	/** Reads an event in the form of GraphQL; undefined if it cannot be about this. */
	fromGraphqlNode?(list: string, node: IDataObject): EventPart | undefined;
	/**
	 * Reads the data of a flat event, or of the object in REST; undefined if it cannot be about this. By
	 * default `flatPart`.
	 */
	fromFlatEvent?(data: IDataObject, type: string): EventPart | undefined;
	/**
	 * Reads the object that an event is about, as it stands now.
	 * @throws {ServiceFailure}
	 */
	readCurrent(service: Service, id: string): Promise<IDataObject>;
	/** The family of an object that was read, where the event may not have said it. */
	familyOf?(current: IDataObject): string;
	/** One of its objects as columns, as the action node returns it with Simplify. */
	simplify(object: IDataObject): IDataObject;
	/** Where the service can be asked what has changed; absent where it cannot. */
	readonly changes?: Changes;
}

/** Either lists of GraphQL that are asked by time, or a list of REST that is read from its newest end. */
type Changes = { readonly asked: readonly ChangedList[] } | { readonly paged: PagedList };

/** A list of GraphQL that can be asked what has changed within a window of time (public reference). */
export interface ChangedList extends ClientList {
	/** The statuses that it shows, of those with an event. */
	readonly statuses: readonly string[];
	/** Events of other families that its objects show, too. */
	readonly alsoShows?: readonly string[];
	/** The filter for changes within a window, which is given as the filter of a date. */
	within(window: IDataObject): IDataObject;
	/** The time of an object that this filter compares. */
	changedAt(node: IDataObject): unknown;
	/** When the status of an object began, where the status itself has no date. */
	beganAt?(node: IDataObject): unknown;
}

/** One list for each status with an event, asked by when that status began. */
export function changesByStatus(
	meanings: EventFamily['meanings'],
	list: StatusList,
): ChangedList[] {
	const { statusField, statusPrefix } = list;
	return Object.keys(meanings).map((status) => ({
		...list,
		statuses: [status],
		within: (window) => ({
			[statusField]: { [statusType(status, statusPrefix)]: { date: window } },
		}),
		changedAt: (node) => asFields(node[statusField]).date,
	}));
}

/** An object of a list, with its status where the list has it; undefined for one of another list. */
export function partOfNode(
	{ list, statusField }: StatusList,
	from: string,
	node: IDataObject,
): EventPart | undefined {
	return from === list ? { data: node, state: asFields(node[statusField]) } : undefined;
}

/** Whether a status is of a type whose name begins so. */
export function isType({ __typename }: IDataObject, prefix: string): boolean {
	return typeof __typename === 'string' && __typename.startsWith(prefix);
}

/**
 * A flat event in the form of GraphQL (public documentation). Its status may be an object, too: no sample
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
