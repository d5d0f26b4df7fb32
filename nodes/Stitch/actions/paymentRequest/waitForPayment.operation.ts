import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { isFinal } from '../../run/lifecycle';
import { firstReading } from '../payerReturn/firstReading';
import { ended, inColumns, passOn, timedOut, waitForPayer } from '../payerReturn/outcome';
import { pageOptions } from '../payerReturn/pageOptions';
import { whyNotWaiting } from '../payerReturn/whyNotWaiting';
import { check, InvalidInput, oneOf, type Mistake } from '../../schemas/field';
import { awaitedPayment } from './awaitedPayment';
import { paymentWait, type PaymentWait } from './paymentWait.schema';
import { objectField } from '../fields/locator';
import { defineOperation } from '../../run/operation';
import { paymentRequestChoices, paymentRequestWords } from './paymentRequestChoices';
import { paymentRequests } from './paymentRequests';

const timeLimit = oneOf('Time Limit', ['expiry', 'minutes']);

/** Names the payment request to wait for, which is usually that of the node before. */
const awaited = objectField(paymentRequestChoices, {
	...paymentRequestWords,
	// A name of its own: the editor would keep the empty value of another operation, not the expression.
	name: 'awaitedPaymentRequestId',
	expression: '={{ $json.id }}',
	description:
		'The payment request to wait for. Create it in this workflow, with Return to This Workflow turned on.',
});

/** A payer who pays at the last moment comes back a little after the request has expired. */
const graceMs = 60_000;

/**
 * Makes the execution wait, without occupying a worker, until the payer comes back (`payerReturn/`)
 * or the time is up.
 */
export const waitForPayment = defineOperation<PaymentWait>({
	value: 'waitForPayment',
	name: 'Wait for Payment',
	action: 'Wait for payment',
	description: 'Pause the workflow until the payer comes back, for hours or days if need be',
	passesOn: true,
	notAsTool: true,
	fields: [
		awaited.field,
		{
			displayName: 'When the Payer Returns Unpaid',
			name: 'whenUnpaid',
			type: 'options',
			options: [
				{
					name: 'Go On',
					value: 'goOn',
					description:
						'The workflow continues with outcome "notPaid"; the request can still be paid',
				},
				{
					name: 'Keep Waiting',
					value: 'keepWaiting',
					description: 'The payer sees a link back to the payment and can try again',
				},
			],
			default: 'keepWaiting',
			description: 'What happens when the payer comes back and the payment is still pending',
		},
		{
			displayName: 'Time Limit',
			name: 'timeLimit',
			type: 'options',
			options: [
				{
					name: 'Some Time',
					value: 'minutes',
					description: 'For a number of minutes, but never longer than the request can be paid',
				},
				{
					name: 'Until the Request Expires',
					value: 'expiry',
					description: 'As long as the payment request can be paid, and a minute more',
				},
			],
			default: 'expiry',
			description: 'How long the workflow waits at most',
		},
		{
			displayName: 'Minutes',
			name: 'minutes',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 525600 },
			default: 60,
			description: 'How many minutes the workflow waits at most. n8n may be up to a minute late.',
			displayOptions: { show: { timeLimit: ['minutes'] } },
		},
		{
			displayName:
				'Branch on <code>waitForPayment.outcome</code>: <b>paid</b>, <b>notPaid</b> or <b>timedOut</b>. timedOut does not mean unpaid: the payer may have paid and never come back. Read it with Payment Request → Get before you treat it as unpaid.',
			name: 'outcomeNotice',
			type: 'notice',
			default: '',
		},
	],
	locators: [awaited],
	options: pageOptions,
	simplify: (output) => inColumns(awaitedPayment, output),

	prepare(item) {
		const limited = check(timeLimit, item.get('timeLimit')) === 'minutes';
		const wait = {
			id: item.get('awaitedPaymentRequestId'),
			whenUnpaid: item.get('whenUnpaid'),
			minutes: limited ? item.get('minutes') : undefined,
			thankYouUrl: item.collection('options').thankYouUrl,
		};
		return check(
			paymentWait(limited),
			wait,
			whyNotWaiting(item, { what: 'Wait for Payment', instead: awaitedPayment.get }),
		);
	},

	async send({ id, minutes, whenUnpaid }, service, item) {
		const { object: paymentRequest, unanswered } = await firstReading(awaitedPayment, service, id);
		const goOn = (result: IDataObject) => passOn(awaitedPayment, item.row, result);
		if (isFinal(paymentRequest, paymentRequests)) {
			return goOn(ended(awaitedPayment, paymentRequest));
		}
		const now = service.clock.now();
		// While Stitch cannot be asked, the output of Create says when the request expires.
		const known = unanswered ? item.earlier(id) : [paymentRequest];
		const [expiry = Infinity] = known.flatMap(expiryOf);
		const until = Math.min(expiry, now + minutes * 60_000);
		if (until === Infinity) throw unanswered ?? new InvalidInput([unlimited(id)]);
		if (until <= now) return goOn(timedOut(awaitedPayment, paymentRequest));
		return await waitForPayer(awaitedPayment, item, {
			object: paymentRequest,
			choice: whenUnpaid,
			until,
		});
	},
});

/** The time after which waiting makes no sense, in milliseconds since the epoch; empty if unknown. */
function expiryOf({ expireAt }: IDataObject): number[] {
	const expiry = DateTime.fromISO(String(expireAt), { zone: 'utc' });
	return expiry.isValid ? [expiry.toMillis() + graceMs] : [];
}

const unlimited = (id: string): Mistake => ({
	what: `The payment request ${id} does not say when it expires`,
	fix: 'Choose Some Time under Time Limit.',
});
