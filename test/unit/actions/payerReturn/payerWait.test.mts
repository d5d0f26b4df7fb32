import { ended, addResult, timedOut } from '../../../../nodes/Stitch/actions/payerReturn/payerWait';
import { paymentWait } from '../../../../nodes/Stitch/actions/paymentRequest/waitForPayment.operation';

it.each([
	['completed', 'paid', true],
	['cancelled', 'notPaid', true],
	['expired', 'notPaid', true],
	['pending', 'notPaid', false],
	['something-new', 'notPaid', false],
	[undefined, 'notPaid', false],
])('says of a wait that ended with the status %s: %s', (status, outcome, final) => {
	const paymentRequest = { id: 'p', status };
	expect(ended(paymentWait, paymentRequest)).toEqual({ outcome, final, paymentRequest });
});

it.each(['completed', 'pending', 'expired'])(
	'says nothing about a payment that was not read again: %s',
	(status) => {
		const paymentRequest = { id: 'p', status };
		expect(timedOut(paymentWait, paymentRequest)).toEqual({
			outcome: 'timedOut',
			final: false,
			paymentRequest,
		});
	},
);

describe('the output', () => {
	const paymentRequest = { id: 'p', status: 'completed' };

	it('is the input, whatever its fields are called, with the result in one separate field', () => {
		const input = { id: 'order-7', status: 'new', outcome: 'notPaid', final: false };
		const output = addResult(paymentWait, input, ended(paymentWait, paymentRequest));
		expect(output).toEqual({
			...input,
			waitForPayment: { outcome: 'paid', final: true, paymentRequest },
		});
	});

	it('reports the last of several waits, never an earlier one', () => {
		const first = addResult(paymentWait, { order: 7 }, ended(paymentWait, paymentRequest));
		const second = addResult(
			paymentWait,
			first,
			timedOut(paymentWait, { id: 'q', status: 'pending' }),
		);
		expect(second).toEqual({
			order: 7,
			waitForPayment: {
				outcome: 'timedOut',
				final: false,
				paymentRequest: { id: 'q', status: 'pending' },
			},
		});
	});
});
