import type { INodeProperties } from 'n8n-workflow';

import type { NonceSource } from '../../idempotency/nonce';
import type { OnDuplicate } from '../../idempotency/attempt';

const sources: Record<NonceSource, { name: string; value: NonceSource; description: string }> = {
	externalReference: {
		name: 'From External Reference',
		value: 'externalReference',
		description: 'One payment per external reference, however often the workflow runs',
	},
	itemContent: {
		name: 'From Item Content',
		value: 'itemContent',
		description: 'Two items with the same values are one payment',
	},
	custom: { name: 'Custom', value: 'custom', description: 'Your own unique key for each payment' },
};

/** The nonce fields of an operation, with the source that is used by default. */
export function nonceFields(
	defaultSource: 'externalReference' | 'itemContent',
	offered: NonceSource[] = ['custom', 'externalReference', 'itemContent'],
): INodeProperties[] {
	return [
		{
			displayName: 'Duplicate Protection',
			name: 'nonceSource',
			type: 'options',
			options: offered.map((source) => sources[source]),
			default: defaultSource,
			description:
				'How the node recognises that two runs mean the same payment. The same payment is made only once, however often the workflow runs or n8n retries it.',
		},
		{
			displayName: 'Custom Nonce',
			name: 'customNonce',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. salary-2026-11-employee-17',
			description: 'The same text always means the same payment',
			displayOptions: { show: { nonceSource: ['custom'] } },
		},
	];
}

/** What can happen when the service already has a payment under the nonce. */
const onDuplicateChoices = [
	{
		name: 'Fail',
		value: 'fail',
		description: 'Stop at this item; nothing is sent again',
	},
	{
		name: 'Pay Again If It Failed',
		value: 'payAgainIfFailed',
		description:
			'Pay again if the first payment has failed for good or was cancelled, ten attempts in all, also with corrected values: leave out what is not to be paid any more. Otherwise return the first payment, if it is the same payment.',
	},
	{
		name: 'Return Existing',
		value: 'returnExisting',
		description: 'Return the first payment, if it is the same payment',
	},
];

/** What happens when the service already has a payment under the nonce. */
export const onDuplicateOption = onDuplicate(['fail', 'returnExisting']);

/** The same for payments that can be made again when they have failed. */
export const onDuplicateOrFailedOption = onDuplicate([
	'fail',
	'payAgainIfFailed',
	'returnExisting',
]);

function onDuplicate(offered: OnDuplicate[]): INodeProperties {
	return {
		displayName: 'On Duplicate',
		name: 'onDuplicate',
		type: 'options',
		options: onDuplicateChoices.filter(({ value }) => offered.some((one) => one === value)),
		default: 'returnExisting',
		description: 'What to do when the same payment was sent before',
	};
}

/** A filter of a list by the nonce of what is listed. */
export function nonceFilter(noun: string, placeholder: string): INodeProperties {
	return {
		displayName: 'Nonce',
		name: 'nonce',
		type: 'string',
		default: '',
		placeholder,
		description: `Only the ${noun} that was created with this unique key (nonce)`,
	};
}
