import {
	simplifyConfirmed,
	simplifyPaymentRequest,
	whyNotPaid,
} from '../../../../nodes/Stitch/actions/paymentRequest/paymentRequestColumns';
import { asPaymentRequest } from '../../../../nodes/Stitch/actions/paymentRequest/paymentRequests';

const url = 'https://pay.test/1';

/** As REST sends it (spec 2.4). */
const sent = {
	id: 'p',
	amount: { currency: 'ZAR', quantity: 150.1 },
	externalReference: 'order-1',
	expireAt: '2026-11-21T10:00:00Z',
	status: 'pending',
	interaction: { type: 'redirect', url },
	merchantId: 'm',
};

/** As GraphQL sends it. */
const node = {
	id: 'p',
	amount: { quantity: '150.10', currency: 'ZAR' },
	externalReference: 'order-1',
	payerReference: 'Shop',
	beneficiaryReference: 'Order 1',
	merchantId: 'm',
	metadata: { department: 'sales' },
	expireAt: '2026-11-21T10:00:00Z',
	created: '2026-11-20T10:00:00Z',
	updated: '2026-11-20T12:00:00Z',
	url,
	state: { __typename: 'PaymentInitiationRequestCompleted', date: '2026-11-20T11:00:00Z' },
	paymentConfirmation: { __typename: 'PaymentReceived', received: '2026-11-20T12:00:00Z' },
	refunds: [
		{
			id: 'r',
			amount: { quantity: '10.10', currency: 'ZAR' },
			status: { __typename: 'RefundPending' },
		},
		{
			id: 's',
			amount: { quantity: '20.20', currency: 'ZAR' },
			status: { __typename: 'RefundCompleted' },
		},
		{
			id: 't',
			amount: { quantity: '5.00', currency: 'ZAR' },
			status: { __typename: 'RefundError' },
		},
	],
	settlement: { id: 'x', reference: 'SET-1' },
	events: [{ __typename: 'BankTimeout', occurred: '2026-11-20T10:30:00Z' }],
};

const listed = (more: object = {}) =>
	simplifyPaymentRequest(asPaymentRequest({ ...node, ...more }));

it('a payment request is in the order in which a person reads it', () => {
	expect(Object.entries(listed())).toEqual([
		['externalReference', 'order-1'],
		['paymentUrl', url],
		['amount', 150.1],
		['currency', 'ZAR'],
		['status', 'completed'],
		['reasonText', null],
		['paymentConfirmation', 'received'],
		['refundedAmount', 30.3],
		['expireAt', '2026-11-21T10:00:00Z'],
		['id', 'p'],
	]);
});

it('from REST it says nothing of the money, which REST was not asked for', () => {
	const { paymentConfirmation, refundedAmount, ...columns } = listed();
	const shown = simplifyPaymentRequest(sent);
	expect([paymentConfirmation, refundedAmount]).toEqual(['received', 30.3]);
	expect(Object.keys(shown)).toEqual(Object.keys(columns));
	expect(shown).toMatchObject({ amount: 150.1, status: 'pending' });
});

it('from GraphQL it says that no money has arrived and none was given back', () => {
	expect(listed({ paymentConfirmation: null, refunds: [] })).toMatchObject({
		paymentConfirmation: null,
		refundedAmount: 0,
	});
});

it('shows the address that brings the payer back, where there is one', () => {
	expect(simplifyPaymentRequest({ ...sent, paymentUrl: `${url}?back` }).paymentUrl).toBe(
		`${url}?back`,
	);
});

it('shows whether what the payer brought back agrees', () => {
	const compared = { returnedStatusAgrees: false, externalReferenceAgrees: true };
	expect(simplifyConfirmed({ ...sent, ...compared })).toMatchObject(compared);
});

