import { reject } from '../../schemas/invalidInput';
import { textField } from '../../schemas/formFields';
import { optionalVisibleText } from '../../schemas/visibleText';
import { whyUnsafe } from '../../transport/addresses';

/** An address that the hosted page sends the payer back to; may be left empty (spec 4.2). */
export const redirectAddress = (label: string) =>
	optionalVisibleText(label).transform((given, context): string | undefined => {
		if (given === undefined) return undefined;
		const why = whyUnsafe(given);
		if (why === undefined) return given;
		return reject(
			context,
			label,
			why,
			'Enter a full web address, for example https://shop.example.com/thank-you. It needs https even for a test client.',
		);
	});

export const redirectUrlField = (description: string) =>
	textField(
		{
			displayName: 'Redirect URL',
			placeholder: 'e.g. https://shop.example.com/thank-you',
			description,
		},
		redirectAddress,
	);
