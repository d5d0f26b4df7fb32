import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import { inWords } from '../../run/nodeError';
import { defineOperation } from '../../run/operation';
import { check, text } from '../../schemas/field';
import { ServiceFailure } from '../../transport/failure';
import { readConnection } from '../../transport/graphqlPaging';
import { readObject } from '../../transport/object';
import type { Service } from '../../transport/service';
import { idField } from '../fields/payment';
import { redirect } from './paymentRequest.schema';
import { paymentRequestById } from './paymentRequestById.graphql';
import { simplifyPaymentRequest } from './paymentRequestColumns';
import { asPaymentRequest, idPlaceholder, paymentRequests } from './paymentRequests';
import { withPaymentUrl } from './paymentUrl';
import { readReturn } from './returnAddress';

const reading = z.object({ id: text('Payment Request ID'), redirect });

/** Reads a payment request as it stands now (spec 4.1). */
export const get = defineOperation<z.output<typeof reading>>({
	value: 'get',
	name: 'Get',
	action: 'Get payment request',
	description: 'Get a payment request with its current status',
	fields: [idField('Payment Request', idPlaceholder)],
	options: [
		{
			displayName: 'Redirect URL',
			name: 'redirectUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://shop.example.com/thank-you',
			description:
				'Where a payer is sent back to who pays at the paymentUrl of the output. Stitch does not keep the one that you gave Create.',
		},
		{
			displayName: 'Return to This Workflow',
			name: 'returnToThisWorkflow',
			type: 'boolean',
			default: true,
			description:
				'Whether a payer who pays at the paymentUrl of the output comes back to this very execution, for Payment Request → Wait for Payment',
		},
	],
	lifecycle: paymentRequests,
	simplify: simplifyPaymentRequest,

	prepare(item) {
		const { redirectUrl, returnToThisWorkflow } = item.collection('options');
		const back = readReturn(item, returnToThisWorkflow);
		const addresses = { redirectUrl: back ? back.address : redirectUrl };
		const raw = {
			id: item.get('id'),
			redirect: { ...addresses, failureRedirectUrl: back?.address },
		};
		return check(reading, raw, back?.mistakes);
	},

	send: async ({ id, redirect: addresses }, service) =>
		withPaymentUrl(await readObject(service, paymentRequests, id), addresses),

	complete: async (paymentRequest, service) => ({
		...(await whatGraphqlKnows(service, String(paymentRequest.id))),
		...paymentRequest,
	}),
});

/** What the list of GraphQL says of a payment request; empty if it does not have it. */
async function whatGraphqlKnows(service: Service, id: string): Promise<IDataObject> {
	const at = ['client', paymentRequests.graphql.list];
	const list = { query: paymentRequestById, variables: { id }, at, asOutput: asPaymentRequest };
	const [found] = await readConnection(service, list, 1).catch(notRead(id));
	return found?.id === id ? found : {};
}

/** The payment itself is known by now, so what could not be read beside it is only named. */
const notRead = (id: string) => (cause: unknown) => {
	if (!(cause instanceof ServiceFailure)) throw cause;
	const why = inWords(cause).message;
	return [{ id, notRead: `Whether the money has arrived could not be read: ${why}` }];
};
