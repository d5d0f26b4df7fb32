import type { IDataObject } from 'n8n-workflow';

import type { ObjectReading } from '../transport/object';

/**
 * What a status says about an object of the service (spec 3).
 * `open`: it will change by itself. `paused`: it will change after a person has acted. `done` and
 * `failed` are final: it will not change any more, and money was paid only with `done`.
 */
export type StatusMeaning = 'open' | 'paused' | 'done' | 'failed';

interface States {
	/** The object's name in a sentence: `disbursement`. */
	readonly noun: string;
	/** Every status that is known, with what it means. */
	readonly statuses: Readonly<Record<string, StatusMeaning>>;
	/** Fields that the node added to the operation's output; reading it again does not return them. */
	readonly keeps?: readonly string[];
}

/**
 * How the objects of a resource change after the service's first answer, and how one is read. An
 * operation that names its lifecycle gets the option "Wait Until Final" without any code in its `send`.
 */
export type Lifecycle<How extends ObjectReading = ObjectReading> = States & How;

/** What the present status of an object means; undefined for a status that is not known. */
export function meaningOf(
	{ status }: IDataObject,
	{ statuses }: Pick<Lifecycle, 'statuses'>,
): StatusMeaning | undefined {
	const known = String(status);
	return Object.hasOwn(statuses, known) ? statuses[known] : undefined;
}

/** Whether the status of an object is final. */
export function isFinal(object: IDataObject, lifecycle: Pick<Lifecycle, 'statuses'>): boolean {
	const meaning = meaningOf(object, lifecycle);
	return meaning === 'done' || meaning === 'failed';
}

/** Whether a status of this lifecycle lasts until a person acts. */
export function canPause({ statuses }: Pick<Lifecycle, 'statuses'>): boolean {
	return Object.values(statuses).includes('paused');
}

/** The statuses of a lifecycle in alphabetical order, as drop-downs list them. */
export function statusesOf({ statuses }: Pick<Lifecycle, 'statuses'>): string[] {
	return Object.keys(statuses).sort();
}
