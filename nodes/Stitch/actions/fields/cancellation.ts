import { text } from '../../schemas/text';
import { textField, type WordsOf } from '../../schemas/formFields';

/** Why something is cancelled, or ended in another way: text that the service requires (spec 4.1, 4.3). */
export const endingReason = (words: Partial<WordsOf<'string'>> = {}) =>
	textField(
		{
			displayName: 'Reason',
			required: true,
			placeholder: 'e.g. No longer needed',
			description: 'Why it is cancelled, in your own words. Stitch keeps the reason.',
			at: 'reason',
			...words,
		},
		text,
	);
