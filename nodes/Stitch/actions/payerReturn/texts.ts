/** The pages that a payer can see. */
export type PageName =
	/** The payment was made, or whatever else was awaited has happened. */
	| 'paid'
	/** It was not made yet; the page has a link back to it. */
	| 'pending'
	/** It was not made, and the workflow has continued without it. */
	| 'notPaid'
	/** It can no longer be made: it has expired, or somebody has cancelled or closed it. */
	| 'over'
	/** The service could not be reached. */
	| 'unknown'
	/** The return belongs to another payment. */
	| 'other';

export interface PageText {
	heading: string;
	text: string;
}

/** Everything that a page says in one language. */
export interface Language {
	/** BCP 47, for screen readers. */
	code: string;
	pages: Record<PageName, PageText>;
	backToPayment: string;
	checkAgain: string;
	/** Before the amount of the payment. */
	amount: string;
	/** Before the reference of the payment. */
	reference: string;
}

const english: Language = {
	code: 'en',
	pages: {
		paid: {
			heading: 'Thank you',
			text: 'Your payment is complete. You can close this page.',
		},
		pending: {
			heading: 'Your payment is not complete yet',
			text: 'If you have just paid, wait a moment and check again before you pay a second time.',
		},
		notPaid: {
			heading: 'Your payment was not completed',
			text: 'You can close this page.',
		},
		over: {
			heading: 'This payment is no longer open',
			text: 'It has expired, was cancelled, or was closed by the business. You can close this page.',
		},
		unknown: {
			heading: 'We could not check your payment just now',
			text: 'If you have paid, your payment is not lost. Please check again in a minute.',
		},
		other: {
			heading: 'Thank you',
			text: 'You can close this page.',
		},
	},
	backToPayment: 'Back to payment',
	checkAgain: 'Check again',
	amount: 'Amount',
	reference: 'Reference',
};

const afrikaans: Language = {
	code: 'af',
	pages: {
		paid: {
			heading: 'Dankie',
			text: 'Jou betaling is voltooi. Jy kan hierdie bladsy toemaak.',
		},
		pending: {
			heading: 'Jou betaling is nog nie voltooi nie',
			text: 'As jy pas betaal het, wag ’n oomblik en kyk weer voordat jy ’n tweede keer betaal.',
		},
		notPaid: {
			heading: 'Jou betaling is nie voltooi nie',
			text: 'Jy kan hierdie bladsy toemaak.',
		},
		over: {
			heading: 'Hierdie betaling is nie meer oop nie',
			text: 'Dit het verval, is gekanselleer, of is deur die besigheid gesluit. Jy kan hierdie bladsy toemaak.',
		},
		unknown: {
			heading: 'Ons kon nie nou jou betaling nagaan nie',
			text: 'As jy betaal het, is jou betaling nie verlore nie. Kyk asseblief oor ’n minuut weer.',
		},
		other: {
			heading: 'Dankie',
			text: 'Jy kan hierdie bladsy toemaak.',
		},
	},
	backToPayment: 'Terug na die betaling',
	checkAgain: 'Kyk weer',
	amount: 'Bedrag',
	reference: 'Verwysing',
};

/** The same in several languages, by their codes; English is always there. */
export type Languages = Record<string, Language> & { en: Language; af: Language };

/** The words about a payment. */
export const paymentLanguages: Languages = { en: english, af: afrikaans };

/**
 * The language of a page: the chosen one, or the first available one of those that the payer's
 * browser prefers; otherwise English.
 * @param acceptLanguage the browser's header, for example `af-ZA,af;q=0.9,en;q=0.8`
 */
export function languageOf(languages: Languages, chosen: string, acceptLanguage: string): Language {
	const code = Object.hasOwn(languages, chosen)
		? chosen
		: firstPreferred(languages, acceptLanguage);
	return languages[code ?? ''] ?? languages.en;
}

function firstPreferred(languages: Languages, acceptLanguage: string): string | undefined {
	return acceptLanguage
		.slice(0, 1000)
		.split(',')
		.map((part) => {
			const [range = '', quality = ''] = part.split(';');
			const weight = /^\s*q=([\d.]+)\s*$/.exec(quality)?.[1] ?? '1';
			return { code: range.trim().split('-')[0]?.toLowerCase() ?? '', weight: Number(weight) };
		})
		.filter(({ code, weight }) => Object.hasOwn(languages, code) && weight > 0)
		.sort((one, other) => other.weight - one.weight)[0]?.code;
}