describe('the reason', () => {
	it('of one that is not paid is what went wrong last', () => {
		const pending = { state: { __typename: 'PaymentInitiationRequestPending' } };
		expect(listed(pending)).toMatchObject({
			status: 'pending',
			reasonText: expect.stringMatching(/^The payer\'s bank did not answer in time\. /),
		});
	});

	it('of one that was cancelled is what the person wrote', () => {
		const state = { __typename: 'PaymentInitiationRequestCancelled', reason: 'Order withdrawn' };
		expect(listed({ state })).toMatchObject({ reasonText: 'Order withdrawn' });
	});
});

it.each([
	['0 where nothing was given back', [], 0],
	['nothing where the service does not say', null, undefined],
	['no amount where one is missing, as the sum would be wrong', [{ id: 'r', status: {} }], null],
	['no amount where a refund is not said at all', [null], null],
])('shows as refunded %s', (_, refunds, expected) => {
	expect(listed({ refunds }).refundedAmount).toBe(expected);
});

it('adds refunds up in cents', () => {
	const refund = (quantity: string) => ({ id: quantity, amount: { quantity }, status: {} });
	// As numbers, the three would be 0.6000000000000001.
	expect(listed({ refunds: [refund('0.10'), refund('0.20'), refund('0.30')] }).refundedAmount).toBe(
		0.6,
	);
});

describe('why a payer did not pay', () => {
	const event = (__typename: string, minute: number, description?: string) => ({
		__typename,
		occurred: `2026-11-20T10:0${minute}:00Z`,
		description,
	});

	it('gives the last reason, in whatever order Stitch lists them', () => {
		const events = [
			event('InsufficientFundsForPayment', 2),
			event('BankTimeout', 1),
			event('CardMethodSelected', 3),
		];
		const expected = {
			reason: 'InsufficientFundsForPayment',
			reasonText:
				"The payer's account had too little money. The payer can try again, or pay in another way",
		};
		expect(whyNotPaid(events, { status: 'pending' })).toEqual(expected);
		expect(whyNotPaid([...events].reverse(), { status: 'pending' })).toEqual(expected);
	});

	it.each([[undefined], [null], ['x'], [[]], [[event('Secure3dInitiated', 1), {}, null]]])(
		'gives no reason when nothing went wrong: %j',
		(events) => {
			expect(whyNotPaid(events, { status: 'pending' })).toBeUndefined();
		},
	);

	it('advises no second payment to a payer who says that they paid with cryptocurrency', () => {
		const events = [event('BankTimeout', 1), event('CryptoUserDeclaredPaid', 2)];
		expect(whyNotPaid(events, { status: 'pending' })?.reasonText).toBe(
			'The payer says that they have paid with cryptocurrency. Wait for Stitch to confirm it before you ask for the money again',
		);
	});

	it('passes on an unknown reason as Stitch writes it, without account numbers', () => {
		const closed = event('AccountClosed', 1, 'The account 1234567890 is closed');
		expect(whyNotPaid([closed], { status: 'pending' })?.reasonText).toBe(
			'The account …90 is closed',
		);
		expect(whyNotPaid([event('PayerLeft', 1)], { status: 'pending' })).toEqual({
			reason: 'PayerLeft',
			reasonText: 'Payer left',
		});
	});

	it.each(['completed', 'manually_completed'])('gives no reason once it is %s', (status) => {
		expect(whyNotPaid([event('BankTimeout', 1)], { status })).toBeUndefined();
	});

	it('gives no reason once the payment has succeeded, whatever failed before', () => {
		const events = [event('BankTimeout', 1), event('PaymentSucceeded', 2)];
		expect(whyNotPaid(events, { status: 'pending' })).toBeUndefined();
	});

	it.each(['cancelled', 'expired'])('does not advise paying a link that is %s', (status) => {
		expect(whyNotPaid([event('InsufficientFundsForPayment', 1)], { status })?.reasonText).toBe(
			"The payer's account had too little money. The link can no longer be paid",
		);
	});
});
