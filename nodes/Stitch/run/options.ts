import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { check, choice, count, InvalidInput, yesNo } from '../schemas/field';
import { money } from '../schemas/money';
import { defaultServiceOptions } from '../transport/connect';
import type { ServiceOptions } from '../transport/service';
import { canPause } from './lifecycle';
import type { Operation } from './operation';
import type { WaitOptions } from './waitUntilFinal';

/** What holds for a run as a whole; read once, from its first item. */
export interface RunOptions extends ServiceOptions {
	/** How many items are sent at the same time. */
	concurrency: number;
	/** Whether the items are only checked and shown. */
	dryRun: boolean;
	/** Limits of money-moving operations, in cents; Infinity where none is set. */
	maxCentsPerItem: number;
	maxCentsPerRun: number;
	/** "Wait Until Final"; nothing where the user did not ask for it. */
	wait?: WaitOptions;
}

/** As the field shows it (the linter wants a literal there). */
const mostAtOnce = 32;

/** The editor's defaults, as the fields below show them (the linter wants literals there). */
const defaults = {
	concurrency: 8,
	maxAttempts: defaultServiceOptions.maxAttempts,
	retrySeconds: defaultServiceOptions.budgetMs / 1000,
	timeoutSeconds: defaultServiceOptions.timeoutMs / 1000,
	maxWaitSeconds: 300,
};

const everyOperation: INodeProperties[] = [
	{
		displayName: 'Concurrency',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 32 },
		default: 8,
		description:
			'How many items are sent at the same time. 1 keeps their order: where the float may run out, the first items are paid first.',
	},
	{
		displayName: 'Maximum Attempts',
		name: 'maxAttempts',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 50 },
		default: 10,
		description: 'How often one request is sent at most. Only what cannot act twice is repeated.',
	},
	{
		displayName: 'Retry Time Limit',
		name: 'retrySeconds',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 3600 },
		default: 120,
		description: 'For how many seconds a request is repeated at most',
	},
	{
		displayName: 'Timeout',
		name: 'timeoutSeconds',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 600 },
		default: 30,
		description: 'After how many seconds without an answer an attempt is given up',
	},
];

const moneyMovingOperations: INodeProperties[] = [
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		// Whoever adds it means it: an added switch that were off would pay.
		default: true,
		description: 'Whether to check all items and show what would be sent, without sending anything',
	},
	{
		displayName: 'Maximum Amount per Item',
		name: 'maxAmountPerItem',
		type: 'string',
		default: '',
		placeholder: 'e.g. 25000',
		description: 'In rand. If any item asks for more, nothing at all is sent.',
	},
	{
		displayName: 'Maximum Total per Run',
		name: 'maxTotalPerRun',
		type: 'string',
		default: '',
		placeholder: 'e.g. 500000',
		description: 'In rand. If all items together ask for more, nothing at all is sent.',
	},
];

const whileWaiting = { show: { waitUntilFinal: [true] } };

const operationsWithLifecycle: INodeProperties[] = [
	{
		displayName: 'Maximum Wait',
		name: 'maxWaitSeconds',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 86400 },
		default: 300,
		description: 'For how many seconds all items together are waited for at most',
		displayOptions: whileWaiting,
	},
	{
		displayName: 'Wait Until Final',
		name: 'waitUntilFinal',
		type: 'boolean',
		default: true,
		description:
			'Whether to ask again, with growing pauses, until the status is final. All items are sent first; then they wait together. The output tells in "final" whether the status is.',
	},
	{
		displayName: 'When Time Is Up',
		name: 'onWaitTimeout',
		type: 'options',
		options: [
			{ name: 'Fail', value: 'fail', description: 'Treat the item as one that did not work' },
			{
				name: 'Return Last State',
				value: 'return',
				description: 'Return the item as it was last read, with "final" set to false',
			},
		],
		default: 'return',
		description: 'What to do with an item whose status is not final after Maximum Wait',
		displayOptions: whileWaiting,
	},
];

const pausingOperations: INodeProperties[] = [
	{
		displayName: 'Stop When Paused',
		name: 'stopWhenPaused',
		type: 'boolean',
		default: true,
		description:
			'Whether a paused status ends the wait. It lasts until somebody adds money, for up to 7 days, so the workflow can tell that person at once. "final" is false then.',
		displayOptions: whileWaiting,
	},
];

/** The fields that an operation's "Options" collection has beside its own. */
export function runOptions({ payment, lifecycle }: Operation): INodeProperties[] {
	return [
		...everyOperation,
		...(payment ? moneyMovingOperations : []),
		...(lifecycle ? operationsWithLifecycle : []),
		...(lifecycle && canPause(lifecycle) ? pausingOperations : []),
	];
}

/**
 * Reads the run's options from the first item; those that guard money from all of them.
 * @throws {InvalidInput} for a value that cannot be read: an unread limit would be no limit
 */
export function readRunOptions(context: IExecuteFunctions): RunOptions {
	const given = context.getNodeParameter('options', 0, {});
	return {
		concurrency: count('Concurrency', given.concurrency, defaults.concurrency, 1, mostAtOnce),
		maxAttempts: count('Maximum Attempts', given.maxAttempts, defaults.maxAttempts),
		budgetMs: count('Retry Time Limit', given.retrySeconds, defaults.retrySeconds, 0) * 1000,
		timeoutMs: count('Timeout', given.timeoutSeconds, defaults.timeoutSeconds) * 1000,
		// Once it was added, in doubt nothing is paid: an empty one is refused.
		dryRun: readForAll(context, given, 'Dry Run', 'dryRun', yesNo) ?? false,
		maxCentsPerItem: readLimit(context, given, 'Maximum Amount per Item', 'maxAmountPerItem'),
		maxCentsPerRun: readLimit(context, given, 'Maximum Total per Run', 'maxTotalPerRun'),
		wait: yesNo('Wait Until Final', given.waitUntilFinal, false)
			? readWaitOptions(given)
			: undefined,
	};
}

/**
 * An option that guards money; nothing where it was not added. A column may give it, and the first
 * row does not speak for the others.
 */
function readForAll<Value>(
	context: IExecuteFunctions,
	given: IDataObject,
	label: string,
	name: string,
	read: (label: string, given: unknown) => Value,
): Value | undefined {
	if (!(name in given)) return undefined;
	const values = context.getInputData().map((_, index) => {
		const value = context.getNodeParameter(`options.${name}`, index, null);
		return read(index > 0 ? `${label} of item ${index}` : label, value);
	});
	const [first] = values;
	if (values.every((value) => value === first)) return first;
	const what = `${label} is not the same for all items`;
	throw new InvalidInput([{ what, fix: 'Give all items of a run the same.' }]);
}

function readWaitOptions(given: IDataObject): WaitOptions {
	return {
		maxWaitMs: count('Maximum Wait', given.maxWaitSeconds, defaults.maxWaitSeconds) * 1000,
		onTimeout: choice('When Time Is Up', ['fail', 'return'], given.onWaitTimeout, 'return'),
		stopWhenPaused: yesNo('Stop When Paused', given.stopWhenPaused, true),
	};
}

/** A limit in cents. One that was added and is empty is refused: an expression may have found nothing. */
function readLimit(
	context: IExecuteFunctions,
	given: IDataObject,
	label: string,
	name: string,
): number {
	const cents = (shownAs: string, value: unknown) => check(money(shownAs), value).cents;
	return readForAll(context, given, label, name, cents) ?? Infinity;
}
