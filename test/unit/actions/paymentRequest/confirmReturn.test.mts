import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { confirmReturn } from '../../../../nodes/Stitch/actions/paymentRequest/confirmReturn.operation';
import { Item } from '../../../../nodes/Stitch/run/item';
import { answer, itemOf, serviceOf } from '../../builders.mts';
import { complaints } from '../perform.mts';

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

it.each([
	[
		'whose expression found no order is rejected',
		'={{ $json.order }}',
		["'External Reference' is empty"],
	],
	['that nobody entered is not', '', []],
])('an external reference %s', (_, stored, said) => {
	const context = {
		getInputData: () => [{ json: {} }],
		getNodeParameter: (name: string, _index: number, fallback: unknown, how?: IDataObject) => {
			if (name === 'id') return 'a=';
			return name === 'externalReference' && how?.rawExpressions ? stored : fallback;
		},
	};
	const item = new Item(context as unknown as IExecuteFunctions, 0);
	expect(complaints(confirmReturn, item)).toEqual(said);
});
