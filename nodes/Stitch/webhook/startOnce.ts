import type { IExecuteFunctions } from 'n8n-workflow';

import { realClock, type Clock } from '../transport/clock';
import type { StitchEvent } from './event';
import { isFirstAnywhere } from './eventClaim';
import { EventMemory } from './eventMemory';
import { changeRow, eventRow, recordForNode, recordForWorkflow } from './eventRow';
import type { TriggerOptions } from './options';
import { triesOf } from './tries';

/** What is to start the workflow, and the options of its trigger that decide whether it does. */
export interface Starter {
	change: Pick<StitchEvent, 'changeKey' | 'eventId'>;
	/** Its place in the execution. */
	item: number;
	options: Pick<TriggerOptions, 'onceAcrossTriggers' | 'rememberedEvents' | 'severalWorkers'>;
}

/** In the list that triggers share: one from each of two triggers, and one for both. */
const entriesOfChange = 3;

/** Lets each change start its workflow once, for all triggers of one process of n8n. */
export class StartOnce {
	/** By workflow and node, and by workflow for what its triggers share. */
	private readonly memories = new Map<string, EventMemory>();

	constructor(private readonly clock: Clock) {}

	/**
	 * Whether this event has not started the workflow yet. A test in the editor and a retry by hand are
	 * deliberate, so they always pass. A test is not even recorded, because the same event may be on its
	 * way to the production address.
	 *
	 * What fails here does not count as told, so another trigger can still start the workflow with it.
	 * Where n8n runs the node again in the same execution, the answer stays the same.
	 * @throws what n8n's database throws, and {NodeOperationError} where an option does not work in this
	 * n8n
	 */
	async isWelcome(context: IExecuteFunctions, starter: Starter): Promise<boolean> {
		const mode = context.getMode();
		if (mode === 'manual') return true;
		const isRetry = mode === 'retry';
		const isNew = await this.isNewEvent(context, starter, isRetry);
		if (!isNew && !isRetry) return false;
		if (!starter.options.onceAcrossTriggers) return true;
		const isFirst = await this.isFirstOfAll(context, starter, isRetry);
		return isFirst || isRetry;
	}

	/** Whether this is the first delivery of an event to its trigger. */
	private async isNewEvent(context: IExecuteFunctions, starter: Starter, isRetry: boolean) {
		const { eventId } = starter.change;
		const { rememberedEvents, severalWorkers } = starter.options;
		const record = recordForNode(context, rememberedEvents);
		const memory = this.memoryOf(`${context.getWorkflow().id}/${context.getNode().id}`);
		const isFirstHere = async (whenKept?: () => void) =>
			await memory.isFirst(eventId, record, whenKept);
		return await triesOf(context).isFirst(stepOf(starter, 'event'), async () =>
			severalWorkers && !isRetry
				? await isFirstAnywhere(eventRow(context, eventId), copyOf(context, starter), isFirstHere)
				: await isFirstHere(),
		);
	}

	/**
	 * Whether no other trigger has started the workflow for this change. An object can take a status
	 * again, for example when a payout pauses twice, and its time is not the same in all forms of an
	 * event. So what counts is how often each trigger has heard of it: the second time that one does is
	 * the second time of the other.
	 */
	private async isFirstOfAll(context: IExecuteFunctions, starter: Starter, isRetry: boolean) {
		const { changeKey } = starter.change;
		const { rememberedEvents, severalWorkers } = starter.options;
		const record = recordForWorkflow(context, entriesOfChange * rememberedEvents);
		const memory = this.memoryOf(context.getWorkflow().id ?? '');
		const tries = triesOf(context);
		for (let time = 1; ; time++) {
			const change = `${changeKey}#${time}`;
			const claim = async (whenKept?: () => void) => await memory.isFirst(change, record, whenKept);
			const [isNewHere, isNewToAll] = await Promise.all([
				tries.isFirst(
					stepOf(starter, `${time} here`),
					async () => await memory.isFirst(`${context.getNode().id}/${change}`, record),
				),
				tries.isFirst(stepOf(starter, `${time} of all`), async () =>
					severalWorkers && !isRetry
						? await isFirstAnywhere(changeRow(context, change), copyOf(context, starter), claim)
						: await claim(),
				),
			]);
			if (isNewHere || isRetry) return isNewToAll;
		}
	}

	private memoryOf(owner: string): EventMemory {
		const known = this.memories.get(owner) ?? new EventMemory(this.clock);
		this.memories.set(owner, known);
		return known;
	}
}

/** Differs for each delivery, and stays when n8n tries the node again. */
function copyOf(context: IExecuteFunctions, { item }: Starter): string {
	return `${context.getExecutionId()}/${item}`;
}

/** What is asked about one event of an execution. */
function stepOf({ item, change }: Starter, step: string): string {
	return `${item}/${change.eventId}/${step}`;
}

/** Of this process. */
export const startOnce: StartOnce = new StartOnce(realClock(undefined));
