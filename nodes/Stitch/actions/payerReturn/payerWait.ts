import type { IDataObject } from 'n8n-workflow';

import { isFinal, meaningOf, type ResourceWith } from '../../run/resource';
import { asFields } from '../../transport/json';
import type { Facts } from './page';
import type { Languages } from './texts';
import type { Field } from '../../schemas/form';

/** What an execution can wait for a payer for, and what is said of it. */
export interface PayerWait {
	/** The resource of the operation that waits, and the field of its result with the object. */
	readonly resource: string;
	/** The value of that operation, and the field of the output with its result. */
	readonly operation: string;
	/** The operation as the editor calls it. */
	readonly name: WaitName;
	readonly action: string;
	/** As the editor calls the operation that reads the object: `Payment Request → Get`. */
	readonly get: string;
	/** The field that names the object. */
	readonly id: Field<string>;
	/** Where the object may be named by an external reference. */
	readonly locators?: ReadonlyArray<ResourceWith<'field' | 'label' | 'withReference'>>;
	/** What the panel says of it. */
	readonly descriptions: {
		readonly onEarlyReturn: string;
		/** Of the choice to continue after an early return. */
		readonly continue: string;
		/** How to branch on the outcome, as HTML. */
		readonly outcomes: string;
		readonly thankYouUrl: string;
	};
	/** How a wait is called that ended with what was awaited, and one that ended without. */
	readonly outcomes: { readonly done: string; readonly open: string };
	readonly lifecycle: ResourceWith<'one' | 'statuses'>;
	/** As columns. */
	simplify(object: IDataObject): IDataObject;
	/**
	 * For what expires by itself: when waiting for it makes no sense any more, in milliseconds since
	 * the epoch; undefined if the object does not say so.
	 */
	expiry?(object: IDataObject): number | undefined;
	/** Whether the payer has done their part, and a bank is still working on it. */
	isUnderWay?(object: IDataObject): boolean;
	/** The parameter of the address by which a return says whose it is. */
	readonly parameter: string;
	/** Whether a return with this `status` in its query comes from somebody who has done their part. */
	saysDone(status: unknown): boolean;
	/** What the payer knows it by. */
	facts(object: IDataObject): Facts;
	/** Where the payer can continue, and from where they return here; undefined if there is no such page. */
	page(object: IDataObject, here: string): string | undefined;
	/** The words of the page that the payer sees. */
	readonly languages: Languages;
}

/** The operations that wait for a payer, as the editor calls them. */
export type WaitName = 'Wait for Consent' | 'Wait for Payment';

/**
 * What is said of a wait, in one field beside those of the node's input: `outcome` once it has ended,
 * `final`, the object itself, and until then what was chosen for a payer who returns early.
 */
type WaitResult = IDataObject;

/** A wait that ended with a reading of what it was for. */
export function ended(
	{ outcomes, lifecycle, resource }: PayerWait,
	object: IDataObject,
): WaitResult {
	const isDone = meaningOf(object, lifecycle) === 'done';
	const outcome = isDone ? outcomes.done : outcomes.open;
	return { outcome, final: isFinal(object, lifecycle), [resource]: object };
}

/**
 * A wait that timed out: the object as it was when the wait began. It says nothing about what has
 * happened, because n8n does not run the node when a time limit passes.
 */
export function timedOut({ resource }: PayerWait, object: IDataObject): WaitResult {
	return { outcome: 'timedOut', final: false, [resource]: object };
}

/**
 * The node's output: its input, and the result beside it. The result has one name of its own, so that
 * it never stands in for a field of the input. It replaces only the result of an earlier wait.
 */
export function withResult(
	{ operation }: PayerWait,
	input: IDataObject,
	result: WaitResult,
): IDataObject {
	return { ...input, [operation]: { ...result } };
}

/** The node's output as columns: beside its input, only the object is the service's. */
export function inColumns(
	{ operation, resource, simplify }: PayerWait,
	output: IDataObject,
): IDataObject {
	const result = asFields(output[operation]);
	return {
		...output,
		[operation]: { ...result, [resource]: simplify(asFields(result[resource])) },
	};
}
