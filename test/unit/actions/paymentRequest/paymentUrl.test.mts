import { paymentUrl } from '../../../../nodes/Stitch/actions/paymentRequest/paymentUrl';

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
