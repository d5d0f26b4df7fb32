import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import { defineOperation } from '../../run/operation';
import { check, text } from '../../schemas/field';
import { matching, readList } from '../../transport/paging';
import { readObject } from '../../transport/object';
import type { Service } from '../../transport/service';
import { redirect } from './paymentRequest.schema';
import { paymentRequests, withPaymentUrl } from './paymentRequests';
import { fieldOf } from '../fields/locator';
import { redirectUrlField } from '../fields/redirectUrl';
import { readReturn, returnField } from '../payerReturn/returnAddress';

const reading = z.object({ id: text('Payment Request'), redirect });

/** Reads a payment request as it stands now (spec 4.1). */
export const get = defineOperation<z.output<typeof reading>>({
	value: 'get',
	name: 'Get',
	action: 'Get payment request',
	description: 'Retrieve a payment request with its current status',
	fields: [fieldOf(paymentRequests)],
	locators: [paymentRequests],
	options: [
		redirectUrlField(
			'Where a payer is sent after paying at the paymentUrl in the output. Stitch does not keep the address that you gave Create.',
		),
		{
			...returnField(
				'Whether a payer who pays at the paymentUrl in the output comes back to this execution, where Payment Request → Wait for Payment is waiting',
			),
			default: true,
		},
	],
	lifecycle: paymentRequests,
	simplify: paymentRequests.simplify,

	prepare(item) {
		const { redirectUrl, returnToThisWorkflow } = item.collection('options');
		const back = readReturn(item, returnToThisWorkflow);
		const addresses = { redirectUrl: back ? back.address : redirectUrl };
		const raw = {
			id: item.get('paymentRequestId'),
			redirect: { ...addresses, failureRedirectUrl: back?.address },
		};
		return check(reading, raw, back?.mistakes);
	},

	send: async ({ id, redirect: addresses }, service) =>
		withPaymentUrl(await readObject(service, paymentRequests.one, id), addresses),

	async complete(paymentRequest, service) {
		const { notRead = [], ...known } = await whatGraphqlKnows(service, String(paymentRequest.id));
		const { statusDate, statusReason, ...more } = known;
		// GraphQL is read a moment later: the date and reason of another status are not those of this one.
		const isSame = known.status === paymentRequest.status;
		// REST may have it.
		const missing = (notRead as string[]).filter((field) => paymentRequest[field] === undefined);
		return {
			...more,
			...(isSame && { statusDate, statusReason }),
			...paymentRequest,
			...(missing.length > 0 && { notRead: missing }),
		};
	},
});

/** What only GraphQL can say of a payment request: above all whether the money has arrived. */
const onlyInGraphql = ['paymentConfirmation', 'paymentConfirmationDate', 'refunds', 'settlement'];

/**
 * What the list of GraphQL says of a payment request.
 * @throws {ServiceFailure} also for a moment's outage: without an answer, a payment whose money has
 * arrived would look like one whose money has not
 */
async function whatGraphqlKnows(service: Service, id: string): Promise<IDataObject> {
	const [found] = await readList(service, matching(paymentRequests.list, 'id', id), 1);
	return found?.id === id ? found : { notRead: onlyInGraphql };
}
