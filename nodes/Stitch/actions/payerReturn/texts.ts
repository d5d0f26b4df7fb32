export type PageName =
	/** The payment was made, or the payer has agreed. */
	| 'paid'
	/** It was not made yet; the page has a link back to it. */
	| 'pending'
	/** Stitch does not show that it was made, and the workflow has continued without it. */
	| 'notPaid'
	/** It can no longer be made: it has expired, or someone has cancelled or closed it. */
	| 'over'
	/** The service could not be reached. */
	| 'unknown'
	/** The return belongs to another payment. */
	| 'other';

export interface Language {
	/** BCP 47, for screen readers. */
	code: string;
	pages: Record<PageName, [heading: string, text: string]>;
	backToPayment: string;
	checkAgain: string;
	/** Before the amount of the payment. */
	amount: string;
	/** Before the reference of the payment. */
	reference: string;
}

/** By language code. */
export interface Languages {
	en: Language;
	af: Language;
}

export const paymentLanguages: Languages = {
	en: {
		code: 'en',
		pages: {
			paid: ['Thank you', 'Your payment is complete. You can close this page.'],
			pending: [
				'Your payment is not complete yet',
				'If you have just paid, wait a moment and check again before you pay a second time.',
			],
			notPaid: [
				'Your payment is not complete yet',
				'If you have just paid, ask the business before you pay a second time.',
			],
			over: [
				'This payment is no longer open',
				'It has expired, was cancelled, or was closed by the business. If you have paid, ask the business before you pay again.',
			],
			unknown: [
				'We could not check your payment just now',
				'If you have paid, your payment is not lost. Please check again in a minute.',
			],
			other: [
				'This page is about a different payment',
				'It does not show whether you have paid. If you are not sure, ask the business before you pay again.',
			],
		},
		backToPayment: 'Back to payment',
		checkAgain: 'Check again',
		amount: 'Amount',
		reference: 'Reference',
	},
	af: {
		code: 'af',
		pages: {
			paid: ['Dankie', 'Jou betaling is voltooi. Jy kan hierdie bladsy toemaak.'],
			pending: [
				'Jou betaling is nog nie voltooi nie',
				'As jy pas betaal het, wag ’n oomblik en kyk weer voordat jy ’n tweede keer betaal.',
			],
			notPaid: [
				'Jou betaling is nog nie voltooi nie',
				'As jy pas betaal het, vra die besigheid voordat jy ’n tweede keer betaal.',
			],
			over: [
				'Hierdie betaling is nie meer oop nie',
				'Dit het verval, is gekanselleer, of is deur die besigheid gesluit. As jy betaal het, vra die besigheid voordat jy weer betaal.',
			],
			unknown: [
				'Ons kon nie nou jou betaling nagaan nie',
				'As jy betaal het, is jou betaling nie verlore nie. Kyk asseblief oor ’n minuut weer.',
			],
			other: [
				'Hierdie bladsy gaan oor ’n ander betaling',
				'Dit wys nie of jy betaal het nie. As jy nie seker is nie, vra die besigheid voordat jy weer betaal.',
			],
		},
		backToPayment: 'Terug na die betaling',
		checkAgain: 'Kyk weer',
		amount: 'Bedrag',
		reference: 'Verwysing',
	},
};

export const consentLanguages: Languages = {
	en: {
		...paymentLanguages.en,
		pages: {
			paid: ['Thank you', 'You have agreed. You can close this page.'],
			pending: [
				'This is not complete yet',
				'If you have just agreed, wait a moment and check again.',
			],
			notPaid: ['This is not complete yet', 'If you have just agreed, that is not lost.'],
			over: [
				'This request is no longer open',
				'It was declined or cancelled, or it has expired. No new charge will be made. You can close this page.',
			],
			unknown: [
				'We could not check this just now',
				'If you have agreed, that is not lost. Please check again in a minute.',
			],
			other: [
				'This page is about a different request',
				'It does not show whether you have agreed. If you are not sure, ask the business.',
			],
		},
		backToPayment: 'Go back',
	},
	af: {
		...paymentLanguages.af,
		pages: {
			paid: ['Dankie', 'Jy het ingestem. Jy kan hierdie bladsy toemaak.'],
			pending: [
				'Dit is nog nie voltooi nie',
				'As jy pas ingestem het, wag ’n oomblik en kyk weer.',
			],
			notPaid: ['Dit is nog nie voltooi nie', 'As jy pas ingestem het, is dit nie verlore nie.'],
			over: [
				'Hierdie versoek is nie meer oop nie',
				'Dit is geweier of gekanselleer, of het verval. Niks verder sal van jou afgetrek word nie. Jy kan hierdie bladsy toemaak.',
			],
			unknown: [
				'Ons kon dit nie nou nagaan nie',
				'As jy ingestem het, is dit nie verlore nie. Kyk asseblief oor ’n minuut weer.',
			],
			other: [
				'Hierdie bladsy gaan oor ’n ander versoek',
				'Dit wys nie of jy ingestem het nie. As jy nie seker is nie, vra die besigheid.',
			],
		},
		backToPayment: 'Gaan terug',
	},
};

/**
 * The first available language of those that the payer's browser asks for; otherwise English.
 * @param acceptLanguage the browser's header, for example `af-ZA,af;q=0.9,en;q=0.8`: browsers list first
 * what they prefer
 */
export function languageOf(languages: Languages, acceptLanguage: string): Language {
	const codes =
		acceptLanguage
			.slice(0, 1000)
			.toLowerCase()
			.match(/(?<=(?:^|,)\s*)[a-z]+/g) ?? [];
	const preferred = codes.find((code) => Object.hasOwn(languages, code));
	return languages[preferred as keyof Languages] ?? languages.en;
}
