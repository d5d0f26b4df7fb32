import { createHash } from 'crypto';
import { deepCopy, type IDataObject, type IPollFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { placeOf } from '../run/place';
import { durableData } from '../transport/n8nInternals';
import type { Service } from '../transport/service';
import { keep, keptUnder, put, sharedData } from '../webhook/workflowData';
import { Position, type KeptPosition } from './position';

const keptPosition: z.ZodType<KeptPosition> = z.object({
	reached: z.number(),
	starts: z.record(z.string(), z.number()),
	leftAt: z.record(z.string(), z.number()).optional(),
});

/**
 * Under this name, n8n keeps the positions of all polling triggers of a workflow. It keeps a node's own
 * data under the name of the node, which can change.
 */
const name = 'stitchPolling';

/** The node and the client: a client that was corrected continues where it left off. */
function keyOfPosition(context: IPollFunctions, { clientId }: Service): string {
	const text = JSON.stringify([placeOf(context), clientId]);
	return createHash('sha256').update(text).digest('base64');
}

/**
 * The position to continue from: the one of this process, which another process may have moved, or the
 * one that n8n has saved, or a new one.
 * @param here those of this process
 */
export function positionOf(
	context: IPollFunctions,
	service: Service,
	here: Map<string, Position>,
): Position {
	const key = keyOfPosition(context, service);
	// The objects that n8n returns have a hidden property in each of them.
	const keptIn = (data: IDataObject | undefined) => keptUnder(name, data)[key];
	const saved = deepCopy(keptIn(durableData(context)) ?? keptIn(sharedData(context)));
	const kept = keptPosition.safeParse(saved).data;
	const position = here.get(key) ?? new Position(service.clock.now());
	if (kept !== undefined) position.continueFrom(kept);
	here.set(key, position);
	return position;
}

/** n8n saves it when it is handed changes, and when the workflow is published. */
export function keepPosition(context: IPollFunctions, service: Service, position: Position): void {
	const key = keyOfPosition(context, service);
	const durable = durableData(context);
	const kept = { ...position.kept() };
	if (durable === undefined) keep(context, name, key, kept);
	else put(durable, name, key, kept);
}
