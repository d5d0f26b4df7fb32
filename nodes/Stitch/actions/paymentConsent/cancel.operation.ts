import { cancellationReasonField } from '../fields/cancellation';
import { idField } from '../fields/payment';
import { consentCancel } from './paymentConsent.graphql';
import { endingConsent } from './endingConsent';
import { consentIdPlaceholder } from './paymentConsents';

/** Cancels a payment consent that nobody has granted (public reference). */
export const cancel = endingConsent({
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel payment consent',
	description: 'Cancel a pending payment consent, so that nobody can agree to it',
	fields: [idField('Payment Consent', consentIdPlaceholder), cancellationReasonField],
	query: consentCancel,
	field: 'paymentConsentRequestCancel',
});
