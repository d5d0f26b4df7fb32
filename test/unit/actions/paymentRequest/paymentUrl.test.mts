import {
	paymentUrl,
	withPaymentUrl,
} from '../../../../nodes/Stitch/actions/paymentRequest/paymentRequests';

const redirectUrl = 'https://shop.test/back?order=1&x=a b';
const at = (url: unknown) =>
	({ interaction: { type: 'redirect', url } }) as { interaction: object };

it('adds the way back to the address of the page', () => {
	const url = paymentUrl(at('https://pay.test/1'), {
		redirectUrl,
		failureRedirectUrl: 'https://shop.test/no',
	});
	expect(Object.fromEntries(new URL(url ?? '').searchParams)).toEqual({
		redirect_uri: redirectUrl,
		failure_redirect_uri: 'https://shop.test/no',
	});
});

it('leaves as it is what the address already holds', () => {
	const url = paymentUrl(at('https://pay.test/1?token=a%2Bb&b=c+d#top'), {
		redirectUrl: 'https://shop.test',
		failureRedirectUrl: undefined,
	});
	expect(url).toBe('https://pay.test/1?token=a%2Bb&b=c+d&redirect_uri=https%3A%2F%2Fshop.test#top');
});

it('is the address itself where there is no way back', () => {
	const none = { redirectUrl: undefined, failureRedirectUrl: undefined };
	expect(paymentUrl(at('https://pay.test/1'), none)).toBe('https://pay.test/1');
});

it.each([[undefined], [''], ['not an address'], [7]])(
	'is none where the service gave %j',
	(url) => {
		const none = { redirectUrl: undefined, failureRedirectUrl: undefined };
		expect(paymentUrl(at(url), none)).toBeUndefined();
		expect(paymentUrl({}, none)).toBeUndefined();
	},
);

describe('a payment request', () => {
	const sent = { id: 'p', status: 'pending', ...at('https://pay.test/1?x=1'), merchantId: 'm' };
	const back = 'https://pay.test/1?x=1&redirect_uri=https%3A%2F%2Fshop.test%2F';

	it('has one address to pay at, wherever a workflow reads it', () => {
		const shown = withPaymentUrl(sent, {
			redirectUrl: 'https://shop.test/',
			failureRedirectUrl: undefined,
		});
		expect(shown).toEqual({
			...sent,
			paymentUrl: back,
			interaction: { type: 'redirect', url: back },
		});
	});

	it('has it in the second place', () => {
		const none = { redirectUrl: undefined, failureRedirectUrl: undefined };
		expect(Object.keys(withPaymentUrl(sent, none)).slice(0, 2)).toEqual(['id', 'paymentUrl']);
	});

	it('keeps what the service sent where that is no address', () => {
		const none = { redirectUrl: undefined, failureRedirectUrl: undefined };
		const odd = { id: 'p', ...at('/pay/1') };
		expect(withPaymentUrl(odd, none)).toEqual(odd);
	});
});
