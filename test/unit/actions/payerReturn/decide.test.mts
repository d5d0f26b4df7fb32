import { decide, isOtherPayment } from '../../../../nodes/Stitch/actions/payerReturn/decide';
import { consentWait } from '../../../../nodes/Stitch/actions/paymentConsent/waitForConsent.operation';
import { paymentWait } from '../../../../nodes/Stitch/actions/paymentRequest/waitForPayment.operation';

/** A return of the awaited payment's payer, unless said otherwise. */
function decided(status: string, more: { isPayer?: boolean; continuesUnpaid?: boolean } = {}) {
	const object = { id: 'request=1', status };
	return decide({ object, isPayer: true, continuesUnpaid: false, ...more }, paymentWait);
}

describe('a final payment request continues the workflow', () => {
	it.each([
		['completed', 'paid'],
		['cancelled', 'over'],
		['expired', 'over'],
	])('%s', (status, page) => {
		for (const continuesUnpaid of [false, true]) {
			for (const isPayer of [false, true]) {
				expect(decided(status, { isPayer, continuesUnpaid })).toEqual({ page, resume: true });
			}
		}
	});
});

describe('one that is not final', () => {
	it.each(['pending', 'something-new'])('stays parked: %s', (status) => {
		expect(decided(status)).toEqual({ page: 'pending', resume: false });
	});

	it('continues when On Early Return is Continue', () => {
		const decision = decided('pending', { continuesUnpaid: true });
		expect(decision).toEqual({ page: 'notPaid', resume: true });
	});

	it('stays parked all the same when the return does not say whose it is', () => {
		const decision = decided('pending', { continuesUnpaid: true, isPayer: false });
		expect(decision).toEqual({ page: 'pending', resume: false });
	});
});

describe('a payment consent that a bank is working on', () => {
	const object = { id: 'consent=1', status: 'processing' };

	it.each([false, true])('stays parked, whatever the user chose: %s', (continuesUnpaid) => {
		expect(decide({ object, isPayer: true, continuesUnpaid }, consentWait)).toEqual({
			page: 'pending',
			resume: false,
		});
	});

	it('continues when On Early Return is Continue and the payer has not agreed', () => {
		const pending = {
			object: { ...object, status: 'pending' },
			isPayer: true,
			continuesUnpaid: true,
		};
		expect(decide(pending, consentWait)).toEqual({ page: 'notPaid', resume: true });
	});
});

it.each(['request=2', '', ['request=1', 'request=1'], null, 7, { id: 'request=1' }])(
	'takes a return with the ID %j for that of another payment',
	(returnedId) => {
		expect(isOtherPayment(returnedId, 'request=1')).toBe(true);
	},
);

it('accepts a return with the ID of the payment, or without an ID', () => {
	expect(isOtherPayment('request=1', 'request=1')).toBe(false);
	expect(isOtherPayment(undefined, 'request=1')).toBe(false);
});
