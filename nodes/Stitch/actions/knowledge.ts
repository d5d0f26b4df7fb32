import type { IDataObject } from 'n8n-workflow';

import type { Lifecycle } from '../run/lifecycle';

/** What GraphQL, and events in its form, call the objects of a resource. */
export interface GraphqlNames {
	/** The list under `client`: `disbursements`. */
	readonly list: string;
	/** The field with the status: `status`, or for payment requests `state`. */
	readonly statusField: string;
	/** The beginning of the names of status types: `Disbursement` of `DisbursementPaused`. */
	readonly statusPrefix: string;
}

/** Objects whose lifecycle GraphQL can list. */
export interface ListedLifecycle extends Lifecycle {
	readonly graphql: GraphqlNames;
}

/** The content of an event: the object, and the part with the status, its date and its reason. */
export interface EventPart {
	data: IDataObject;
	state: IDataObject;
}

/** The events about one thing, for example about disbursements. */
export interface EventFamily {
	/** The beginning of the names of its events: `disbursement` of `disbursement.completed`. */
	readonly family: string;
	/** The same in the list of events. */
	readonly name: string;
	/** The resource of the action node whose objects they are about. */
	readonly resource: string;
	/** The path under which such an object is read, if that is documented for all of them. */
	readonly path?: string;
	/** Each status with an event, and what it means to the user. */
	readonly kinds: Readonly<Record<string, string>>;
	/** The subscription type, as the service names it, that delivers events with a status. */
	filterType(status: string): string;
	/** The beginning of the names of status types. */
	readonly statusPrefix: string;
	/** Reads an event in the form of GraphQL; undefined if it is about something else. */
	ofNode?(list: string, node: IDataObject): EventPart | undefined;
	/** Reads the data of a flat event; by default `flatPart`. */
	ofData?(data: IDataObject, type: string): EventPart;
}

/** A flat event in the form of GraphQL (public documentation). */
export function flatPart(data: IDataObject): EventPart {
	const state = {
		__typename: data.status,
		date: data.updatedAt ?? data.createdAt,
		reason: data.statusReason ?? data.reason,
	};
	return { data, state };
}
