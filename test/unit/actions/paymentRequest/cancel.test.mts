import { cancel } from '../../../../nodes/Stitch/actions/paymentRequest/cancel.operation';
import { answer, itemOf, serviceOf } from '../../builders.mts';

it('sends the reason to the path of the payment request and gives back the answer', async () => {
	const { service, sent } = serviceOf([answer(200, { id: 'a/b=' })]);
	const item = itemOf({ paymentRequestId: 'a/b=', reason: 'Order was withdrawn' });
	const output = await cancel.send(cancel.prepare(item, service), service, item);
	expect(sent).toEqual([
		{
			method: 'POST',
			url: 'https://rest.test/v2/payment-requests/a%2Fb%3D/cancel',
			body: { reason: 'Order was withdrawn' },
		},
	]);
	expect(output).toEqual({ id: 'a/b=' });
});

it('rejects an empty ID and an empty reason, both at once', () => {
	const { service } = serviceOf([]);
	expect(() => cancel.prepare(itemOf({ paymentRequestId: '', reason: ' ' }), service)).toThrow(
		"'Payment Request' is empty; 'Reason' is empty",
	);
});
