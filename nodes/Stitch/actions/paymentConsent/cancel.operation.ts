import { cancellationReasonField } from '../fields/cancellation';
import { consentCancel } from './paymentConsent.graphql';
import { endingConsent } from './endingConsent';
import { consentIdField } from './paymentConsents';

/** Cancels a payment consent that nobody has granted (public reference). */
export const cancel = endingConsent({
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel payment consent',
	description: 'Cancel a pending payment consent, so that the payer can no longer agree to it',
	fields: [consentIdField, cancellationReasonField],
	query: consentCancel,
	field: 'paymentConsentRequestCancel',
});
