import { asText } from '../../schemas/field';
import type { PayerWait } from '../payerReturn/payerWait';
import { consentLanguages } from '../payerReturn/texts';
import { waitOperation } from '../payerReturn/waitOperation';
import {
	consentIdField,
	paymentConsents,
	returningTo,
	returnParameter,
	simplifyConsent,
	withConsentUrl,
} from './paymentConsents';

/** A payment consent that an execution waits for. */
export const consentWait: PayerWait = {
	resource: 'paymentConsent',
	operation: 'waitForConsent',
	name: 'Wait for Consent',
	action: 'Wait for consent',
	get: 'Payment Consent → Get',
	field: {
		...consentIdField,
		default: '={{ $json.id }}',
		description:
			"The payment consent to wait for. Create it in this workflow, with 'Return to This Workflow' turned on.",
	},
	words: {
		stillOpen: 'the consent is still pending',
		stillPossible: 'the payer can still agree',
		done: 'agreed',
	},
	outcomes: { done: 'granted', open: 'notGranted' },
	lifecycle: paymentConsents,
	simplify: simplifyConsent,
	isUnderWay: ({ status }) => status === 'processing',
	parameter: returnParameter,
	// What Stitch adds to the address is not known, and a bank's approval can take a moment.
	saysDone: () => true,
	facts: ({ externalReference }) => ({ amount: undefined, reference: asText(externalReference) }),
	page: (consent, here) =>
		asText(withConsentUrl(consent, returningTo(here, String(consent.id))).consentUrl),
	languages: consentLanguages,
};

export const waitForConsent = waitOperation(consentWait);
