import { z } from 'zod/v4';

import { defineOperation } from '../../run/operation';
import { check, text } from '../../schemas/field';
import { limit, listFields, rawLimit } from '../fields/list';
import { readList } from '../../transport/paging';
import { cards } from './cards';

/** Which stored cards are listed (companion spec 4.1). */
const cardListSchema = z.object({ payerId: text('Payer ID'), limit });

type CardList = z.output<typeof cardListSchema>;

/** Lists the cards that are stored for a payer (companion spec 4.1). */
export const getAll = defineOperation<CardList>({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many cards',
	description: 'Retrieve the stored cards of a payer',
	fields: [
		{
			displayName: 'Payer ID',
			name: 'payerId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. customer-204',
			description: 'Your own ID for the payer whose cards you want',
		},
		...listFields,
	],

	simplify: cards.simplify,

	prepare: (item) => check(cardListSchema, { payerId: item.get('payerId'), limit: rawLimit(item) }),

	send: async ({ payerId, limit }, service) =>
		await readList(service, { ...cards.list, filters: { payerId } }, limit),
});
