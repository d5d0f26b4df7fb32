import { timeOf } from '../../transport/clock';
import { locator } from '../fields/locator';
import { factsOf } from '../payerReturn/page';
import type { PayerWait } from '../payerReturn/payerWait';
import { paymentLanguages } from '../payerReturn/texts';
import { waitOperation } from '../payerReturn/waitOperation';
import { paymentRequests, paymentUrl } from './paymentRequests';

/** The payment request to wait for, which is usually that of the node before. */
const awaited = {
	...paymentRequests,
	field: {
		...paymentRequests.field,
		// It has a separate name: otherwise the editor would keep the empty value of a different
		// operation instead of the expression.
		name: 'awaitedPaymentRequestId',
		expression: '={{ $json.id }}',
		description:
			"The payment request to wait for. Create it in this workflow, with 'Return to This Workflow' turned on.",
	},
};

/** A payer who pays at the last moment comes back a little after the request has expired. */
const graceMs = 60_000;

export const paymentWait: PayerWait = {
	resource: 'paymentRequest',
	operation: 'waitForPayment',
	name: 'Wait for Payment',
	action: 'Wait for payment',
	get: 'Payment Request → Get',
	id: locator(awaited),
	locators: [awaited],
	descriptions: {
		onEarlyReturn: 'What to do when the payer returns and the payment is still pending',
		continue: 'The workflow continues with outcome "notPaid"; the request can still be paid',
		outcomes:
			'Add an IF node on <code>waitForPayment.outcome</code>: <b>paid</b>, <b>notPaid</b> or <b>timedOut</b>. After <b>timedOut</b>, the payer may have paid without returning: check with Payment Request → Get first.',
		thankYouUrl:
			'Your own page for payers who have paid, instead of the page that says thank you. They can load it again as often as they like.',
	},
	outcomes: { done: 'paid', open: 'notPaid' },
	lifecycle: paymentRequests,
	simplify: paymentRequests.simplify,
	expiry({ expireAt }) {
		const time = timeOf(expireAt);
		return time === undefined ? undefined : time + graceMs;
	},
	parameter: 'id',
	saysDone: (status) => status === 'complete',
	facts: factsOf,
	page: (paymentRequest, here) =>
		paymentUrl(paymentRequest, { redirectUrl: here, failureRedirectUrl: here }),
	languages: paymentLanguages,
};

export const waitForPayment = waitOperation(paymentWait);
