import type { IDataObject } from 'n8n-workflow';

import type { ClientList } from '../transport/graphqlDocument';
import type { ObjectReading } from '../transport/object';
import type { List, RestList } from '../transport/paging';
import type { Service } from '../transport/service';

/**
 * What a status says about an object of the service (spec 3).
 * `open`: it will change by itself. `paused`: it will change after a person has acted. `done` and
 * `failed` are final: it will not change any more, and money was paid only with `done`.
 */
export type StatusMeaning = 'open' | 'paused' | 'done' | 'failed';

/**
 * All that is known of one resource of the service, in one record. Whatever works on any resource takes
 * the record; what a resource does not have is absent.
 */
export interface Resource {
	/** Its value in the drop-down, which events carry as their `resource`: `paymentRequest`. */
	readonly value: string;
	/** As the editor calls one: `Payment Request`. */
	readonly name: string;
	/** As sentences call one: `payment request`. */
	readonly noun: string;

	/** Every status that is known, with what it means. */
	readonly statuses?: Readonly<Record<string, StatusMeaning>>;
	/** How one is read by its ID. */
	readonly one?: ObjectReading;
	/** Fields that the node adds to what Create returns; reading the object again does not return them. */
	readonly keeps?: readonly string[];
	/** How those of the client are listed. */
	readonly list?: List;
	/**
	 * The newest objects with exactly this reference of the caller: more than one if there are several.
	 * @throws {ServiceFailure}
	 */
	withReference?(service: Service, reference: string): Promise<IDataObject[]>;

	/** One as flat columns, in the order in which a person reads them. */
	simplify?(object: IDataObject): IDataObject;
	/** One on one line, for lists and messages; the time zone is an IANA name. */
	label?(object: IDataObject, timezone: string): string;

	/** The field of the panel that names one. */
	readonly field?: {
		/** The parameter. */
		readonly name: string;
		readonly placeholder: string;
		/** Instead of the usual one. */
		readonly description?: string;
		/** The expression that a new field holds, where the ID usually comes from the node before. */
		readonly expression?: string;
		/** Whose external reference it is found by, where it is that of another object. */
		readonly referenceHint?: string;
		/** What the service knows it by; by default its ID. */
		readonly knownBy?: 'address';
	};
	/** What of it can be chosen in the editor. */
	readonly choice?: {
		/** The node's method that fills the list; by n8n's convention `search` and the plural. */
		readonly search: string;
		/** What the list shows of one, for its placeholder. */
		readonly example: string;
		/** The lists that are offered, one after the other, or what reads all at once. */
		readonly from: readonly List[] | ((service: Service) => Promise<IDataObject[]>);
		/** A parameter that limits the list: its name, its label in the editor, and what it shows. */
		readonly limitedBy?: { readonly name: string; readonly label: string; readonly toSee: string };
	};

	/** The events about it. */
	readonly events?: readonly EventFamily[];
}

/** A resource that has these parts. */
export type ResourceWith<Part extends keyof Resource> = Resource & Required<Pick<Resource, Part>>;

/** Those that have these parts. */
export function having<Part extends keyof Resource>(
	resources: readonly Resource[],
	...parts: Part[]
): Array<ResourceWith<Part>> {
	return resources.filter((resource): resource is ResourceWith<Part> =>
		parts.every((part) => resource[part] !== undefined),
	);
}

/** The events about one thing, for example about disbursements. */
export interface EventFamily {
	/** The beginning of the names of its events: `disbursement` of `disbursement.completed`. */
	readonly family: string;
	/** The same in the list of events. */
	readonly name: string;
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
	 * Reads the object that an event is about, as it stands now, where that is not the `one` of its
	 * resource.
	 * @throws {ServiceFailure}
	 */
	readCurrent?(service: Service, id: string): Promise<IDataObject>;
	/** The family of an object that was read, where the event may not have said it. */
	familyOf?(current: IDataObject): string;
	/**
	 * Where the service can be asked what has changed: lists of GraphQL that are asked by time, or a list
	 * of REST that is read from its newest end. Absent where it cannot.
	 */
	readonly changes?: readonly ChangedList[] | RestList;
}

/** The content of an event: the object, and the part with the status, its date and its reason. */
export interface EventPart {
	data: IDataObject;
	state: IDataObject;
	/** Whether it may be about something else, too, and only reading the object decides. */
	isUndecided?: boolean;
}

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

/** What the present status of an object means; undefined for a status that is not known. */
export function meaningOf(
	{ status }: IDataObject,
	{ statuses = {} }: Pick<Resource, 'statuses'>,
): StatusMeaning | undefined {
	const word = String(status);
	return Object.hasOwn(statuses, word) ? statuses[word] : undefined;
}

/** Whether the status of an object will not change any more (spec 3). */
export function isFinal(object: IDataObject, resource: Pick<Resource, 'statuses'>): boolean {
	const meaning = meaningOf(object, resource);
	return meaning === 'done' || meaning === 'failed';
}

/** Whether an object of this resource can have a status that lasts until a person acts. */
export function canPause({ statuses = {} }: Pick<Resource, 'statuses'>): boolean {
	return Object.values(statuses).includes('paused');
}

/** The statuses of a resource in alphabetical order, as drop-downs list them. */
export function statusesOf({ statuses = {} }: Pick<Resource, 'statuses'>): string[] {
	return Object.keys(statuses).sort();
}
