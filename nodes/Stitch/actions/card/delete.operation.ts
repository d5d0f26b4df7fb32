import { segment } from '../../transport/service';
import { locator } from '../fields/locator';
import { cards } from './cards';
import { defineOperation } from '../../run/operation';
import { form } from '../../schemas/form';
import { textField } from '../../schemas/formFields';
import { text } from '../../schemas/text';

/**
 * Deletes a stored card (companion spec 4.1).
 * After a lost answer it is not repeated: the repeat would find no card, and a card that the first
 * request deleted would look the same as an ID that never existed.
 */
export const deleteCard = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete card',
	description: 'Delete a stored card of a payer',
	form: form({
		payerId: {
			...textField(
				{
					displayName: 'Payer ID',
					placeholder: 'e.g. customer-204',
					description:
						'Your own ID for the payer, to list their cards below. Not needed if you enter the card by its ID.',
				},
				text,
			),
			// Only the editor's list of cards uses it; it is not sent.
			read: () => undefined,
		},
		id: locator(cards),
	}),

	async send({ id }, service) {
		await service.call({
			method: 'DELETE',
			path: `${cards.list.path}/${segment(id)}`,
			repeat: 'ifNotProcessed',
		});
		return { deleted: true };
	},
});
