import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { flatPart } from '../actions/eventParts';
import { asNodeError, errorOutput, type NodeError } from '../run/nodeError';
import { connect, setupError } from '../transport/connect';
import { httpStatusOf, isTemporary, ServiceFailure } from '../transport/failure';
import { textOf } from '../transport/json';
import type { Message } from '../transport/messages';
import { readObject } from '../transport/object';
import { joinWithOr } from '../transport/wording';
import type { Service } from '../transport/service';
import { readAmount, stitchEvent, type StitchEvent } from './event';
import { eventFamilies, eventName, nameOf, unknownEvent, type EventsOfResource } from './catalogue';
import { isChosen, objectToRead, passesFilter, wouldBeMissed } from './filter';
import { readPanel, triggerPanel, type TriggerOptions } from './settings';
import { alertMessage, alertNamed, unreadableEvent } from './rejections';
import { areFirstDeliveries } from './startOnce';

/** How many events n8n keeps of a trigger: more than arrive while Stitch repeats one, for up to 28 hours. */
const rememberedEvents = 10_000;

/**
 * The part of the trigger that runs inside the execution, after the answer: reads the resource
 * where needed, filters, and lets each event through once.
 *
 * An event is recorded last: whatever goes wrong before leaves it unrecorded, so that the failed
 * execution can be retried and a repeated delivery is not swallowed.
 * @throws {NodeOperationError | NodeApiError} when the resource or the database cannot be read
 */
export async function processEvents(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const alert = alertNamed(context.getInputData()[0]?.json.alert);
	if (alert !== undefined) return raise(context, alertMessage(alert));
	return await continuingOnFail(context, async () => await newEvents(context));
}

async function newEvents(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const { events, options } = readPanel(context, triggerPanel);
	const items = context.getInputData().map(({ json }) => json as unknown as StitchEvent);
	const read = await Promise.all(
		items.map(async (event, item) => await readWanted(context, event, { item, events, options })),
	);
	const wanted = read.filter((each) => each !== undefined);
	const changes = wanted.map(({ event }) => event);
	const areFirst = await areFirstDeliveries(context, changes, 2 * rememberedEvents, options);
	return [wanted.map(({ output }) => output).filter((_, index) => areFirst[index])];
}

/**
 * Alerts a person that an event did not start the workflow. A node that continues when it fails must not start the
 * workflow with something that is no event, so it then ends with a hint.
 * @throws {NodeOperationError}
 */
function raise(
	context: IExecuteFunctions,
	{ message, description }: Message,
): INodeExecutionData[][] {
	if (!context.continueOnFail()) throw setupError(context, message, description);
	context.addExecutionHints({ message: `${message}. ${description}`, type: 'warning' });
	return [[]];
}

interface Passed {
	event: StitchEvent;
	output: INodeExecutionData;
}

/** Undefined if the node is not to start on the event. */
async function readWanted(
	context: IExecuteFunctions,
	given: StitchEvent,
	{ item, events, options }: { item: number; events: readonly string[]; options: TriggerOptions },
): Promise<Passed | undefined> {
	const { mayBe, ...event } = given;
	const isWanted = (said: StitchEvent) => isChosen(said, events) && passesFilter(said, options);
	if (wouldBeMissed(given, events, options)) {
		throw setupError(context, unreadableEvent.message, unreadableEvent.description);
	}
	const pass = (json: IDataObject, as: StitchEvent = event) => ({
		event: as,
		output: { json, pairedItem: { item } },
	});
	const fetched = (current: IDataObject | null) => options.fetchCurrentResource && { current };
	const object = objectToRead(given, options);
	const unlessFiltered = () =>
		passesFilter(event, options) ? pass({ ...event, ...fetched(null) }) : undefined;
	if (object === undefined) return unlessFiltered();
	const { family, id } = object;
	try {
		const current = await readCurrent(family, await connect(context), id);
		const said = enriched(event, family, current);
		return isWanted(said) ? pass({ ...said, ...fetched(current) }, said) : undefined;
	} catch (cause) {
		// Its subject cannot be found out, and Unknown Event is chosen as well.
		if (mayBe && events.includes(unknownEvent) && isForbidden(cause)) return unlessFiltered();
		const error = asNodeError(context.getNode(), cause, item);
		error.description = `${error.description ?? ''} ${whyRead(given, options)}`.trim();
		// A resource that could not be read cannot be filtered, so its event is let through.
		if (context.continueOnFail()) return pass(unreadEvent(context, event, error));
		throw error;
	}
}

