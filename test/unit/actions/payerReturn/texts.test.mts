import { consentLanguages } from '../../../../nodes/Stitch/actions/payerReturn/consentTexts';
import { languageOf, paymentLanguages } from '../../../../nodes/Stitch/actions/payerReturn/texts';

it.each([
	['af', 'en', 'af'],
	['en', 'af-ZA,af', 'en'],
	['automatic', 'af-ZA,af;q=0.9,en;q=0.8', 'af'],
	['automatic', 'en;q=0.5, AF ; q=0.9', 'af'],
	['automatic', 'zu, xh, en;q=0.1, af;q=0.2', 'af'],
	['automatic', 'en,af', 'en'],
	['automatic', 'af;q=0', 'en'],
	['automatic', 'af;q=high', 'af'],
	['automatic', 'zu', 'en'],
	['automatic', '', 'en'],
	['automatic', ';;,,q=1', 'en'],
	['constructor', '__proto__,toString', 'en'],
	['', 'af', 'af'],
])('chosen %j, with a browser that prefers %j, is %s', (chosen, acceptLanguage, code) => {
	expect(languageOf(paymentLanguages, chosen, acceptLanguage).code).toBe(code);
});

it.each(['en', 'af'])('promises nothing while a payer can still agree: %s', (code) => {
	const { heading, text } = languageOf(consentLanguages, code, '').pages.notPaid;
	expect(heading).toMatch(/yet|nog nie/);
	expect(text).not.toMatch(/charged|afgetrek/);
});

it.each([
	['a payment', paymentLanguages],
	['a payment consent', consentLanguages],
])('has words of its own for every page about %s in every language', (_, languages) => {
	const [english, afrikaans] = ['en', 'af'].map((code) => languageOf(languages, code, ''));
	const wordsOf = (language = english) =>
		Object.values(language?.pages ?? {}).flatMap(({ heading, text }) => [heading, text]);
	expect(Object.keys(afrikaans?.pages ?? {})).toEqual(Object.keys(english?.pages ?? {}));
	for (const words of [...wordsOf(english), ...wordsOf(afrikaans)]) expect(words).not.toBe('');
	expect(wordsOf(afrikaans).filter((words) => wordsOf(english).includes(words))).toEqual([]);
});
