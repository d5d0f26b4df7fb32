import { endingReason } from '../fields/cancellation';
import { consentRevoke } from './paymentConsent.graphql';
import { endingConsent } from './endingConsent';

/** Revokes a payment consent that was granted (public reference). */
export const revoke = endingConsent({
	value: 'revoke',
	name: 'Revoke',
	action: 'Revoke payment consent',
	description: 'Revoke a granted payment consent, so that the payer is no longer charged',
	reason: endingReason({
		placeholder: 'e.g. Membership ended',
		description: 'Why it is revoked, in your own words. Stitch keeps the reason.',
	}),
	query: consentRevoke,
	field: 'paymentConsentRequestRevoke',
});
