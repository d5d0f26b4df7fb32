import type { IDataObject } from 'n8n-workflow';

import type { Item } from '../../run/item';
import { isFinal, meaningOf } from '../../run/lifecycle';
import { asFields } from '../../transport/json';
import type { Awaited } from './awaited';
import { assertLinkLeadsHere } from './whereLinkLeads';

/**
 * What is said of a wait, in one field beside those of the node's input: `outcome` once it has ended,
 * `final`, the object itself, and until then what was chosen for a payer who returns early.
 */
type WaitResult = IDataObject;

/** A wait that ended with a reading of what it was for. */
export function ended(awaited: Awaited, object: IDataObject): WaitResult {
	const { outcomes, lifecycle } = awaited;
	const isDone = meaningOf(object, lifecycle) === 'done';
	const outcome = isDone ? outcomes.done : outcomes.open;
	return { outcome, final: isFinal(object, lifecycle), [awaited.object]: object };
}

/**
 * A wait that timed out: the object as it was when the wait began. It says nothing about what has
 * happened, because n8n does not run the node when a time limit passes.
 */
export function timedOut(awaited: Awaited, object: IDataObject): WaitResult {
	return { outcome: 'timedOut', final: false, [awaited.object]: object };
}

/**
 * The node's output: its input, and the result beside it. The result has one name of its own, so that
 * it never stands in for a field of the input. It replaces only the result of an earlier wait.
 */
export function passOn(awaited: Awaited, input: IDataObject, result: WaitResult): IDataObject {
	return { ...input, [awaited.result]: { ...result } };
}

/** The node's output as columns: beside its input, only the object is the service's. */
export function inColumns(
	{ result: name, object, simplify }: Awaited,
	output: IDataObject,
): IDataObject {
	const { [object]: found, ...wait } = asFields(output[name]);
	return { ...output, [name]: { ...wait, [object]: simplify(asFields(found)) } };
}

/**
 * Makes the execution wait until a payer comes back or the time is up.
 * @param choice what was chosen for a payer who returns early
 * @returns the node's output until then, which n8n replaces when the wait ends
 * @throws {ServiceFailure} if the payer would come back to another execution
 */
export async function waitForPayer(
	awaited: Awaited,
	item: Item,
	{ object, choice, until }: { object: IDataObject; choice: string; until: number },
): Promise<IDataObject> {
	assertLinkLeadsHere(awaited, item, String(object.id));
	// Parking replaces the row.
	const { row } = item;
	const whenTimeIsUp = { ...timedOut(awaited, object), [awaited.choice]: choice };
	const parked = passOn(awaited, row, whenTimeIsUp);
	await item.park(new Date(until), item.isSimplified ? inColumns(awaited, parked) : parked);
	return passOn(awaited, row, { final: false, [awaited.object]: object });
}
