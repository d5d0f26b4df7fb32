import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { isFinal } from '../../run/lifecycle';
import { readObject } from '../../transport/object';
import { whyReturnIsUnsafe } from './payerReturn/openedByReturn';
import { ended, passOn, timedOut } from './payerReturn/outcome';
import { pageOptions } from './payerReturn/pageOptions';
import { check, InvalidInput, oneOf, type Mistake } from '../../schemas/field';
import { paymentWait, type PaymentWait } from './paymentWait.schema';
import { idField } from '../fields/payment';
import type { Item } from '../../run/item';
import { defineOperation } from '../../run/operation';
import { idPlaceholder, paymentRequests } from './paymentRequests';
import { simplifyPaymentRequest } from './paymentRequestColumns';
import { asFields } from '../../transport/json';

const timeLimit = oneOf('Time Limit', ['expiry', 'minutes']);

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
	notAsTool: true,
	fields: [
		{
			...idField('Payment Request', idPlaceholder),
			default: '={{ $json.id }}',
			description:
				'The payment request to wait for. Create it in this workflow, with Return to This Workflow turned on.',
		},
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
	options: pageOptions,
	simplify,

	prepare(item) {
		const limited = check(timeLimit, item.get('timeLimit')) === 'minutes';
		const wait = {
			id: item.get('id'),
			whenUnpaid: item.get('whenUnpaid'),
			minutes: limited ? item.get('minutes') : undefined,
			thankYouUrl: item.collection('options').thankYouUrl,
		};
		return check(paymentWait(limited), wait, whyNotHere(item));
	},

	async send({ id, minutes, whenUnpaid }, service, item) {
		const paymentRequest = await readObject(service, paymentRequests, id);
		if (isFinal(paymentRequest, paymentRequests)) return passOn(item.row, ended(paymentRequest));
		const now = service.clock.now();
		const until = Math.min(expiryOf(paymentRequest, minutes), now + minutes * 60_000);
		const whenTimeIsUp = timedOut(paymentRequest);
		if (until <= now) return passOn(item.row, whenTimeIsUp);
		const { row } = item;
		const parked = passOn(row, { ...whenTimeIsUp, whenUnpaid });
		await item.park(new Date(until), item.isSimplified ? simplify(parked) : parked);
		return passOn(row, { final: false, paymentRequest });
	},
});

/** Beside the input, only the payment request is the service's. */
function simplify({ waitForPayment: result, ...input }: IDataObject): IDataObject {
	const { paymentRequest, ...wait } = asFields(result);
	const columns = simplifyPaymentRequest(asFields(paymentRequest));
	return { ...input, waitForPayment: { ...wait, paymentRequest: columns } };
}

/** An execution has one address to come back to, so it waits for one payment at a time. */
function whyNotHere(item: Item): Mistake[] {
	if (item.isForTool) {
		return [
			{
				what: 'Wait for Payment cannot be used as a tool of an AI agent',
				fix: 'Use Payment Request → Get as the tool instead.',
			},
		];
	}
	if (item.count === 1) return whyReturnIsUnsafe(item);
	return [
		{
			what: `Wait for Payment takes one payment per execution, and ${item.count} items came`,
			fix: 'Create and wait in a sub-workflow that runs once for each item (Execute Sub-workflow).',
		},
	];
}

/**
 * The time after which waiting makes no sense, in milliseconds since the epoch.
 * @throws {InvalidInput} if neither the request nor the user sets a limit
 */
function expiryOf({ id, expireAt }: IDataObject, minutes: number): number {
	const expiry = DateTime.fromISO(String(expireAt), { zone: 'utc' });
	if (expiry.isValid) return expiry.toMillis() + graceMs;
	if (minutes !== Infinity) return Infinity;
	throw new InvalidInput([
		{
			what: `The payment request ${String(id)} does not say when it expires`,
			fix: 'Choose Some Time under Time Limit.',
		},
	]);
}
