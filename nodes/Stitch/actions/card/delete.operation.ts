import { check, text } from '../../schemas/field';
import { segment } from '../../transport/service';
import { fieldOf } from '../fields/locator';
import { cards } from './cards';
import { defineOperation } from '../../run/operation';

/**
 * Deletes a stored card (companion spec 4.1).
 * After a lost answer it is not repeated: the repeat would find no card, and a card that the first
 * request deleted would look the same as an ID that never existed.
 */
export const deleteCard = defineOperation<{ id: string }>({
	value: 'delete',
	name: 'Delete',
	action: 'Delete card',
	description: 'Delete a stored card of a payer',
	fields: [
		{
			displayName: 'Payer ID',
			name: 'payerId',
			type: 'string',
			default: '',
			placeholder: 'e.g. customer-204',
			description:
				'Your own ID for the payer, to list their cards below. Not needed if you enter the card by its ID.',
		},
		fieldOf(cards),
	],

	prepare: (item) => ({ id: check(text('Card'), item.get('cardId')) }),

	async send({ id }, service) {
		await service.call({
			method: 'DELETE',
			path: `${cards.list.path}/${segment(id)}`,
			repeat: 'ifNotProcessed',
		});
		return { deleted: true };
	},
});
