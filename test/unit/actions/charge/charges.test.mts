import { charges, simplifyCharge } from '../../../../nodes/Stitch/actions/charge/charges';
import { asCharge } from '../../../../nodes/Stitch/actions/charge/transactions';
import { serviceOf } from '../../builders.mts';
import { chargeNode, failure, listed } from './answers.mts';

describe('a charge', () => {
	it('is flat, with the words of REST', () => {
		expect(asCharge(chargeNode(failure('insufficientFunds')))).toEqual({
			id: 'charge-1',
			paymentMethod: 'card',
			amount: { quantity: '99.00', currency: 'ZAR' },
			nonce: 'nonce-1',
			externalReference: 'subscription-204-2026-11',
			interactionUrl: null,
			metadata: null,
			paymentConsentId: 'consent-1',
			originalChargeId: undefined,
			status: 'failure',
			statusDate: '2026-11-20T09:00:00Z',
			statusReason: 'insufficientFunds',
		});
	});

	it.each([
		['CapitecPayTransaction', 'capitecPay'],
		['CapitecPayRecurringTransaction', 'capitecPay'],
		['ApplePayTransaction', 'applePay'],
		['PayshapRequestTransaction', 'PayshapRequestTransaction'],
	])('of the type %s is made with %s', (__typename, method) => {
		expect(asCharge(chargeNode({ __typename })).paymentMethod).toBe(method);
	});

	it('says which charge it gives back', () => {
		const refund = asCharge(chargeNode({ originalTransaction: { id: 'charge-0' } }));
		const columns = simplifyCharge(refund);
		expect(columns).toMatchObject({ originalChargeId: 'charge-0' });
		expect(columns).not.toHaveProperty('paymentConsentId');
	});

	it('has its amount as a number, and the address where the payer has to act', () => {
		const interactionUrl = 'https://secure.stitch.money/interaction?id=1';
		expect(simplifyCharge(asCharge(chargeNode({ interactionUrl })))).toMatchObject({
			amount: 99,
			currency: 'ZAR',
			interactionUrl,
		});
	});
});

describe('the field that names a charge', () => {
	const reference = 'subscription-204-2026-11';

	it('finds the charge by its external reference, and takes no refund for it', async () => {
		const refund = { id: 'refund-1', originalTransaction: { id: 'charge-1' } };
		const { service, sent } = serviceOf([listed(chargeNode(), chargeNode(refund))]);
		const found = await charges.findByReference(service, reference);
		expect(found).toMatchObject([{ id: 'charge-1' }]);
		expect(sent[0]?.body).toMatchObject({
			variables: { filter: { externalReference: { in: [reference] } } },
		});
	});

	it('finds both charges with it, of which nothing is guessed', async () => {
		const { service } = serviceOf([listed(chargeNode(), chargeNode({ id: 'charge-2' }))]);
		expect(await charges.findByReference(service, reference)).toMatchObject([
			{ id: 'charge-1' },
			{ id: 'charge-2' },
		]);
	});

	it('takes no other charge for it where the list was not filtered', async () => {
		const other = chargeNode({ id: 'charge-2', externalReference: 'other' });
		const { service } = serviceOf([listed(chargeNode(), other)]);
		await expect(charges.findByReference(service, reference)).rejects.toMatchObject({
			details: { sentence: 'Stitch sent a list that cannot be read' },
		});
	});
});
