import { whyNotPaid } from '../../../../nodes/Stitch/actions/paymentRequest/paymentRequestColumns';

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
	expect(whyNotPaid(events, 'pending')).toEqual(expected);
	expect(whyNotPaid([...events].reverse(), 'pending')).toEqual(expected);
});

it.each([[undefined], [null], ['x'], [[]], [[event('Secure3dInitiated', 1), {}, null]]])(
	'gives no reason when nothing went wrong: %j',
	(events) => {
		expect(whyNotPaid(events, 'pending')).toBeUndefined();
	},
);

it('passes on an unknown reason as Stitch writes it', () => {
	expect(whyNotPaid([event('PayerLeft', 1, 'The payer left')], 'pending')?.reasonText).toBe(
		'The payer left',
	);
	expect(whyNotPaid([event('PayerLeft', 1)], 'pending')).toEqual({
		reason: 'PayerLeft',
		reasonText: 'Payer left',
	});
});

it.each(['completed', 'manually_completed'])('gives no reason once it is %s', (status) => {
	expect(whyNotPaid([event('BankTimeout', 1)], status)).toBeUndefined();
});

it('gives no reason once the payment has succeeded, whatever failed before', () => {
	const events = [event('BankTimeout', 1), event('PaymentSucceeded', 2)];
	expect(whyNotPaid(events, 'pending')).toBeUndefined();
});

it.each(['cancelled', 'expired'])('does not advise paying a link that is %s', (status) => {
	expect(whyNotPaid([event('InsufficientFundsForPayment', 1)], status)?.reasonText).toBe(
		"The payer's account had too little money. The link can no longer be paid",
	);
});
