import {
	ended,
	timedOut,
} from '../../../../../nodes/Stitch/actions/paymentRequest/payerReturn/outcome';

it.each([
	['completed', 'paid', true],
	['cancelled', 'notPaid', true],
	['expired', 'notPaid', true],
	['pending', 'notPaid', false],
	['something-new', 'notPaid', false],
	[undefined, 'notPaid', false],
])('says of a wait that ended with the status %s: %s', (status, outcome, final) => {
	expect(ended({ id: 'p', status })).toEqual({ id: 'p', status, outcome, final });
});

it.each(['completed', 'pending', 'expired'])(
	'says nothing about a payment that nobody has read again: %s',
	(status) => {
		expect(timedOut({ id: 'p', status })).toEqual({
			id: 'p',
			status,
			outcome: 'timedOut',
			final: false,
		});
	},
);
