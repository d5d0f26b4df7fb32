import { wordsOf } from '../../../../nodes/Stitch/actions/payerReturn/pageOptions';
import { languageOf, paymentLanguages } from '../../../../nodes/Stitch/actions/payerReturn/texts';

const english = languageOf(paymentLanguages, 'en', '');
const own = (texts: Record<string, string>) => ({ pageLanguage: 'en', pageTexts: { texts } });

it('takes the language of the options, or else of the browser', () => {
	expect(wordsOf('paid', paymentLanguages, { pageLanguage: 'af' }, 'en').language.code).toBe('af');
	expect(wordsOf('paid', paymentLanguages, {}, 'af').language.code).toBe('af');
	expect(wordsOf('paid', paymentLanguages, { pageLanguage: 'automatic' }, '').language.code).toBe(
		'en',
	);
});

it.each([
	['paid', 'Sent!', 'On its way'],
	['pending', 'Not yet', 'Try again'],
	['notPaid', 'Not yet', 'Try again'],
] as const)('says on the page %s what the user wrote for it', (page, heading, text) => {
	const texts = {
		paidHeading: 'Sent!',
		paidText: 'On its way',
		unpaidHeading: 'Not yet',
		unpaidText: 'Try again',
		code: 'zu',
		backToPayment: 'Back',
		checkAgain: 'Again',
		amount: 'Sum',
		reference: 'For',
	};
	expect(wordsOf(page, paymentLanguages, own(texts), '').own).toEqual({
		heading,
		text,
		code: 'zu',
		backToPayment: 'Back',
		checkAgain: 'Again',
		amount: 'Sum',
		reference: 'For',
	});
});

it.each(['over', 'unknown', 'other'] as const)(
	'says on the page %s nothing that was meant for another',
	(page) => {
		expect(
			wordsOf(page, paymentLanguages, own({ paidHeading: 'Sent!', unpaidText: 'Try again' }), '')
				.own,
		).toBe(undefined);
	},
);

it('fills in from the language what the user left empty', () => {
	expect(
		wordsOf('paid', paymentLanguages, own({ paidHeading: 'Sent!', paidText: ' ' }), '').own,
	).toEqual({
		heading: 'Sent!',
		text: english.pages.paid.text,
		code: 'en',
		backToPayment: english.backToPayment,
		checkAgain: english.checkAgain,
		amount: english.amount,
		reference: english.reference,
	});
});

it('keeps to the language where the user wrote nothing for the page', () => {
	expect(
		wordsOf('paid', paymentLanguages, own({ unpaidText: 'Try again', backToPayment: 'Back' }), '')
			.own,
	).toBe(undefined);
});

it.each(['paid', 'pending', 'over', 'unknown', 'other'] as const)(
	'names the business on the page %s, and nobody where the name is empty',
	(page) => {
		expect(wordsOf(page, paymentLanguages, { businessName: ' Example Shop ' }, '').business).toBe(
			'Example Shop',
		);
		expect(wordsOf(page, paymentLanguages, { businessName: ' ' }, '').business).toBeUndefined();
	},
);
