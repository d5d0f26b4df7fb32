import { asText } from '../../schemas/asText';
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

export const consentWait: PayerWait = {
	resource: 'paymentConsent',
	operation: 'waitForConsent',
	name: 'Wait for Consent',
	action: 'Wait for consent',
	get: 'Payment Consent → Get',
	id: consentIdField({
		default: '={{ $json.id }}',
		description:
			"The payment consent to wait for. Create it in this workflow, with 'Return to This Workflow' turned on.",
	}),
	descriptions: {
		onEarlyReturn: 'What to do when the payer returns and the consent is still pending',
		continue: 'The workflow continues with outcome "notGranted"; the payer can still agree',
		outcomes:
			'Add an IF node on <code>waitForConsent.outcome</code>: <b>granted</b>, <b>notGranted</b> or <b>timedOut</b>. After <b>timedOut</b>, the payer may have agreed without returning: check with Payment Consent → Get first.',
		thankYouUrl:
			'Your own page for payers who have agreed, instead of the page that says thank you. They can load it again as often as they like.',
	},
	outcomes: { done: 'granted', open: 'notGranted' },
	lifecycle: paymentConsents,
	simplify: simplifyConsent,
	isUnderWay: ({ status }) => status === 'processing',
	parameter: returnParameter,
	// The parameters that Stitch adds to the address are not known, and a bank's approval can take a
	// moment.
	saysDone: () => true,
	facts: ({ externalReference }) => ({ amount: undefined, reference: asText(externalReference) }),
	page: (consent, here) =>
		asText(withConsentUrl(consent, returningTo(here, String(consent.id))).consentUrl),
	languages: consentLanguages,
};

export const waitForConsent = waitOperation(consentWait);
