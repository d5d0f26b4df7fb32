import {
	consentLanguages,
	languageOf,
	paymentLanguages,
} from '../../../../nodes/Stitch/actions/payerReturn/texts';

it.each([
	['af-ZA,af;q=0.9,en;q=0.8', 'af'],
	['zu, xh, AF ; q=0.2, en;q=0.1', 'af'],
	['zu,en-ZA;q=0.9,af;q=0.5', 'en'],
	['en,af', 'en'],
	['af,en', 'af'],
	['zu', 'en'],
	['', 'en'],
	[';;,,q=1', 'en'],
	['__proto__,toString,constructor;q=x', 'en'],
])('a page for a browser that prefers %j is in %s', (acceptLanguage, code) => {
	expect(languageOf(paymentLanguages, acceptLanguage).code).toBe(code);
});

it.each(['en', 'af'] as const)('promises nothing while a payer can still agree: %s', (code) => {
	const [heading, text] = consentLanguages[code].pages.notPaid;
	expect(heading).toMatch(/yet|nog nie/);
	expect(text).not.toMatch(/charged|afgetrek/);
});

it.each(['pending', 'notPaid', 'over', 'unknown', 'other'] as const)(
	'says what to do to a payer who has paid while Stitch does not show it: %s',
	(name) => {
		const [english, afrikaans] = [paymentLanguages.en, paymentLanguages.af].map(({ pages }) =>
			pages[name].join(' '),
		);
		expect(english).toMatch(/before you pay|your payment is not lost/);
		expect(afrikaans).toMatch(/voordat jy|jou betaling nie verlore/);
		expect(`${english} ${afrikaans}`).not.toMatch(/was not completed|betaling is nie voltooi/);
	},
);

it.each([
	['a payment', paymentLanguages],
	['a payment consent', consentLanguages],
])('thanks nobody who returns from %s that the page is not about', (_, { en, af }) => {
	const words = [...en.pages.other, ...af.pages.other].join();
	expect(words).toMatch(/different.*does not show whether you have.*ander.*wys nie of jy/);
	expect(words).not.toMatch(/thank|complete|dankie|voltooi/i);
});

it.each([
	['a payment', paymentLanguages],
	['a payment consent', consentLanguages],
])('has its own texts for every page about %s in every language', (_, { en, af }) => {
	const english = Object.values(en.pages).flat();
	const afrikaans = Object.values(af.pages).flat();
	for (const words of [...english, ...afrikaans]) expect(words).not.toBe('');
	expect(afrikaans.filter((words) => english.includes(words))).toEqual([]);
});
