import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { z } from 'zod/v4';

import { choiceField, type Choice } from '../schemas/field';
import type { NonceSource } from './nonce';

/** What makes two payments the same, as the panel shows it: where their nonce comes from. */
export const duplicateProtections = {
	itemContent: {
		name: 'By Content',
		value: 'itemContent',
		description: 'Two items with the same values are one payment',
	},
	externalReference: {
		name: 'By External Reference',
		value: 'externalReference',
		description: 'One payment per external reference, however often the workflow runs',
	},
	custom: {
		name: 'By My Own Key',
		value: 'custom',
		description: 'One payment per unique key, which you enter below',
	},
} as const satisfies Record<NonceSource, Choice<NonceSource> & { description: string }>;

/** What makes two payments of a kind the same, unless the user gives a key of their own. */
export interface Protectable<Values = never> {
	/**
	 * Only what identifies the payment, and no value that may differ at the next try. It never changes.
	 * Not given where two payments with the same content may both be due: By Content is not offered then.
	 */
	identity?(values: Values): object;
	/** Whether no reference identifies it, as with a refund, which is known by what it gives back. */
	readonly onlyByContent?: boolean;
}

/** The protections that a payment has. */
export function protectionsOf({ identity, onlyByContent = false }: Protectable) {
	const isOffered: Record<NonceSource, boolean> = {
		itemContent: identity !== undefined,
		externalReference: !onlyByContent,
		custom: true,
	};
	return Object.values(duplicateProtections).filter(({ value }) => isOffered[value]);
}

/** The nonce fields of the operation that makes a payment. */
export function nonceFields(payment: Protectable): INodeProperties[] {
	const defaultSource: NonceSource = payment.onlyByContent ? 'itemContent' : 'externalReference';
	return [
		{
			displayName: 'Duplicate Protection',
			name: 'nonceSource',
			type: 'options',
			options: protectionsOf(payment).map((choice) => ({
				...choice,
				name: `${choice.name}${choice.value === defaultSource ? ' (Recommended)' : ''}`,
			})),
			default: defaultSource,
			description:
				'Decides when two runs mean the same payment, which is made only once. Keep the recommended choice unless someone technical asks you to change it.',
		},
		{
			displayName: 'My Own Key',
			name: 'customNonce',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. salary-2026-11-employee-17',
			description: 'The same key always means the same payment',
			displayOptions: { show: { nonceSource: ['custom'] } },
		},
	];
}

const fail = {
	name: 'Fail',
	value: 'fail',
	description: 'Fail the item; nothing is sent again',
} as const;

export const payAgainIfFailed = {
	name: 'Pay Again If It Failed',
	value: 'payAgainIfFailed',
	description:
		'Pay again if the first payment has failed for good or was cancelled, ten attempts in all, also with corrected values: delete rows that should no longer be paid. Otherwise return the first payment, if it is the same payment.',
} as const;

const returnExisting = {
	name: 'Return Existing',
	value: 'returnExisting',
	description: 'Return the first payment, if it is the same payment',
} as const;

function onDuplicateField<Value extends string>(
	options: Array<INodePropertyOptions & Choice<Value>>,
) {
	return choiceField({
		displayName: 'On Duplicate',
		name: 'onDuplicate',
		type: 'options',
		options,
		default: 'returnExisting',
		description: 'What to do when the same payment was sent before',
	});
}

const once = onDuplicateField([fail, returnExisting]);

const againIfFailed = onDuplicateField([fail, payAgainIfFailed, returnExisting]);

/**
 * What happens when the service already has a payment under the nonce. Where it can be seen that the
 * first one has failed for good, the next attempt can be made, under a nonce of its own.
 */
export function onDuplicateOf({ hasFailed }: { hasFailed?: unknown }) {
	return hasFailed === undefined ? once : againIfFailed;
}

export type OnDuplicate = z.output<typeof againIfFailed.rule>;
