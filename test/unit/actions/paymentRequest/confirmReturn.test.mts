import type { IDataObject } from 'n8n-workflow';

import { confirmReturn } from '../../../../nodes/Stitch/actions/paymentRequest/confirmReturn.operation';
import { answer, itemOf, serviceOf } from '../../builders.mts';

async function run(parameters: IDataObject, truth: IDataObject) {
	const { service, sent } = serviceOf([answer(200, { id: 'a=', ...truth })]);
	const item = itemOf({ id: 'a=', ...parameters });
	const output = await confirmReturn.send(confirmReturn.prepare(item, service), service, item);
	return { sent, output };
}

it('reads the payment request and returns the true one', async () => {
	const { sent, output } = await run(
		{ returnedStatus: 'complete' },
		{ status: 'pending', amount: { currency: 'ZAR', quantity: 10 } },
	);
	expect(sent).toEqual([{ method: 'GET', url: 'https://rest.test/v2/payment-requests/a%3D' }]);
	expect(output).toEqual({
		id: 'a=',
		status: 'pending',
		amount: { currency: 'ZAR', quantity: 10 },
		returnedStatus: 'complete',
		returnedStatusAgrees: false,
	});
});

it.each([
	['complete', 'completed', true],
	['complete', 'pending', false],
	['complete', 'cancelled', false],
	['complete', 'expired', false],
	['complete', 'manually_completed', false],
	['closed', 'manually_completed', true],
	['closed', 'pending', true],
	['closed', 'cancelled', true],
	['closed', 'completed', false],
	['failed', 'pending', true],
	['failed', 'expired', true],
	['failed', 'completed', false],
	['completed', 'completed', false],
	['COMPLETE', 'completed', false],
	['anything', 'pending', false],
])('with %s returned and %s in truth, says %p', async (returnedStatus, status, agrees) => {
	const { output } = await run({ returnedStatus }, { status });
	expect(output).toMatchObject({ status, returnedStatus, returnedStatusAgrees: agrees });
});

it.each([
	['order-1', 'order-1', true],
	['order-1', 'order-2', false],
	['order-1', undefined, false],
	[1017, '1017', true],
	// As a spreadsheet gives it, and as Create has written it.
	['Order\u00a01017', 'Order 1017', true],
	['Order  1017', 'Order 1017', true],
])('compares the external reference %p with %p', async (given, truth, agrees) => {
	const { output } = await run(
		{ externalReference: given },
		{ status: 'completed', externalReference: truth },
	);
	expect(output).toMatchObject({ externalReferenceAgrees: agrees });
	expect(output).toHaveProperty('externalReference', truth);
});

it('says nothing about what did not come back', async () => {
	const { output } = await run(
		{ returnedStatus: '', externalReference: '' },
		{ status: 'pending' },
	);
	expect(output).toEqual({ id: 'a=', status: 'pending' });
});

it('takes its values from a Webhook node by default, but the external reference from nowhere', () => {
	const defaults = Object.fromEntries(
		confirmReturn.form.properties.map((field) => [field.name, field.default]),
	);
	expect(defaults).toEqual({
		id: '={{ $json.query.id }}',
		returnedStatus: '={{ $json.query.status }}',
		externalReference: '',
	});
});
