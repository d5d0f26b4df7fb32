import type { IDataObject } from 'n8n-workflow';

import type { ClientList } from '../transport/graphqlDocument';
import type { ObjectReading } from '../transport/object';
import type { List, RestList } from '../transport/paging';
import type { Service } from '../transport/service';

/**
 * The meaning of a status (spec 3). `open`: it will change by itself. `paused`: it will change after a
 * person has acted. `done` and `failed` are final: it will not change any more, and money was paid only
 * with `done`.
 */
export type StatusMeaning = 'open' | 'paused' | 'done' | 'failed';

/**
 * What became of the money of an object, for people who keep books. `moved`: it went where it was to go, as
 * far as Stitch says. `notYet`: it may still go. `notMoved`: it will not. `authorised`: a card was only
 * authorised. `neverArrived`: paid by the payer, without the money. `cameBack`: the bank sent it back.
 */
export type MoneyOutcome =
	'moved' | 'notYet' | 'notMoved' | 'authorised' | 'neverArrived' | 'cameBack' | 'unknown';

/** What is known of an object, in the order in which people read it; a time stands in `{ time }`. */
export type Label = readonly unknown[];

/**
 * Everything about one resource of the service, in one record. Code that works on any resource takes the
 * record; parts that a resource does not have are absent.
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
	/** What became of the money of an object, where its status does not say it. */
	money?(object: IDataObject): MoneyOutcome | undefined;
	/** How one is read by its ID. */
	readonly one?: ObjectReading;
	/** Fields that the node adds to what Create returns; reading the object again does not return them. */
	readonly keeps?: readonly string[];
	readonly list?: List;
	/**
	 * The newest objects with exactly this reference of the caller: more than one if there are several.
	 * @throws {ServiceFailure}
	 */
	findByReference?(service: Service, reference: string): Promise<IDataObject[]>;

	/** An object as flat columns, in the order in which a person reads them. */
	simplify?(object: IDataObject): IDataObject;
	/** By what people know an object in lists and messages. */
	label?(object: IDataObject): Label;

	/** The field of the panel that names an object. */
	readonly field?: {
		/** The parameter. */
		readonly name: string;
		readonly placeholder: string;
		/** Replaces the usual text. */
		readonly description?: string;
		/** The default expression of a new field, if the ID usually comes from the node before. */
		readonly expression?: string;
		/** A hint on whose external reference finds it, if that belongs to a different object. */
		readonly referenceHint?: string;
		/** The key by which the service knows it; by default its ID. */
		readonly knownBy?: 'address';
	};
	/** The list from which one is chosen in the editor. */
	readonly choice?: {
		/** The node's method that fills the list; by n8n's convention `search` and the plural. */
		readonly search: string;
		/** An example line of the list, for its placeholder. */
		readonly example: string;
		/** The lists to choose from, one after the other, or a function that reads everything at once. */
		readonly from: readonly List[] | ((service: Service) => Promise<IDataObject[]>);
		/** A parameter that limits the list: its name, its label in the editor, and what it shows. */
		readonly limitedBy?: { readonly name: string; readonly label: string; readonly toSee: string };
	};

	/** The events about it. */
	readonly events?: readonly EventFamily[];
}

export type ResourceWith<Part extends keyof Resource> = Resource & Required<Pick<Resource, Part>>;

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
	/** Its name in the list of events. */
	readonly name: string;
	/** Each status with an event, and what it means to the user. */
	readonly meanings: Readonly<Record<string, string>>;
	/** The statuses that an object can take again although they look final. */
	readonly comeAgain?: readonly string[];
	/** The subscription type, as the service names it, that delivers events with a status. */
	filterType(status: string): string;
	/** The beginning of the names of status types. */
	readonly statusPrefix: string;
	/** Reads an event in the form of GraphQL; undefined if it cannot be about this resource. */
	readGraphqlNode?(list: string, node: IDataObject): EventPart | undefined;
	/**
	 * Reads the data of a flat event, or of the object in REST; undefined if it cannot be about this. By
	 * default `flatPart`.
	 */
	readFlatEvent?(data: IDataObject, type: string): EventPart | undefined;
	/**
	 * Reads the current state of the object that an event is about, if the `one` of its resource cannot.
	 * @throws {ServiceFailure}
	 */
	readCurrent?(service: Service, id: string): Promise<IDataObject>;
	/**
	 * What an event is about, by the object that was read, if the event may not have said it.
	 * @throws {ServiceFailure} if the object does not say it either
	 */
	decide?(current: IDataObject, said: EventSaid): EventSaid & { family: string };
	/**
	 * How to ask the service what has changed: lists of GraphQL that are asked by time, or a list of REST
	 * that is read from its newest end. Absent if there is none.
	 */
	readonly changes?: readonly ChangedList[] | RestList;
}

