import { createHash, randomUUID } from 'crypto';
import { deepCopy, type IDataObject, type IPollFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { Service } from '../transport/service';
import type { Cursor } from './cursor';

/** This process of n8n, as long as it runs. */
const thisProcess: string = randomUUID();

const cursor = z.object({
	reached: z.number(),
	starts: z.record(z.string(), z.number()),
	seen: z.record(z.string(), z.tuple([z.string(), z.number()])),
	spanMs: z.number().optional(),
});

const keptState = z.object({
	/** The instance of n8n, the workflow and the node: a copy of the workflow is another one. */
	place: z.string(),
	/** The client and the service that it belongs to. */
	client: z.string(),
	startFrom: z.string().optional(),
	cursor,
	/** The process that kept it. */
	by: z.string(),
	/** The cursor after changes that it handed to n8n. */
	handedOver: cursor.optional(),
});

type KeptState = z.infer<typeof keptState>;

/** What this process kept last, by place: n8n saves it only now and then. */
const keptHere = new Map<string, KeptState>();

/** What n8n keeps for the workflow: the cursor of each of its polling triggers, by node ID. */
const notes = 'stitchPolling';

/** Whose cursor it is. */
export type Owner = Pick<KeptState, 'place' | 'client' | 'startFrom'>;

/** What is known of earlier looks: the cursor, or why there is none to go on from. */
export type Known =
	| { cursor: Cursor }
	| { cursor?: undefined; why: 'first' | 'copied' | 'otherClient' | 'otherStart' | 'unreadable' };

/** The owner of the cursor of this node. @param startFrom ISO 8601 */
export function ownerOf(
	context: IPollFunctions,
	{ clientId, addresses }: Service,
	startFrom: string | undefined,
): Owner {
	const place = [context.getInstanceId(), context.getWorkflow().id, context.getNode().id];
	return {
		place: digest(place),
		client: digest([clientId, addresses]),
		...(startFrom !== undefined && { startFrom }),
	};
}

function digest(content: unknown): string {
	return createHash('sha256').update(JSON.stringify(content)).digest('base64');
}

/**
 * The cursor to go on from.
 *
 * n8n saves it at the moment in which it is handed changes, and stores the execution by itself,
 * sooner or later. If n8n ends in between, the execution does not exist. So a cursor counts only once
 * the process that handed the changes over comes back for the next look; after a restart, the same
 * changes are handed over again, and the execution drops those that it knows.
 *
 * Where n8n saves both in one transaction (its durable cursors), what was saved counts at once. What
 * was not saved may have been in a transaction that was rolled back, so it does not count.
 * @param isLost whether what this process handed over last has not become an execution
 */
export function readKept(context: IPollFunctions, owner: Owner, isLost: boolean): Known {
	const data = context.getWorkflowStaticData('node');
	const polling = latestKept(data, owner.place) ?? noteOf(context);
	if (polling === undefined) return { why: 'first' };
	// What n8n gives are objects with a mark of its own in each of them.
	const { data: kept } = keptState.safeParse(deepCopy(polling));
	if (kept === undefined) return { why: 'unreadable' };
	if (kept.place !== owner.place) return { why: 'copied' };
	if (kept.client !== owner.client) return { why: 'otherClient' };
	if (owner.startFrom !== undefined && kept.startFrom !== owner.startFrom) {
		return { why: 'otherStart' };
	}
	const counts = isSavedWithExecution(data)
		? data.polling !== undefined
		: kept.by === thisProcess && !isLost;
	return { cursor: (counts ? kept.handedOver : undefined) ?? kept.cursor };
}

/**
 * What was kept last. n8n saves it when a workflow is published and when a look has found something
 * (`trigger-execution-context.factory`), so a workflow that is published again brings back what was
 * kept before the quiet looks since. Its cursor would tell what an added event or a wider filter lets
 * pass of all that time. So what this process kept is newer, unless another one kept something since.
 *
 * With durable cursors, n8n 2.40 does not save what the look keeps that it makes when a workflow is
 * published, and the next look must not begin anew; what was saved is the latest.
 */
function latestKept(data: IDataObject, place: string): unknown {
	const here = keptHere.get(place);
	const saved = data.polling as Pick<KeptState, 'by'> | null | undefined;
	const isOurs = !isSavedWithExecution(data) && saved?.by === thisProcess;
	return isOurs ? (here ?? saved) : (saved ?? here);
}

/** n8n marks data that it saves on its own, whenever this mark says that it has changed. */
function isSavedWithExecution(data: IDataObject): boolean {
	return !('__dataChanged' in data);
}

/**
 * Keeps the cursor.
 * @param after the cursor after changes that n8n is handed now
 */
export function keep(context: IPollFunctions, owner: Owner, before: Cursor, after?: Cursor): void {
	const handedOver = after && { handedOver: after };
	const state: KeptState = { ...owner, by: thisProcess, cursor: before, ...handedOver };
	const data = context.getWorkflowStaticData('node');
	data.polling = state as unknown as IDataObject;
	if (!isSavedWithExecution(data)) note(context, state);
	keptHere.set(owner.place, state);
}

/**
 * n8n keeps a node's data under its name, so a trigger that was renamed has none. (Durable cursors are
 * kept under its ID.)
 */
function note(context: IPollFunctions, state: KeptState): void {
	const data = context.getWorkflowStaticData('global');
	// As a whole: n8n does not notice a change inside it.
	data[notes] = { ...(data[notes] as IDataObject), [context.getNode().id]: { ...state } };
}

function noteOf(context: IPollFunctions): unknown {
	const all = context.getWorkflowStaticData('global')[notes] as IDataObject | undefined;
	return all?.[context.getNode().id];
}
