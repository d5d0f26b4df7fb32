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
	/** The cursor after changes that were handed to n8n, and the process that did it. */
	handedOver: z.object({ by: z.string(), cursor }).optional(),
});

type KeptState = z.infer<typeof keptState>;

/**
 * What was kept last, by place. With durable cursors, n8n 2.40 does not save what the look keeps that
 * it makes when a workflow is published, and the next look must not begin anew.
 */
const beginnings = new Map<string, KeptState>();

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
 * Where n8n saves both in one transaction (its durable cursors), what was saved counts at once.
 * @param isLost whether what this process handed over last has not become an execution
 */
export function readKept(context: IPollFunctions, owner: Owner, isLost: boolean): Known {
	const data = context.getWorkflowStaticData('node');
	const polling = data.polling ?? beginnings.get(owner.place);
	if (polling === undefined) return { why: 'first' };
	// What n8n gives are objects with a mark of its own in each of them.
	const { data: kept } = keptState.safeParse(deepCopy(polling));
	if (kept === undefined) return { why: 'unreadable' };
	if (kept.place !== owner.place) return { why: 'copied' };
	if (kept.client !== owner.client) return { why: 'otherClient' };
	if (owner.startFrom !== undefined && kept.startFrom !== owner.startFrom) {
		return { why: 'otherStart' };
	}
	const { handedOver } = kept;
	const counts = isSavedWithExecution(data) || (handedOver?.by === thisProcess && !isLost);
	return { cursor: handedOver !== undefined && counts ? handedOver.cursor : kept.cursor };
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
	const handedOver = after && { by: thisProcess, cursor: after };
	const state: KeptState = { ...owner, cursor: before, ...(handedOver && { handedOver }) };
	context.getWorkflowStaticData('node').polling = state as unknown as IDataObject;
	beginnings.set(owner.place, state);
}
