import { asPaymentRequest } from '../../../../nodes/Stitch/actions/paymentRequest/paymentRequests';

const refund = (quantity: string, status: string) => ({
	id: quantity,
	amount: { quantity, currency: 'ZAR' },
	status: { __typename: `Refund${status}` },
});

const left = (refunds: unknown, state = 'Completed') =>
	asPaymentRequest({
		...{ id: 'p', amount: { quantity: '89.00', currency: 'ZAR' } },
		...{ state: { __typename: `PaymentInitiationRequest${state}` }, refunds: refunds as object[] },
	}).leftToRefund;

describe('what is left to refund', () => {
	it('is what was paid, to the cent, without what went back or may do so', () => {
		expect(left([])).toBe(89);
		const all = [
			refund('20.10', 'Completed'),
			refund('19.90', 'Paused'),
			refund('0.01', 'NewWord'),
			refund('30.00', 'Error'),
		];
		expect(left(all)).toBe(48.99);
		expect(left([refund('89.00', 'Pending')])).toBe(0);
	});

	it('is not said where Stitch does not say it', () => {
		for (const refunds of [
			null,
			undefined,
			[{ id: '1', status: { __typename: 'RefundPending' } }],
		]) {
			expect(left(refunds)).toBeUndefined();
		}
	});

	it.each(['Pending', 'Cancelled', 'Expired', 'ManuallyCompleted', 'NewWord'])(
		'is not said of what nobody paid: %s',
		(state) => {
			expect(left([], state)).toBeUndefined();
		},
	);
});
