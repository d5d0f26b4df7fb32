import { readObject } from '../../transport/object';
import type { Awaited } from '../payerReturn/awaited';
import { factsOf } from '../payerReturn/page';
import { paymentLanguages } from '../payerReturn/texts';
import { simplifyPaymentRequest } from './paymentRequestColumns';
import { paymentRequests } from './paymentRequests';
import { paymentUrl } from './paymentUrl';

/** A payment that an execution waits for. */
export const awaitedPayment: Awaited = {
	resource: 'paymentRequest',
	operation: 'waitForPayment',
	get: 'Payment Request → Get',
	result: 'waitForPayment',
	object: 'paymentRequest',
	choice: 'whenUnpaid',
	parameter: 'id',
	outcomes: { done: 'paid', open: 'notPaid' },
	lifecycle: paymentRequests,
	read: async (service, id) => await readObject(service, paymentRequests, id),
	simplify: simplifyPaymentRequest,
	saysDone: (status) => status === 'complete',
	facts: factsOf,
	page: (paymentRequest, here) =>
		paymentUrl(paymentRequest, { redirectUrl: here, failureRedirectUrl: here }),
	languages: paymentLanguages,
};
