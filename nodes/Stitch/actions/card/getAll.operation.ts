import { defineOperation } from '../../run/operation';
import { text } from '../../schemas/text';
import { form } from '../../schemas/form';
import { textField } from '../../schemas/formFields';
import { listFields } from '../fields/list';
import { readList } from '../../transport/paging';
import { cards } from './cards';

const list = form({
	payerId: textField(
		{
			displayName: 'Payer ID',
			required: true,
			placeholder: 'e.g. customer-204',
			description: 'Your own ID for the payer whose cards you want',
		},
		text,
	),
	...listFields,
});

/** Lists the cards that are stored for a payer (companion spec 4.1). */
export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many cards',
	description: 'Retrieve the stored cards of a payer',
	form: list,

	simplify: cards.simplify,

	send: async ({ payerId, limit }, service) =>
		await readList(service, { ...cards.list, filters: { payerId } }, limit),
});
