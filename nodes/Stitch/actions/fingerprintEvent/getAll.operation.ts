import { z } from 'zod/v4';

import { defineOperation } from '../../run/operation';
import { check, choiceField, text } from '../../schemas/field';
import { limit, listFields, rawLimit } from '../fields/list';
import { readList } from '../../transport/paging';
import { simplifyRecord } from '../columns';

/** How fingerprint events are found: exactly one of the two is required (companion spec 4.5). */
const searchBy = choiceField({
	displayName: 'Search By',
	name: 'searchBy',
	type: 'options',
	options: [
		{
			name: 'Correlation ID',
			value: 'correlationId',
			description: 'Your own reference that was sent with the event',
		},
		{
			name: 'Device ID',
			value: 'deviceId',
			description: 'The public ID of the device that the event came from',
		},
	],
	default: 'correlationId',
	description: 'What to find the events by',
});

/** Which fingerprint events are listed, for each way to find them (companion spec 4.5). */
const fingerprintEventLists = {
	correlationId: z.object({ correlationId: text('Correlation ID', { max: 128 }), limit }),
	deviceId: z.object({ deviceId: text('Device ID'), limit }),
};

type FingerprintEventList = z.output<
	(typeof fingerprintEventLists)[keyof typeof fingerprintEventLists]
>;

/** Lists fingerprint events, newest first (companion spec 4.5). */
export const getAll = defineOperation<FingerprintEventList>({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many fingerprint events',
	description: 'Retrieve fingerprint events by your own reference or by device, newest first',
	fields: [
		searchBy.field,
		{
			displayName: 'Correlation ID',
			name: 'correlationId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. order-1017',
			description: 'Your own reference that was sent with the event, at most 128 characters',
			displayOptions: { show: { searchBy: ['correlationId'] } },
		},
		{
			displayName: 'Device ID',
			name: 'deviceId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. dev_1a2b3c',
			description: 'The public ID of the device',
			displayOptions: { show: { searchBy: ['deviceId'] } },
		},
		...listFields,
	],

	// The fields of an event are not specified.
	simplify: simplifyRecord,

	prepare(item) {
		const by = check(searchBy.rule, item.get('searchBy'));
		return check(fingerprintEventLists[by], { [by]: item.get(by), limit: rawLimit(item) });
	},

	send: async ({ limit, ...filters }, service) =>
		await readList(service, { path: '/fingerprint/events', filters, pageSize: 500 }, limit),
});