/** The content of an event: the object, and the part with the status, its date and its reason. */
export interface EventPart {
	data: IDataObject;
	state: IDataObject;
	/** The statuses of the family that it may have, if only reading the object decides. */
	mayHave?: readonly string[] | undefined;
}

interface EventSaid {
	status: string | null;
	/** ISO 8601. */
	occurredAt: string | null;
}

/** A list of GraphQL that can be asked what has changed within a window of time (public reference). */
export interface ChangedList extends ClientList {
	/** The statuses with an event that it shows. */
	readonly statuses: readonly string[];
	/** Events of other families that its objects also show. */
	readonly alsoShows?: readonly string[];
	/** The filter for changes within a window, which is given as the filter of a date. */
	windowFilter(window: IDataObject): IDataObject;
	/** The time of an object that this filter compares. */
	changedAt(node: IDataObject): unknown;
	/** When the status of an object began, where the status itself has no date. */
	beganAt?(node: IDataObject): unknown;
}

/** The meaning of an object's current status; undefined for an unknown status. */
export function meaningOf(
	{ status }: IDataObject,
	{ statuses = {} }: Pick<Resource, 'statuses'>,
): StatusMeaning | undefined {
	if (typeof status !== 'string') return undefined;
	return Object.hasOwn(statuses, status) ? statuses[status] : undefined;
}

const moneyOfMeaning = {
	open: 'notYet',
	paused: 'notYet',
	done: 'moved',
	failed: 'notMoved',
} as const;

export function moneyOf(
	object: IDataObject,
	resource: Pick<Resource, 'statuses' | 'money'>,
): MoneyOutcome {
	const meaning = meaningOf(object, resource);
	return resource.money?.(object) ?? (meaning ? moneyOfMeaning[meaning] : 'unknown');
}

/** A list of the objects of a resource that say what became of their money. */
export function withMoney<Listed extends List>(list: Listed, resource: Resource): Listed {
	return {
		...list,
		asOutput(record: IDataObject) {
			const object = list.asOutput?.(record) ?? record;
			return { ...object, money: moneyOf(object, resource) };
		},
	};
}

/** Whether the status of an object will not change any more (spec 3). */
export function isFinal(object: IDataObject, resource: Pick<Resource, 'statuses'>): boolean {
	const meaning = meaningOf(object, resource);
	return meaning === 'done' || meaning === 'failed';
}

/** Whether the status of an object will change, by itself or once a person has acted. */
export function willChange(object: IDataObject, resource: Pick<Resource, 'statuses'>): boolean {
	const meaning = meaningOf(object, resource);
	return meaning === 'open' || meaning === 'paused';
}

/** All resources have the same word for it. A cancelled object is never paid again. */
export function isCancelled({ status }: IDataObject): boolean {
	return status === 'cancelled';
}

/** Whether an object of this resource can have a status that lasts until a person acts. */
export function canPause({ statuses = {} }: Pick<Resource, 'statuses'>): boolean {
	return Object.values(statuses).includes('paused');
}

/** The statuses of a resource in alphabetical order, as drop-downs list them. */
export function statusesOf({ statuses = {} }: Pick<Resource, 'statuses'>): string[] {
	return Object.keys(statuses).sort();
}
