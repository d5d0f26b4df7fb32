import { check, text } from '../../schemas/field';
import { hasId, readObject } from '../../transport/object';
import { locatorField } from '../fields/locator';
import { refunds } from './refunds';
import { defineOperation } from '../../run/operation';

/** Reads a refund as it stands now (companion spec 4.3). */
export const get = defineOperation<{ id: string }>({
	value: 'get',
	name: 'Get',
	action: 'Get refund',
	description: 'Get a refund with its current status',
	fields: [
		locatorField(refunds, {
			displayName: 'Refund',
			name: 'refundId',
			placeholder: 'e.g. cmVmdW5kOjE=',
		}),
	],

	prepare: (item) => ({ id: check(text('Refund'), item.get('refundId')) }),

	// Apart from the id, the fields of its record are not specified.
	send: async ({ id }, service) => await readObject(service, refunds, id, hasId),
});
