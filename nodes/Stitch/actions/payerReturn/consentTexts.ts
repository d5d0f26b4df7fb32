import { paymentLanguages, type Languages } from './texts';

/** The words about a payment consent. */
export const consentLanguages: Languages = {
	en: {
		...paymentLanguages.en,
		pages: {
			...paymentLanguages.en.pages,
			paid: {
				heading: 'Thank you',
				text: 'You have agreed. You can close this page.',
			},
			pending: {
				heading: 'This is not complete yet',
				text: 'If you have just agreed, wait a moment and check again.',
			},
			notPaid: {
				heading: 'You have not agreed yet',
				text: 'You can close this page.',
			},
			over: {
				heading: 'This request is no longer open',
				text: 'It was declined or cancelled, or it has expired. Nothing will be charged. You can close this page.',
			},
			unknown: {
				heading: 'We could not check this just now',
				text: 'If you have agreed, that is not lost. Please check again in a minute.',
			},
		},
		backToPayment: 'Go back',
	},
	af: {
		...paymentLanguages.af,
		code: 'af',
		pages: {
			...paymentLanguages.af.pages,
			paid: {
				heading: 'Dankie',
				text: 'Jy het ingestem. Jy kan hierdie bladsy toemaak.',
			},
			pending: {
				heading: 'Dit is nog nie voltooi nie',
				text: 'As jy pas ingestem het, wag ’n oomblik en kyk weer.',
			},
			notPaid: {
				heading: 'Jy het nog nie ingestem nie',
				text: 'Jy kan hierdie bladsy toemaak.',
			},
			over: {
				heading: 'Hierdie versoek is nie meer oop nie',
				text: 'Dit is geweier of gekanselleer, of het verval. Niks sal van jou afgetrek word nie. Jy kan hierdie bladsy toemaak.',
			},
			unknown: {
				heading: 'Ons kon dit nie nou nagaan nie',
				text: 'As jy ingestem het, is dit nie verlore nie. Kyk asseblief oor ’n minuut weer.',
			},
		},
		backToPayment: 'Gaan terug',
	},
};
