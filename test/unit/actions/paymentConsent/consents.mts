import { answer } from '../../builders.mts';

/** A payment consent as GraphQL shows it. */
export function consentNode(changes: object = {}) {
	return {
		id: 'consent-1',
		url: 'https://secure.stitch.money/consent?id=1',
		nonce: 'nonce-1',
		externalReference: 'subscription-204',
		metadata: null,
		statusReason: null,
		consentDetails: null,
		status: { __typename: 'PaymentConsentPending', date: '2026-11-20T10:00:00Z' },
		...changes,
	};
}

/** One that the payer has granted. */
export const grantedNode = (changes: object = {}) =>
	consentNode({
		consentDetails: { __typename: 'CardPaymentConsentDetails' },
		status: {
			__typename: 'PaymentConsentGranted',
			date: '2026-11-20T10:05:00Z',
			isPendingRevocation: false,
			...changes,
		},
	});

/** An answer that shows it as the result of a mutation. */
export const mutated = (field: string, node: object) => answer(200, { data: { [field]: node } });

/** An answer that shows it as what was read. */
export const readAs = (node: object | null) => answer(200, { data: { node } });
