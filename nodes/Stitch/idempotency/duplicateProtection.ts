import type { INodePropertyOptions } from 'n8n-workflow';

import type { Choice } from '../schemas/choice';
import { required } from '../schemas/invalidInput';
import { form, type Field, type Source, type ValueOf } from '../schemas/form';
import { choice, orDefault, textField } from '../schemas/formFields';
import { options, variant } from '../schemas/formGroups';
import { optionalVisibleText } from '../schemas/visibleText';
import type { NonceSource } from './nonce';

/** The choices of what makes two payments the same: the source of their nonce. */
export const duplicateProtections = {
	itemContent: {
		name: 'By Content',
		value: 'itemContent',
		description: 'Two items with the same payment and amount are one refund',
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

/**
 * What makes two payments the same: the fields of a form, and what is read of them. A user can always enter
 * a key instead of what is recommended.
 * @param recommended By Content only for what no reference identifies, such as refunds: a corrected value
 * is a different payment, and two with the same values are one
 */
export function protectedBy(recommended: Exclude<NonceSource, 'custom'>): Field<Protection> {
	const { [recommended]: first, custom } = duplicateProtections;
	const source = choice<NonceSource>({
		displayName: 'Duplicate Protection',
		// One choice for all items of a run: which references have to last depends on it.
		noDataExpression: true,
		options: [{ ...first, name: `${first.name} (Recommended)` }, custom],
		default: recommended,
		description:
			'What makes two runs the same payment, which is made only once. After a change, people can be paid again.',
	});
	return variant('nonceSource', source, {
		itemContent: {},
		externalReference: {},
		custom: { customNonce: ownKey },
	});
}

export type Protection =
	{ type: 'itemContent' | 'externalReference' } | { type: 'custom'; customNonce: string };

const ownKey = textField(
	{
		displayName: 'My Own Key',
		required: true,
		placeholder: 'e.g. salary-2026-11-employee-17',
		description: 'The same key always means the same payment',
	},
	(label) =>
		required(
			label,
			'Enter a text that only this payment has.',
			optionalVisibleText(label, { max: 4096 }),
		),
);

const failOnDuplicate = {
	name: 'Fail',
	value: 'fail',
	description: 'Fail the item; nothing is sent again',
} as const;

export const payAgainIfFailed = {
	name: 'Pay Again If It Failed',
	value: 'payAgainIfFailed',
	description:
		'Pay again if the earlier payment failed: ten attempts at most. Otherwise return it.',
} as const;

const returnExisting = {
	name: 'Return Existing',
	value: 'returnExisting',
	description: 'Return the first payment, if it is the same payment',
} as const;

const duplicateChoice = <Value extends string>(
	offered: Array<INodePropertyOptions & Choice<Value>>,
) =>
	orDefault(
		choice({
			displayName: 'On Duplicate',
			options: offered,
			default: 'returnExisting',
			description: 'What to do when the same payment was sent before',
		}),
	);

const once = duplicateChoice([failOnDuplicate, returnExisting]);

const againIfFailed = duplicateChoice([failOnDuplicate, payAgainIfFailed, returnExisting]);

export type OnDuplicate = ValueOf<typeof againIfFailed>;

/**
 * What happens when the service already has a payment under the nonce. If it shows that the first one has
 * failed for good, the next attempt can be made, under its own nonce.
 */
export function onDuplicateField({ hasFailed }: { hasFailed?: unknown }): Field<OnDuplicate> {
	return hasFailed === undefined ? once : againIfFailed;
}

const onceForm = form({ options: options({ onDuplicate: once }) });
const againForm = form({ options: options({ onDuplicate: againIfFailed }) });

/** @throws {InvalidInput} */
export function readOnDuplicate(
	{ hasFailed }: { hasFailed?: unknown },
	source: Source,
): OnDuplicate {
	return (hasFailed === undefined ? onceForm : againForm).read(source).options.onDuplicate;
}
