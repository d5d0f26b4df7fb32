import type { Item } from '../../run/item';
import { accountNumber } from '../../schemas/bank';
import { required } from '../../schemas/invalidInput';
import { form, type Field } from '../../schemas/form';
import { ifAdded, switchField, textField, type WordsOf } from '../../schemas/formFields';
import { collection, either, options } from '../../schemas/formGroups';
import { paymentAmount, payoutAmount } from '../../schemas/money';
import { optionalVisibleText, shortened, visibleText } from '../../schemas/visibleText';

const amountWords = {
	displayName: 'Amount in Rand',
	required: true,
	placeholder: 'e.g. 1500.50',
	description: 'In rand (ZAR), more than 0, with at most two decimals',
	at: 'amount',
};

/** The amount of a payment, in rand. It is text, so that 10.10 arrives as it was written. */
export const amountField = textField(amountWords, paymentAmount);

export const payoutAmountField = textField(amountWords, payoutAmount);

/** @param most digits that Stitch accepts; by default enough for a card or a loan */
export const accountNumberField = (most = 20) =>
	textField(
		{
			displayName: 'Account Number',
			required: true,
			placeholder: 'e.g. 1234567890',
			description: `Between 6 and ${most} digits. Spaces are ignored.`,
			at: ['accountNumber', 'bankAccount.number'],
		},
		accountNumber(most),
	);

/** In characters (public documentation). */
const longestName = 20;

/** If the option was not added, no name is shortened. */
export const shortenNames = ifAdded(
	switchField({
		displayName: 'Shorten Names',
		default: true,
		description: `Whether to cut a Beneficiary Name of more than ${longestName} characters to its first ${longestName}, instead of rejecting the item. Whether something was sent before does not depend on the name.`,
	}),
	'option',
);

const shortening = form({ options: options({ shortenNames }) });

/** The name, shortened if the user wants that. Read only on access. */
export function shortNames(item: Pick<Item, 'get'>) {
	const { shortenNames: isOn } = shortening.read(item).options;
	return {
		get beneficiaryName() {
			const name = item.get('beneficiaryName');
			return isOn ? shortened(name, longestName) : name;
		},
	};
}

export const beneficiaryNameField = (placeholder: string) =>
	textField(
		{
			displayName: 'Beneficiary Name',
			required: true,
			placeholder,
			description: `Who holds the account that receives the money, at most ${longestName} characters`,
			at: 'beneficiary.name',
		},
		(label) => visibleText(label, { max: longestName, shortenedBy: 'Shorten Names' }),
	);

const merchant = {
	displayName: 'Merchant ID',
	placeholder: 'e.g. bWVyY2hhbnQ6MQ==',
	description:
		'The ID that Stitch gave the merchant that receives the money. It is not the number from an acquirer.',
	at: 'merchantId',
};

export const merchantField = textField({ ...merchant, required: true }, visibleText);

export const optionalMerchantField = textField(merchant, optionalVisibleText);

/** The caller's own reference, which may be left empty. */
export const referenceField = (words: { placeholder: string; description: string }) =>
	textField({ displayName: 'External Reference', at: 'externalReference', ...words }, (label) =>
		optionalVisibleText(label, longestReference),
	);

const longestReference = { max: 4096 };

/** The caller's own reference of a payment; required if the nonce comes from it. */
export const identifyingReference = (placeholder: string): Field<string | undefined> =>
	either(
		{ nonceSource: ['externalReference'] },
		textField(
			{
				displayName: 'External Reference',
				required: true,
				placeholder,
				description:
					'Your own unique reference for this payment, such as employee number and month. The same reference is paid only once, and capitals count. Take it from the row. If it needs the month, type the month in the sheet.',
			},
			(label) =>
				required(
					label,
					'Enter a reference that only this payment has. A second run finds the payment by it.',
					optionalVisibleText(label, longestReference),
				),
		),
		referenceField({
			placeholder,
			description: 'Your own unique reference for this payment, for tracking and reconciliation',
		}),
	);

export const additionalFields = <F extends Record<string, Field>>(fields: F) =>
	collection({ displayName: 'Additional Fields', placeholder: 'Add field', default: {} }, fields);

/**
 * The service's own ID of the object that an operation works on, where it cannot be chosen from a list.
 * @param name of its resource, as the editor calls it
 */
export const idField = (
	name: string,
	words: { description: string } & Partial<WordsOf<'string'>>,
) => textField({ displayName: `${name} ID`, required: true, ...words }, visibleText);
