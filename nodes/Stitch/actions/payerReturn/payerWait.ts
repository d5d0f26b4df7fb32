import type { IDataObject } from 'n8n-workflow';

import { isFinal, meaningOf, type ResourceWith } from '../../run/resource';
import { asFields } from '../../transport/json';
import type { Facts } from './page';
import type { Languages } from './texts';
import type { Field } from '../../schemas/form';

/** Something for which an execution can wait for a payer, and its texts. */
export interface PayerWait {
	/** The value of the resource; also the field of the result that contains the object. */
	readonly resource: string;
	/** The value of the operation; also the field of the output that contains the result. */
	readonly operation: string;
	readonly name: WaitName;
	readonly action: string;
	/** The operation that reads the object, as the editor calls it: `Payment Request → Get`. */
	readonly get: string;
	readonly id: Field<string>;
	/** The resources whose external reference can name the object. */
	readonly locators?: ReadonlyArray<ResourceWith<'field' | 'label' | 'findByReference'>>;
	readonly descriptions: {
		readonly onEarlyReturn: string;
		/** Describes the choice to continue after an early return. */
		readonly continue: string;
		/** How to use the outcome in an IF node, as HTML. */
		readonly outcomes: string;
		readonly thankYouUrl: string;
	};
	/** The outcome of a wait that ended with the payment or agreement, and of one that ended without. */
	readonly outcomes: { readonly done: string; readonly open: string };
	readonly lifecycle: ResourceWith<'one' | 'statuses'>;
	simplify(object: IDataObject): IDataObject;
	/**
	 * When the object expires, in milliseconds since the epoch: after that, waiting makes no sense.
	 * Undefined if the object does not say so; absent if nothing expires.
	 */
	expiry?(object: IDataObject): number | undefined;
	/** Whether the payer has done their part, and a bank is still working on it. */
	isUnderWay?(object: IDataObject): boolean;
	/** The query parameter that says whose return it is. */
	readonly parameter: string;
	/** Whether a payer who returns with this `status` in the query has done their part. */
	saysDone(status: unknown): boolean;
	facts(object: IDataObject): Facts;
	/** Where the payer can continue, and from where they return here; undefined if there is no such page. */
	page(object: IDataObject, here: string): string | undefined;
	readonly languages: Languages;
}

export type WaitName = 'Wait for Consent' | 'Wait for Payment';

/**
 * The result of a wait, in one field next to the fields of the node's input: `outcome` once the wait has
 * ended, `final`, the object itself, and until then the user's choice for a payer who returns early.
 */
type WaitResult = IDataObject;

/** A wait that ended with a reading of its object. */
export function ended(
	{ outcomes, lifecycle, resource }: PayerWait,
	object: IDataObject,
): WaitResult {
	const isDone = meaningOf(object, lifecycle) === 'done';
	const outcome = isDone ? outcomes.done : outcomes.open;
	return { outcome, final: isFinal(object, lifecycle), [resource]: object };
}

/**
 * A wait that timed out: the object as it was when the wait began. It says nothing about later events,
 * because n8n does not run the node when a time limit passes.
 */
export function timedOut({ resource }: PayerWait, object: IDataObject): WaitResult {
	return { outcome: 'timedOut', final: false, [resource]: object };
}

/**
 * The node's output: its input, and the result next to it. The result has its own name, so that it never
 * replaces a field of the input. It replaces only the result of an earlier wait.
 */
export function addResult(
	{ operation }: PayerWait,
	input: IDataObject,
	result: WaitResult,
): IDataObject {
	return { ...input, [operation]: result };
}

/** The node's output as columns: next to its input, only the object comes from the service. */
export function simplifyResult(
	{ operation, resource, simplify }: PayerWait,
	output: IDataObject,
): IDataObject {
	const result = asFields(output[operation]);
	return {
		...output,
		[operation]: { ...result, [resource]: simplify(asFields(result[resource])) },
	};
}
