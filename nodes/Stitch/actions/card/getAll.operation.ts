import { cardListSchema, type CardList } from './card.schema';
import { check } from '../../schemas/field';
import { readList } from '../../transport/restPaging';
import { listFields, rawLimit } from '../fields/list';
import { defineOperation } from '../../run/operation';
import { simplifyRecord } from '../columns';
import { cards } from './cards';

/** Lists the cards that are stored for a payer (companion spec 4.1). */
export const getAll = defineOperation<CardList>({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many cards',
	description: 'Get the stored cards of a payer',
	fields: [
		{
			displayName: 'Payer ID',
			name: 'payerId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. customer-1234',
			description: 'Your own ID for the payer whose cards you want',
		},
		...listFields,
	],

	// The fields of its record are not specified.
	simplify: simplifyRecord,

	prepare: (item) => check(cardListSchema, { payerId: item.get('payerId'), limit: rawLimit(item) }),

	send: async ({ payerId, limit }, service) =>
		await readList(service, { ...cards, filters: { payerId } }, limit),
});
