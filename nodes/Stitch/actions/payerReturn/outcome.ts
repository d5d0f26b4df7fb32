import type { IDataObject } from 'n8n-workflow';

import { isFinal, meaningOf } from '../../run/lifecycle';
import type { Awaited } from './awaited';

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
export function passOn(
	{ result: name }: Awaited,
	input: IDataObject,
	result: WaitResult,
): IDataObject {
	return { ...input, [name]: { ...result } };
}
