import { readNode } from '../../transport/graphqlNode';
import { asText } from '../../schemas/field';
import type { Awaited } from '../payerReturn/awaited';
import { consentLanguages } from '../payerReturn/consentTexts';
import {
	paymentConsents,
	returningTo,
	returnParameter,
	simplifyConsent,
	withConsentUrl,
} from './paymentConsents';

/** A payment consent that an execution waits for. */
export const awaitedConsent: Awaited = {
	resource: 'paymentConsent',
	operation: 'waitForConsent',
	get: 'Payment Consent → Get',
	result: 'waitForConsent',
	object: 'paymentConsent',
	choice: 'whenNotGranted',
	parameter: returnParameter,
	outcomes: { done: 'granted', open: 'notGranted' },
	lifecycle: paymentConsents,
	read: async (service, id) => await readNode(service, paymentConsents.reading, id),
	simplify: simplifyConsent,
	isUnderWay: ({ status }) => status === 'processing',
	// What Stitch adds to the address is not known, and a bank's approval can take a moment.
	saysDone: () => true,
	facts: ({ externalReference }) => ({ amount: undefined, reference: asText(externalReference) }),
	page: (consent, here) =>
		asText(withConsentUrl(consent, returningTo(here, String(consent.id))).consentUrl),
	languages: consentLanguages,
};
