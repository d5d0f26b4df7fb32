import type { IDataObject } from 'n8n-workflow';

import { defineOperation } from '../../run/operation';
import { form } from '../../schemas/form';
import { notice } from '../../schemas/formFields';
import { options } from '../../schemas/formGroups';
import { matching, readList } from '../../transport/paging';
import { readObject } from '../../transport/object';
import type { Service } from '../../transport/service';
import { paymentRequests, withPaymentUrl } from './paymentRequests';
import { completedByHand } from './paymentRequestStatuses';
import { locator } from '../fields/locator';
import { redirectUrlField } from '../fields/redirectUrl';
import { readReturn, returnField } from '../payerReturn/returnAddress';

const getForm = form({
	id: locator(paymentRequests),
	paidNotice: notice(
		'The <code>status</code> <b>completed</b> means that the payer has paid, not that the money has arrived. The money is there when <code>paymentConfirmation</code> is <b>received</b>. If it stays empty, check your bank account before you ship.',
	),
	options: options({
		redirectUrl: redirectUrlField(
			'Where payers go after they have paid at the paymentUrl in the output. Stitch does not keep the address that you entered in Create.',
		),
		returnToThisWorkflow: returnField(
			'Whether a payer who pays at the paymentUrl in the output comes back to this execution, where Payment Request → Wait for Payment is waiting',
			true,
		),
	}),
});

/** Reads the current state of a payment request (spec 4.1). */
export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get payment request',
	description: 'Retrieve a payment request with its current status',
	form: getForm,
	locators: [paymentRequests],
	lifecycle: paymentRequests,
	simplify: paymentRequests.simplify,

	prepare(item) {
		const back = readReturn(item, item.collection('options').returnToThisWorkflow);
		const asked = getForm.read(item, { mistakes: back?.mistakes });
		const { id } = asked;
		if (back === undefined) return { id, redirect: { redirectUrl: asked.options.redirectUrl } };
		return { id, redirect: { redirectUrl: back.address, failureRedirectUrl: back.address } };
	},

	send: async ({ id, redirect: addresses }, service) =>
		withPaymentUrl(await readObject(service, paymentRequests.one, id), addresses),

	async complete(paymentRequest, service) {
		const { notRead = [], ...known } = await readGraphqlDetails(service, String(paymentRequest.id));
		const { statusDate, statusReason, ...more } = known;
		// The name of this status in REST is not known. It must never look paid.
		const isByHand = known.status === completedByHand;
		// GraphQL is read a moment later: if its status is different, its date and reason do not belong
		// to the status from REST.
		const isSame = isByHand || known.status === paymentRequest.status;
		// REST may contain some of them.
		const missing = (notRead as string[]).filter((field) => paymentRequest[field] === undefined);
		return {
			...more,
			...(isSame && { statusDate, statusReason }),
			...paymentRequest,
			...(isByHand && { status: completedByHand }),
			...(missing.length > 0 && { notRead: missing }),
		};
	},
});

/** The details that only GraphQL has: above all whether the money has arrived. */
const onlyInGraphql = ['paymentConfirmation', 'paymentConfirmationDate', 'refunds', 'settlement'];

/**
 * The payment request in the list of GraphQL.
 * @throws {ServiceFailure} also for a moment's outage: without an answer, a payment whose money has
 * arrived would look like one whose money has not
 */
async function readGraphqlDetails(service: Service, id: string): Promise<IDataObject> {
	const [found] = await readList(service, matching(paymentRequests.list, 'id', id), 1);
	return found?.id === id ? found : { notRead: onlyInGraphql };
}
