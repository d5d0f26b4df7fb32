import { createHash } from 'crypto';
import { deepCopy, type IDataObject, type IPollFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { Service } from '../transport/service';
import { Position, type KeptPosition } from './position';

const keptPosition: z.ZodType<KeptPosition> = z.object({
	reached: z.number(),
	starts: z.record(z.string(), z.number()),
});

/** Under this name, n8n keeps the positions of all polling triggers of a workflow. */
const name = 'stitchPolling';

/**
 * The instance of n8n, the workflow and the node, whatever it is called, and the client: a copy of the
 * workflow has a position of its own, and a client that was put right goes on where it stood.
 */
function ownerOf(context: IPollFunctions, { clientId, addresses }: Service): string {
	const place = [context.getInstanceId(), context.getWorkflow().id, context.getNode().id];
	const text = JSON.stringify([...place, clientId, addresses]);
	return createHash('sha256').update(text).digest('base64');
}

/**
 * The position to go on from: that of this process, which another one may have moved, or what n8n has
 * saved, or a new one.
 * @param here those of this process
 */
export function positionOf(
	context: IPollFunctions,
	service: Service,
	here: Map<string, Position>,
): Position {
	const owner = ownerOf(context, service);
	// What n8n gives are objects with a mark of its own in each of them.
	const saved = deepCopy(all(durableData(context))[owner] ?? all(workflowData(context))[owner]);
	const kept = keptPosition.safeParse(saved).data;
	const position = here.get(owner) ?? new Position(service.clock.now());
	if (kept !== undefined) position.goOnFrom(kept);
	here.set(owner, position);
	return position;
}

/** n8n saves it when it is handed changes, and when the workflow is published. */
export function keepPosition(context: IPollFunctions, service: Service, position: Position): void {
	const data = durableData(context) ?? workflowData(context);
	// As a whole: n8n does not notice a change inside it.
	data[name] = { ...all(data), [ownerOf(context, service)]: { ...position.asKept() } };
}

function all(data: IDataObject | undefined): IDataObject {
	return (data?.[name] ?? {}) as IDataObject;
}

/** n8n keeps a node's own data under its name, which can change. */
function workflowData(context: IPollFunctions): IDataObject {
	return context.getWorkflowStaticData('global');
}

/**
 * With durable cursors, n8n keeps a node's data under its ID, and saves them with each poll. It does
 * not put its mark into them then.
 */
function durableData(context: IPollFunctions): IDataObject | undefined {
	const data = context.getWorkflowStaticData('node');
	return '__dataChanged' in data ? undefined : data;
}
