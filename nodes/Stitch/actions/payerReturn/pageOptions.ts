import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { asText } from '../../schemas/field';
import type { Page } from './page';
import { languageOf, type Languages, type PageName } from './texts';

const text = (words: Record<'displayName' | 'name' | 'placeholder' | 'description', string>) => ({
	...words,
	type: 'string' as const,
	default: '',
});

const businessName: INodeProperties = {
	displayName: 'Business Name',
	name: 'businessName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Example Shop',
	description: 'Your name as the payer knows it. It stands at the top of the page.',
};

const pageLanguage: INodeProperties = {
	displayName: 'Page Language',
	name: 'pageLanguage',
	type: 'options',
	options: [
		{ name: 'Afrikaans', value: 'af' },
		{
			name: 'Automatic',
			value: 'automatic',
			description: "What the payer's browser asks for, if it is one of these; otherwise English",
		},
		{ name: 'English', value: 'en' },
	],
	default: 'automatic',
	description: 'The language of the page that a returning payer sees',
};

const pageTexts: INodeProperties = {
	displayName: 'Page Texts',
	name: 'pageTexts',
	type: 'fixedCollection',
	placeholder: 'Add texts',
	default: {},
	description:
		'Your own words for the page, in any language. What is left empty stays as Page Language says. Labels and links count only on a page whose heading or text you give.',
	options: [
		{
			displayName: 'Texts',
			name: 'texts',
			values: [
				text({
					displayName: 'Amount Label',
					name: 'amount',
					placeholder: 'e.g. Amount',
					description: 'The word before the amount of the payment',
				}),
				text({
					displayName: 'Back Link',
					name: 'backToPayment',
					placeholder: 'e.g. Back to payment',
					description: 'The words of the link back to the payment',
				}),
				text({
					displayName: 'Check Link',
					name: 'checkAgain',
					placeholder: 'e.g. Check again',
					description: 'The words of the link that checks once more',
				}),
				text({
					displayName: 'Language Code',
					name: 'code',
					placeholder: 'e.g. zu',
					description: 'The language of your texts, as a code of two or three letters',
				}),
				text({
					displayName: 'Paid: Heading',
					name: 'paidHeading',
					placeholder: 'e.g. Thank you',
					description: 'Above the text, when the payment is complete',
				}),
				text({
					displayName: 'Paid: Text',
					name: 'paidText',
					placeholder: 'e.g. Your order is on its way',
					description: 'When the payment is complete',
				}),
				text({
					displayName: 'Reference Label',
					name: 'reference',
					placeholder: 'e.g. Reference',
					description: 'The word before the external reference of the payment',
				}),
				text({
					displayName: 'Unpaid: Heading',
					name: 'unpaidHeading',
					placeholder: 'e.g. Not paid yet',
					description: 'Above the text, when the payment is not complete',
				}),
				text({
					displayName: 'Unpaid: Text',
					name: 'unpaidText',
					placeholder: 'e.g. You can try again',
					description: 'When the payment is not complete',
				}),
			],
		},
	],
};

const thankYouUrl: INodeProperties = {
	displayName: 'Thank-You URL',
	name: 'thankYouUrl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://shop.example.com/thank-you',
	description:
		'Where payers go who have paid, instead of to the page that says thank you. They can load that page again as often as they like.',
};

/** The options that decide what a payer sees who returns from a payment. */
export const pageOptions: INodeProperties[] = [businessName, pageLanguage, pageTexts, thankYouUrl];

/** The same for a payer who was asked to agree to charges. */
export const consentPageOptions: INodeProperties[] = [
	businessName,
	pageLanguage,
	{
		...thankYouUrl,
		description:
			'Where payers go who have agreed, instead of to the page that says thank you. They can load that page again as often as they like.',
	},
];

/** Which of the user's texts each page uses; the other pages have only our own words. */
const ownTexts: Partial<Record<PageName, [heading: string, text: string]>> = {
	paid: ['paidHeading', 'paidText'],
	pending: ['unpaidHeading', 'unpaidText'],
	notPaid: ['unpaidHeading', 'unpaidText'],
};

/** The words of a page, and whose page it is, as the options choose them. */
export function wordsOf(
	name: PageName,
	languages: Languages,
	options: IDataObject,
	acceptLanguage: string,
): Pick<Page, 'language' | 'own' | 'business'> {
	const language = languageOf(languages, String(options.pageLanguage ?? ''), acceptLanguage);
	const business = asText(options.businessName);
	const given = ((options.pageTexts as IDataObject | undefined)?.texts ?? {}) as IDataObject;
	const [heading, body] = (ownTexts[name] ?? []).map((field) => asText(given[field]));
	if (heading === undefined && body === undefined) return { language, business };
	return {
		language,
		business,
		own: {
			heading: heading ?? language.pages[name].heading,
			text: body ?? language.pages[name].text,
			code: asText(given.code) ?? language.code,
			backToPayment: asText(given.backToPayment) ?? language.backToPayment,
			checkAgain: asText(given.checkAgain) ?? language.checkAgain,
			amount: asText(given.amount) ?? language.amount,
			reference: asText(given.reference) ?? language.reference,
		},
	};
}
