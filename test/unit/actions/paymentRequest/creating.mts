import type { IDataObject } from 'n8n-workflow';

import { create } from '../../../../nodes/Stitch/actions/paymentRequest/create.operation';
import { answer, graphqlPage, itemOf, serviceOf } from '../../builders.mts';
import { complaints } from '../perform.mts';

/** The clock of the tests stands at 2026-11-20T10:00:00Z. */
export const tomorrow = '2026-11-21T10:00:00.000Z';

export const simple = {
	amount: '150.50',
	externalReference: 'order-1017',
	paymentMethods: ['eft'],
	payerReference: 'Order 1017',
	settleTo: 'bankAccount',
	beneficiaryName: 'Example Shop',
	bank: 'fnb',
	accountNumber: '1234567890',
	payerId: 'customer-204',
	additionalFields: {},
};

export const simpleBody = {
	amount: { currency: 'ZAR', quantity: 150.5 },
	externalReference: 'order-1017',
	expireAt: tomorrow,
	payer: { identifier: 'customer-204' },
	paymentMethods: {
		eft: {
			enabled: true,
			payerReference: 'Order 1017',
			beneficiary: { name: 'Example Shop', bank: 'fnb', accountNumber: '1234567890' },
		},
	},
};

export const page = 'https://pay.test/request/1';

/** Whether an earlier link is looked for. */
const looksUp = ({ externalReference }: IDataObject) =>
	String(externalReference ?? '').trim() !== '';

/** Runs the operation over one item; the service answers with a created payment request. */
export async function run(parameters: IDataObject, url = page) {
	const created = { id: 'request=1', status: 'pending', interaction: { type: 'redirect', url } };
	const none = graphqlPage('paymentInitiationRequests', []);
	const { service, sent: all } = serviceOf(
		looksUp(parameters) ? [none, answer(201, created)] : [answer(201, created)],
	);
	const plan = create.prepare(itemOf(parameters), service);
	const output = (await create.send(plan, service, itemOf(parameters))) as IDataObject;
	const sent = all.filter(({ url }) => url.endsWith('/payment-requests'));
	return { sent, output, body: JSON.parse(JSON.stringify(sent[0]?.body)) as IDataObject };
}

export const whatIsWrong = (parameters: IDataObject) => complaints(create, parameters);

export const withMore = (more: IDataObject) => ({
	...simple,
	additionalFields: { ...simple.additionalFields, ...more },
});

export const split = (merchantId: string, amount: unknown) =>
	withMore({ splitSettlement: { part: { merchantId, amount } } });

export const withPayer = (details: IDataObject) => withMore({ payer: { details } });

export const withRedirect = (addresses: IDataObject) => withMore({ redirect: { addresses } });
