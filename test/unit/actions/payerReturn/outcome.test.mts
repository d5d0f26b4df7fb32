import { ended, passOn, timedOut } from '../../../../nodes/Stitch/actions/payerReturn/outcome';
import { awaitedPayment } from '../../../../nodes/Stitch/actions/paymentRequest/awaitedPayment';

it.each([
	['completed', 'paid', true],
	['cancelled', 'notPaid', true],
	['expired', 'notPaid', true],
	['pending', 'notPaid', false],
	['something-new', 'notPaid', false],
	[undefined, 'notPaid', false],
])('says of a wait that ended with the status %s: %s', (status, outcome, final) => {
	const paymentRequest = { id: 'p', status };
	expect(ended(awaitedPayment, paymentRequest)).toEqual({ outcome, final, paymentRequest });
});

it.each(['completed', 'pending', 'expired'])(
	'says nothing about a payment that nobody has read again: %s',
	(status) => {
		const paymentRequest = { id: 'p', status };
		expect(timedOut(awaitedPayment, paymentRequest)).toEqual({
			outcome: 'timedOut',
			final: false,
			paymentRequest,
		});
	},
);

describe('the output', () => {
	const paymentRequest = { id: 'p', status: 'completed' };

	it('is the input, whatever its fields are called, and the result in one field beside it', () => {
		const input = { id: 'order-7', status: 'new', outcome: 'notPaid', final: false };
		const output = passOn(awaitedPayment, input, ended(awaitedPayment, paymentRequest));
		expect(output).toEqual({
			...input,
			waitForPayment: { outcome: 'paid', final: true, paymentRequest },
		});
	});

	it('tells of the last of several waits, never of an earlier one', () => {
		const first = passOn(awaitedPayment, { order: 7 }, ended(awaitedPayment, paymentRequest));
		const second = passOn(
			awaitedPayment,
			first,
			timedOut(awaitedPayment, { id: 'q', status: 'pending' }),
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
