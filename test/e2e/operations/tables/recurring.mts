import { byId, type OperationRow } from './row.mts';

/** Money that is charged with a payer's agreement. */
export const recurring: OperationRow[] = [
	{
		operation: 'paymentConsent.create',
		before: async () => ({ reference: 'subscription-204' }),
		parameters: { externalReference: '={{ $json.reference }}' },
		gives: [
			{
				status: 'pending',
				externalReference: 'subscription-204',
				consentUrl: expect.stringContaining('/consent?'),
			},
		],
		leaves: { consents: [{ externalReference: 'subscription-204', status: 'pending' }] },
	},
	{
		operation: 'paymentConsent.create',
		when: 'for Capitec Pay',
		parameters: {
			paymentMethod: 'capitecPay',
			maximumAmount: '150',
			frequency: 'MONTHLY',
			paymentDescription: 'Example Gym',
		},
		gives: [{ status: 'pending' }],
		leaves: { consents: [{ capitec: { maxCents: 15_000, frequency: 'MONTHLY' } }] },
	},
	{
		operation: 'paymentConsent.get',
		before: async (records) => await records.grantedConsent('subscription-204'),
		parameters: { id: '={{ $json.id }}' },
		gives: [{ status: 'granted', externalReference: 'subscription-204' }],
	},
	{
		operation: 'paymentConsent.cancel',
		before: async (records) => await records.paymentConsent('subscription-204'),
		parameters: { id: '={{ $json.id }}', reason: 'Membership ended' },
		gives: [{ status: 'cancelled' }],
		leaves: { consents: [{ status: 'cancelled' }] },
	},
	{
		operation: 'paymentConsent.revoke',
		before: async (records) => await records.grantedConsent('subscription-204'),
		parameters: { id: '={{ $json.id }}', reason: 'Membership ended' },
		gives: [{ status: 'revoked' }],
		leaves: { consents: [{ status: 'revoked' }] },
	},
	{
		operation: 'paymentConsent.waitForConsent',
		when: 'that was granted before',
		before: async (records) => await records.grantedConsent('subscription-204'),
		parameters: {},
		gives: [{ waitForConsent: { outcome: 'granted', final: true } }],
	},
	{
		operation: 'charge.create',
		before: async (records) => ({ ...(await records.grantedConsent('sub')), rand: '99.00' }),
		parameters: {
			paymentConsentId: '={{ $json.id }}',
			amount: '={{ $json.rand }}',
			externalReference: 'sub-2026-11',
		},
		gives: [{ status: 'success', externalReference: 'sub-2026-11', alreadyExisted: false }],
		leaves: { charges: [{ externalReference: 'sub-2026-11', state: 'success' }] },
	},
	{
		operation: 'charge.create',
		when: 'of a stored card',
		before: async ({ client }) => await client.addCard({ payerId: 'customer-204' }),
		parameters: {
			chargeWith: 'card',
			cardId: '={{ $json.id }}',
			amount: '99',
			externalReference: 'card-2026-11',
		},
		gives: [{ status: 'success' }],
		leaves: { charges: [{ externalReference: 'card-2026-11' }] },
	},
	{
		operation: 'charge.get',
		before: async (records) => await records.charge('sub-2026-11'),
		parameters: { recurringChargeId: byId('={{ $json.id }}') },
		gives: [{ status: 'success', externalReference: 'sub-2026-11' }],
	},
	{
		operation: 'refund.create',
		when: 'of a charge under a payment consent',
		before: async (records) => await records.charge('sub-2026-11'),
		parameters: {
			refundOf: 'recurringCharge',
			recurringChargeId: byId('={{ $json.id }}'),
			amount: '40',
		},
		gives: [{ status: 'pending', amount: 40 }],
		leaves: { moneyOut: 4000, chargeRefunds: [{ cents: 4000 }] },
	},
];