async function readCurrent(family: EventsOfResource, service: Service, id: string) {
	const { resource } = family;
	return await (family.readCurrent?.(service, id) ?? readObject(service, resource.one, id));
}

/** Why an object is read that the user did not ask for. */
function whyRead({ mayBe }: StitchEvent, { fetchCurrentResource }: TriggerOptions): string {
	if (mayBe !== undefined) {
		return `The event does not say whether it is ${joinWithOr(mayBe.map(nameOf))}, so the trigger reads it. To start on such events unread, choose Unknown Event as well.`;
	}
	if (fetchCurrentResource) return '';
	return "The event does not carry the reference that 'External Reference Prefix' compares, so the trigger reads it.";
}

function isForbidden(cause: unknown): boolean {
	if (!(cause instanceof ServiceFailure)) return false;
	const { details } = cause;
	return httpStatusOf(details) === 403 || (details.kind === 'token' && !isTemporary(details));
}

/** The event with what its object says: what it is about, and values that an event often lacks. */
function enriched(event: StitchEvent, family: EventsOfResource, current: IDataObject): StitchEvent {
	const said = { ...event, ...filledIn(event, family, current) };
	const decided = family.decide?.(current, event);
	const found = eventFamilies.find((each) => each.family === decided?.family);
	if (decided === undefined || found === undefined) return said;
	const { status, occurredAt } = decided;
	const name = eventName(found.family, status ?? '');
	const resource = found.resource.value;
	return stitchEvent({ ...said, event: name, resource, status, occurredAt }, event);
}

function filledIn(
	event: StitchEvent,
	{ readFlatEvent = flatPart }: EventsOfResource,
	current: IDataObject,
): Pick<StitchEvent, 'externalReference' | 'nonce' | 'amount'> {
	const { data } = readFlatEvent(current, event.event) ?? flatPart(current);
	return {
		externalReference: event.externalReference ?? textOf(data.externalReference) ?? null,
		nonce: event.nonce ?? textOf(data.nonce) ?? null,
		amount: event.amount ?? readAmount(data),
	};
}

function unreadEvent(
	context: IExecuteFunctions,
	event: StitchEvent,
	error: NodeError,
): IDataObject {
	return context.getNode().onError === 'continueErrorOutput'
		? errorOutput(error, { event })
		: { ...event, current: null, error: error.message };
}

/**
 * The items that a trigger's execution passes on. A node that continues when it fails returns an item
 * with `error` for each event, which is in `details`: if this threw, n8n would pass on the input of the
 * node, as if unchecked events were good. n8n sends such items to the error output, if the node has one.
 * @throws {NodeOperationError | NodeApiError} where the node stops when it fails
 */
export async function continuingOnFail(
	context: IExecuteFunctions,
	work: () => Promise<INodeExecutionData[][]>,
): Promise<INodeExecutionData[][]> {
	try {
		return await work();
	} catch (cause) {
		const error = asNodeError(context.getNode(), cause);
		if (!context.continueOnFail()) throw error;
		error.description = `${error.description ?? ''} ${unchecked}`.trim();
		return [
			context.getInputData().map(({ json: event }, item) => ({
				json: errorOutput(error, { event }),
				pairedItem: { item },
			})),
		];
	}
}

const unchecked =
	'The event in "details" was not filtered and not checked for an earlier start of the workflow.';
