import {
	asConsent,
	simplifyConsent,
	withConsentUrl,
} from '../../../../nodes/Stitch/actions/paymentConsent/paymentConsents';
import { consentNode, grantedNode } from './consents.mts';

describe('a payment consent', () => {
	it('is flat, with the words of REST', () => {
		expect(asConsent(grantedNode())).toEqual({
			id: 'consent-1',
			consentUrl: 'https://secure.stitch.money/consent?id=1',
			nonce: 'nonce-1',
			externalReference: 'subscription-204',
			metadata: null,
			status: 'granted',
			statusDate: '2026-11-20T10:05:00Z',
			isPendingRevocation: false,
			paymentMethod: 'card',
		});
	});

	it('says why it has failed, by the reason or by the name of its kind', () => {
		const status = { __typename: 'PaymentConsentFailed', details: { __typename: 'CardDeclined' } };
		expect(asConsent(consentNode({ status })).statusReason).toBe('CardDeclined');
		const both = consentNode({ status, statusReason: 'capitecConsentRequestDeclined' });
		expect(asConsent(both).statusReason).toBe('capitecConsentRequestDeclined');
	});

	it('passes on a way to pay that is not known', () => {
		const consentDetails = { __typename: 'DebicheckPaymentConsentDetails' };
		expect(asConsent(consentNode({ consentDetails })).paymentMethod).toBe(
			'DebicheckPaymentConsentDetails',
		);
	});

	it('sends the payer back, with the address added to what its own has', () => {
		const consent = asConsent(consentNode());
		expect(withConsentUrl(consent, 'https://shop.test/a?b=1').consentUrl).toBe(
			'https://secure.stitch.money/consent?id=1&redirect_uri=https%3A%2F%2Fshop.test%2Fa%3Fb%3D1',
		);
		expect(withConsentUrl(consent, undefined).consentUrl).toBe(consent.consentUrl);
	});

	it('has the columns that a person reads first at the front', () => {
		const columns = simplifyConsent(asConsent(grantedNode()));
		expect(Object.keys(columns).slice(0, 3)).toEqual(['externalReference', 'consentUrl', 'status']);
	});
});
