import { paymentRequestChoices } from '../../../../nodes/Stitch/actions/paymentRequest/paymentRequests';

it.each([
	[
		{
			id: 'pr',
			amount: { quantity: '149.50', currency: 'ZAR' },
			payerReference: 'Order 1017',
			externalReference: 'order-1017',
			created: '2026-11-20T10:30:00Z',
			state: { __typename: 'PaymentInitiationRequestPending' },
		},
		'R149.50 · Order 1017 · 20 Nov 2026, 12:30 · pending · order-1017',
	],
	[{ id: 'pr', amount: null, payerReference: null, state: null }, 'pr'],
])('labels the payment request %j', (node, label) => {
	const record = paymentRequestChoices.asOutput(node);
	expect(paymentRequestChoices.label(record, 'Africa/Johannesburg')).toBe(label);
});
