import { defineOperation } from '../../run/operation';
import { text } from '../../schemas/text';
import { form } from '../../schemas/form';
import { choice, textField } from '../../schemas/formFields';
import { variant } from '../../schemas/formGroups';
import { listFields } from '../fields/list';
import { readList, type RestList } from '../../transport/paging';
import { simplifyRecord } from '../columns';

/** How fingerprint events are found: exactly one of the two is required (companion spec 4.5). */
const searchBy = choice({
	displayName: 'Search By',
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

const list = form({
	search: variant('searchBy', searchBy, {
		correlationId: {
			correlationId: textField(
				{
					displayName: 'Correlation ID',
					required: true,
					placeholder: 'e.g. order-1017',
					description: 'Your own reference that was sent with the event, at most 128 characters',
				},
				(label) => text(label, { max: 128 }),
			),
		},
		deviceId: {
			deviceId: textField(
				{
					displayName: 'Device ID',
					required: true,
					placeholder: 'e.g. dev_1a2b3c',
					description: 'The public ID of the device',
				},
				text,
			),
		},
	}),
	...listFields,
});

/** The fields of an event are not specified: its `id` may be that of the device. */
const events: RestList = {
	path: '/fingerprint/events',
	pageSize: 500,
	recordKey: (event) => JSON.stringify(event),
};

/** Lists fingerprint events, newest first (companion spec 4.5). */
export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many fingerprint events',
	description: 'Retrieve fingerprint events by your own reference or by device, newest first',
	form: list,

	// The fields of an event are not specified.
	simplify: simplifyRecord,

	async send({ search, limit }, service) {
		const filters =
			search.type === 'deviceId'
				? { deviceId: search.deviceId }
				: { correlationId: search.correlationId };
		return await readList(service, { ...events, filters }, limit);
	},
});
