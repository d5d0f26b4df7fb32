import { whyNotPaid } from '../../../../nodes/Stitch/actions/paymentRequest/payerEvents';

const event = (__typename: string, minute: number, description?: string) => ({
	__typename,
	occurred: `2026-11-20T10:0${minute}:00Z`,
	description,
});

it('tells the last thing that went wrong, in whatever order the service tells them', () => {
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
	expect(whyNotPaid(events)).toEqual(expected);
	expect(whyNotPaid([...events].reverse())).toEqual(expected);
});

it.each([[undefined], [null], ['x'], [[]], [[event('Secure3dInitiated', 1), {}, null]]])(
	'tells nothing where nothing went wrong: %j',
	(events) => {
		expect(whyNotPaid(events)).toBeUndefined();
	},
);

it('tells what is not known in the words of the service', () => {
	expect(whyNotPaid([event('PayerLeft', 1, 'The payer left')])?.reasonText).toBe('The payer left');
	expect(whyNotPaid([event('PayerLeft', 1)])).toEqual({
		reason: 'PayerLeft',
		reasonText: 'Payer left',
	});
});
