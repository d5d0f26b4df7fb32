import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { pick } from '../actions/columns';
import { asJsonObject } from '../transport/json';
import { reasonInWords } from '../transport/reasons';
import type { StitchEvent } from './event';
import { eventFamilies, unknownEvent } from './catalogue';

/** The fields of an event that most workflows need, in the order in which a person reads them. */
const simplifiedNames = [
	'event',
	'externalReference',
	'amount',
	'currency',
	'status',
	'reasonText',
	'occurredAt',
	'changeKey',
	'id',
	'error',
];

/**
 * The output of a trigger with the names and types of the action node: an amount is a number next to
 * its currency, and a reason is also there in plain words.
 * @param short whether Simplify is on
 */
export function eventColumns(
	outputs: INodeExecutionData[][],
	short: boolean,
): INodeExecutionData[][] {
	return outputs.map((items) =>
		items.map((item) => ({
			...item,
			json: itemColumns(item.json, short ? simplifiedColumns : allColumns),
		})),
	);
}

/** An item for the error output may contain only `details`, so its event is in there. */
function itemColumns(json: IDataObject, columnsOf: typeof allColumns): IDataObject {
	if (json.event !== undefined) return columnsOf(json);
	const details = asJsonObject(json.details);
	const event = asJsonObject(details?.event);
	return event ? { ...json, details: { ...details, event: columnsOf(event) } } : json;
}

function simplifiedColumns(json: IDataObject): IDataObject {
	const { event, resource, current, raw } = json;
	return {
		...pick(allColumns(json), simplifiedNames),
		...(current !== undefined && { current: simplified(resource, current) }),
		// Nothing else is known about an event that is not documented.
		...(event === unknownEvent && { raw }),
	};
}

function allColumns(json: IDataObject): IDataObject {
	const { event, externalReference, amount, status, statusReason, occurredAt, ...rest } =
		json as unknown as StitchEvent;
	const { resource, id, nonce, raw, ...more } = rest as unknown as IDataObject;
	return {
		event,
		externalReference,
		amount: amount?.quantity ?? null,
		currency: amount?.currency ?? null,
		status,
		reason: statusReason,
		reasonText: reasonInWords({ status, statusReason }) ?? null,
		occurredAt,
		resource,
		nonce,
		id,
		...more,
		raw,
	};
}

/** As Get returns it. */
function simplified(resource: unknown, current: unknown): IDataObject | null {
	const family = eventFamilies.find((each) => each.resource.value === resource);
	const object = asJsonObject(current);
	return family && object ? family.resource.simplify(object) : null;
}
