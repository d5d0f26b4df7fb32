import { withPaymentUrl } from '../../../../nodes/Stitch/actions/paymentRequest/paymentRequests';

const at = (url: unknown) =>
	({ interaction: { type: 'redirect', url } }) as { interaction: object };

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
