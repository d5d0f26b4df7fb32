import type { IDataObject } from 'n8n-workflow';

import type { Lifecycle } from '../run/lifecycle';

/** How GraphQL, and the events in its form, name the objects of a resource. */
export interface GraphqlNames {
	/** The list under `client`: `disbursements`. */
	readonly list: string;
	/** The field that tells the status: `status`, of payment requests `state`. */
	readonly statusField: string;
	/** What the types of a status begin with: `Disbursement` of `DisbursementPaused`. */
	readonly statusPrefix: string;
}

/** Objects whose lifecycle GraphQL can list. */
export interface ListedLifecycle extends Lifecycle {
	readonly graphql: GraphqlNames;
}

/** What an event tells: the object, and the part that holds the status with its date and reason. */
export interface EventPart {
	data: IDataObject;
	state: IDataObject;
}

/** The events that tell of one thing, for example of disbursements. */
export interface EventFamily {
	/** What the names of its events begin with: `disbursement` of `disbursement.completed`. */
	readonly family: string;
	/** The same in the list of events. */
	readonly name: string;
	/** The resource of the action node whose objects they tell of. */
	readonly resource: string;
	/** Where such an object is read, where that is documented for all of them. */
	readonly path?: string;
	/** Each status that there is an event for, with what it means to the user. */
	readonly kinds: Readonly<Record<string, string>>;
	/** What the service calls the type of a subscription that brings events with a status. */
	filterType(status: string): string;
	/** What the types of a status begin with. */
	readonly statusPrefix: string;
	/** Reads an event in the form of GraphQL; undefined where it tells of something else. */
	ofNode?(list: string, node: IDataObject): EventPart | undefined;
	/** Reads the data of a flat event; as `flatPart` does unless said. */
	ofData?(data: IDataObject, type: string): EventPart;
}

/** A flat event in the form that GraphQL gives it (public documentation). */
export function flatPart(data: IDataObject): EventPart {
	const state = {
		__typename: data.status,
		date: data.updatedAt ?? data.createdAt,
		reason: data.statusReason ?? data.reason,
	};
	return { data, state };
}
