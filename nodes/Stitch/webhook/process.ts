import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { flatPart, type EventFamily } from '../actions/resourceTypes';
import { asNodeError, type NodeError } from '../run/nodeError';
import { readAmount, type StitchEvent } from './event';
import { connect } from '../transport/connect';
import { eventFamilies } from './kinds';
import { passesFilter, readOptions, type TriggerOptions } from './options';
import { areFirstDeliveries } from './startOnce';
import { readItem, unverifiableInWords, type Unverifiable } from './unverifiable';

/**
 * The part of the trigger that runs inside the execution, after the answer: reads the resource
 * again if asked to, filters, and lets each event through once.
 *
 * An event is recorded last: whatever goes wrong before leaves it unrecorded, so that the failed
 * execution can be retried and a repeated delivery is not swallowed.
 * @throws {NodeOperationError | NodeApiError} when the resource or the database cannot be read
 */
export async function processEvents(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const why = readItem(context.getInputData()[0]?.json ?? {});
	if (why !== undefined) return tell(context, why);
	const options = readOptions(context.getNodeParameter('options', 0, {}) as IDataObject);
	const outputs = await Promise.all(
		context
			.getInputData()
			.map(
				async ({ json }, index) =>
					await processEvent(context, json as unknown as StitchEvent, index, options),
			),
	);
	return [outputs.filter((output) => output !== undefined)];
}

/**
 * Tells a person why events are refused. A node that goes on when it fails must not start the
 * workflow with something that is no event, so it then ends with a hint.
 * @throws {NodeOperationError}
 */
function tell(context: IExecuteFunctions, why: Unverifiable): INodeExecutionData[][] {
	const { message, description } = unverifiableInWords(why);
	if (!context.continueOnFail()) {
		throw new NodeOperationError(context.getNode(), message, { description });
	}
	context.addExecutionHints({ message: `${message}. ${description}`, type: 'warning' });
	return [[]];
}

async function processEvent(
	context: IExecuteFunctions,
	event: StitchEvent,
	item: number,
	options: TriggerOptions,
): Promise<INodeExecutionData | undefined> {
	const output = options.fetchCurrentResource
		? await withCurrentResource(context, event, item)
		: { json: event as unknown as IDataObject };
	// A resource that could not be read cannot be filtered, so its event is let through.
	const passes =
		output.json.error !== undefined || passesFilter(output.json as unknown as StitchEvent, options);
	if (!passes) return undefined;
	const [isFirst] = await areFirstDeliveries(context, [event], options.rememberedEvents);
	return isFirst ? { ...output, pairedItem: { item } } : undefined;
}

/** The event with its resource; values that the event lacks are taken from the resource. */
async function withCurrentResource(
	context: IExecuteFunctions,
	event: StitchEvent,
	item: number,
): Promise<INodeExecutionData> {
	const family = eventFamilies.find(({ resource }) => resource === event.resource);
	if (family === undefined || event.id === null) return { json: { ...event, current: null } };
	try {
		const service = await connect(context);
		const current = await family.readCurrent(service, event.id);
		return { json: { ...event, ...filledIn(event, family, current), current } };
	} catch (cause) {
		const error = asNodeError(context.getNode(), cause, item);
		if (context.continueOnFail()) return { json: unread(context, event, error) };
		throw error;
	}
}

/** The values that an event often lacks, from the resource where it does. */
function filledIn(
	event: StitchEvent,
	{ fromFlatEvent = flatPart }: EventFamily,
	current: IDataObject,
): IDataObject {
	const { data } = fromFlatEvent(current, event.event);
	return {
		externalReference: event.externalReference ?? data.externalReference ?? null,
		nonce: event.nonce ?? data.nonce ?? null,
		amount: event.amount ?? readAmount(data),
	};
}

/**
 * The event of a resource that could not be read. n8n sends an item to the error output only if it
 * has `error` and at most `message` and `details` in addition, so the event is put into `details`.
 */
function unread(
	context: IExecuteFunctions,
	event: StitchEvent,
	{ message, description }: NodeError,
): IDataObject {
	if (context.getNode().onError === 'continueErrorOutput') {
		return { error: message, details: { howToFix: description ?? '', event } };
	}
	return { ...event, current: null, error: message };
}
