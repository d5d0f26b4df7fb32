import { endingReason } from '../fields/cancellation';
import { consentCancel } from './paymentConsent.graphql';
import { endingConsent } from './endingConsent';

/** Cancels a payment consent that nobody has granted (public reference). */
export const cancel = endingConsent({
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel payment consent',
	description: 'Cancel a pending payment consent, so that the payer can no longer agree to it',
	reason: endingReason(),
	query: consentCancel,
	field: 'paymentConsentRequestCancel',
	notEnded: {
		sentence:
			'This payment consent cannot be cancelled: the payer has agreed to it, or it has ended',
		advice:
			'Nothing was changed. If it is granted, end it with Payment Consent → Revoke. If it charges at once, the payer may have been charged: see with Charge → Get.',
	},
});
