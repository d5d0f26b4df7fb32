import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import { inWords } from '../../run/nodeError';
import { defineOperation } from '../../run/operation';
import { check, text } from '../../schemas/field';
import { ServiceFailure } from '../../transport/failure';
import { readConnection } from '../../transport/graphqlPaging';
import { readObject } from '../../transport/object';
import type { Service } from '../../transport/service';
import { redirect } from './paymentRequest.schema';
import { paymentRequestById } from './paymentRequestById.graphql';
import { thePaymentRequest } from './paymentRequestChoices';
import { simplifyPaymentRequest } from './paymentRequestColumns';
import { asPaymentRequest, paymentRequests } from './paymentRequests';
import { withPaymentUrl } from './paymentUrl';
import { readReturn } from '../payerReturn/returnAddress';

const reading = (idLabel: string) => z.object({ id: text(idLabel), redirect });

/** Reads a payment request as it stands now (spec 4.1). */
export const get = defineOperation<z.output<ReturnType<typeof reading>>>({
	value: 'get',
	name: 'Get',
	action: 'Get payment request',
	description: 'Get a payment request with its current status',
	fields: thePaymentRequest.fields,
	locators: [thePaymentRequest],
	options: [
		{
			displayName: 'Redirect URL',
			name: 'redirectUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://shop.example.com/thank-you',
			description:
				'Where a payer is sent after paying at the paymentUrl in the output. Stitch does not keep the address that you gave Create.',
		},
		{
			displayName: 'Return to This Workflow',
			name: 'returnToThisWorkflow',
			type: 'boolean',
			default: true,
			description:
				'Whether a payer who pays at the paymentUrl in the output comes back to this very execution, for Payment Request → Wait for Payment',
		},
	],
	lifecycle: paymentRequests,
	simplify: simplifyPaymentRequest,

	prepare(item) {
		const { redirectUrl, returnToThisWorkflow } = item.collection('options');
		const back = readReturn(item, returnToThisWorkflow);
		const addresses = { redirectUrl: back ? back.address : redirectUrl };
		const { id, label } = thePaymentRequest.read(item);
		const raw = {
			id,
			redirect: { ...addresses, failureRedirectUrl: back?.address },
		};
		return check(reading(label), raw, back?.mistakes);
	},

	send: async ({ id, redirect: addresses }, service) =>
		withPaymentUrl(await readObject(service, paymentRequests, id), addresses),

	async complete(paymentRequest, service) {
		const known = await whatGraphqlKnows(service, String(paymentRequest.id));
		const { statusDate, statusReason, ...more } = known;
		// GraphQL is read a moment later: the date and reason of another status are not those of this one.
		const isSame = known.status === paymentRequest.status;
		return { ...more, ...(isSame && { statusDate, statusReason }), ...paymentRequest };
	},
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
