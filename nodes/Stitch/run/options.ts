import {
	isExpression,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';

import { InvalidInput } from '../schemas/invalidInput';
import { panelLabel, propertiesOf, type ValuesOf } from '../schemas/form';
import {
	choice,
	ifAdded,
	numberField,
	orDefault,
	switchField,
	textField,
	turned,
	type WordsOf,
} from '../schemas/formFields';
import { readFrom, switchedOn } from '../schemas/formGroups';
import { money } from '../schemas/money';
import { defaultServiceOptions } from '../transport/connect';
import { mostAtOnce, mostByItself } from '../transport/pace';
import type { ServiceOptions } from '../transport/service';
import { inTurns } from './concurrency';
import { isWatched } from './execution';
import { canPause } from './resource';
import type { Operation } from './operation';
import { plainColumn } from './plainColumn';
import type { WaitOptions } from './waitUntilFinal';
import { isTool, whyLeftToModel } from './tool';

/** The options of a whole run; read once, from its first item. */
export interface RunOptions extends ServiceOptions {
	/** Whether the items are only checked and shown. */
	dryRun: boolean;
	/** Limits of money-moving operations, in cents; Infinity where none is set. */
	maxCentsPerItem: number;
	maxCentsPerRun: number;
	maxCentsPerDay: number;
	/** "Wait Until Final"; undefined if the user did not ask for it. */
	wait?: WaitOptions;
}

/** For operations that pay rows, or wait for a bank; all others use the defaults. */
const pacing = {
	concurrency: orDefault(
		numberField(
			{
				displayName: 'Concurrency',
				default: 0,
				description: `How many items are sent at the same time. 0 is automatic: up to ${mostByItself}, and fewer while Stitch fails or refuses requests. 1 keeps their order: the first payouts are then paid first if the float account runs out.`,
			},
			{ least: 0, most: mostAtOnce },
		),
	),
	retrySeconds: orDefault(
		numberField(
			{
				displayName: 'Retry Time Limit',
				default: 120,
				description: 'How many seconds to keep retrying a request',
			},
			{ least: 0, most: 3600 },
		),
	),
	timeoutSeconds: orDefault(
		numberField(
			{
				displayName: 'Timeout',
				default: 30,
				description: 'How many seconds without an answer before a request is given up',
			},
			{ least: 1, most: 600 },
		),
	),
};

/** A limit in cents; undefined if it was not added. */
export const limit = (words: WordsOf<'string'>) =>
	ifAdded(
		turned(textField(words, money), ({ cents }) => cents),
		'option',
	);

export const guards = {
	dryRun: ifAdded(
		switchField({
			displayName: 'Dry Run',
			// Adding this option means wanting it: if it were off by default, adding it would still pay.
			default: true,
			description:
				'Whether to check all items, look up what was sent before, and show what a run would send, without sending anything',
		}),
		'option',
	),
	maxAmountPerItem: limit({
		displayName: 'Maximum Amount per Item',
		placeholder: 'e.g. 25000',
		description: 'In rand. If any item asks for more, nothing at all is sent.',
	}),
	maxTotalPerRun: limit({
		displayName: 'Maximum Total per Run',
		placeholder: 'e.g. 500000',
		description: 'In rand. If all items together ask for more, nothing at all is sent.',
	}),
	maxTotalPerDay: limit({
		displayName: 'Maximum Total per Day',
		placeholder: 'e.g. 1000000',
		description:
			'In rand. If this run would bring the payouts since midnight above it, nothing is sent. A payment that was made before counts once. Runs that overlap on two n8n workers do not see each other.',
	}),
};

type Guards = ValuesOf<typeof guards>;

const waiting = {
	wait: switchedOn(
		'waitUntilFinal',
		{
			displayName: 'Wait Until Final',
			default: true,
			description:
				'Whether to ask again, with growing pauses, until the status is final. All items are sent or read first, and then wait together.',
		},
		{
			maxWaitSeconds: orDefault(
				numberField(
					{
						displayName: 'Maximum Wait',
						default: 300,
						description: 'How many seconds to wait at most, for all items together',
					},
					{ least: 1, most: 86400 },
				),
			),
			onTimeout: orDefault(
				choice({
					displayName: 'On Timeout',
					options: [
						{ name: 'Fail', value: 'fail', description: 'Fail the item' },
						{
							name: 'Return Last State',
							value: 'return',
							description: 'Return the item as it was last read, with a status that is not final',
						},
					],
					default: 'return',
					description: 'What to do with an item whose status is not final after Maximum Wait',
				}),
			),
			stopWhenPaused: switchField({
				displayName: 'Stop When Paused',
				default: true,
				description:
					'Whether to stop waiting when a payout is paused, so that the workflow can alert someone at once. With too little money in the float account, it stays paused until someone adds money, or for 7 days.',
			}),
		},
	),
};

/** The fields that an operation's "Options" collection has in addition to its own. */
export function runOptions(operation: Operation): INodeProperties[] {
	const { payment, paidSince, lifecycle } = operation;
	const { maxTotalPerDay, ...paymentGuards } = guards;
	const mayPause = lifecycle !== undefined && canPause(lifecycle);
	return propertiesOf({
		...(isPaced(operation) && pacing),
		...(payment && paymentGuards),
		...(paidSince && { maxTotalPerDay }),
		...(lifecycle && waiting),
	}).filter(({ name }) => mayPause || name !== 'stopWhenPaused');
}

/**
 * Reads the run's options from the first item, but those that guard money from all items.
 * @throws {InvalidInput} for a value that cannot be read: ignoring it would remove the limit
 */
export async function readRunOptions(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<RunOptions> {
	const given = context.getNodeParameter('options', 0, {});
	const { concurrency, retrySeconds, timeoutSeconds } = readFrom(pacing, given);
	const { wait } = readFrom(waiting, given);
	const options = {
		// 0 is automatic.
		concurrency: concurrency || undefined,
		maxTries: defaultServiceOptions.maxTries,
		budgetMs: isPaced(operation) || !isWatched(context) ? retrySeconds * 1000 : whileWatchedMs,
		timeoutMs: timeoutSeconds * 1000,
		dryRun: (await readGuard('dryRun', context, given)) ?? false,
		maxCentsPerItem: (await readGuard('maxAmountPerItem', context, given)) ?? Infinity,
		maxCentsPerRun: (await readGuard('maxTotalPerRun', context, given)) ?? Infinity,
		maxCentsPerDay: (await readGuard('maxTotalPerDay', context, given)) ?? Infinity,
		wait: wait && {
			maxWaitMs: wait.maxWaitSeconds * 1000,
			onTimeout: wait.onTimeout,
			stopWhenPaused: wait.stopWhenPaused,
		},
	};
	if (operation.payment && !options.dryRun && isTool(context.getNode())) requireLimit(options);
	return options;
}

/** Whichever fields a model writes, a limit bounds what a call pays, and one for a day all of them. */
function requireLimit({ maxCentsPerItem, maxCentsPerRun, maxCentsPerDay }: RunOptions): void {
	if (Math.min(maxCentsPerItem, maxCentsPerRun, maxCentsPerDay) < Infinity) return;
	const what = 'is needed in a tool, because a model decides when it pays';
	const fix = "Add it under 'Options'.";
	throw new InvalidInput([{ field: panelLabel(guards.maxAmountPerItem), what, fix }]);
}

/**
 * How long a request is repeated while a person waits for it and cannot change that time. The last try, and
 * an n8n under load, come on top: the person gets an answer within half a minute.
 */
const whileWatchedMs = 20_000;

function isPaced({ payment, hasPacing = false }: Operation): boolean {
	return payment !== undefined || hasPacing;
}

/**
 * An option that guards money; undefined if it was not added. Its value may come from a column, and
 * the first row says nothing about the others.
 */
async function readGuard<Name extends keyof Guards>(
	name: Name,
	context: IExecuteFunctions,
	given: IDataObject,
): Promise<Guards[Name] | undefined> {
	if (!(name in given)) return undefined;
	const read = (value: unknown) => readFrom(guards, { [name]: value })[name];
	const label = panelLabel(guards[name]);
	const path = `options.${name}`;
	const stored = context.getNodeParameter(path, 0, null, { rawExpressions: true });
	const mistakes = whyLeftToModel(context.getNode(), label, stored);
	if (mistakes.length > 0) throw new InvalidInput(mistakes);
	// A value that is not an expression is the same for all items.
	const items = isExpression(stored) ? context.getInputData() : [{ json: {} }];
	const values: Array<Guards[Name] | undefined> = [];
	for await (const [index, { json }] of inTurns(items.entries())) {
		const value = plainColumn(stored, json) ?? context.getNodeParameter(path, index, null);
		values.push(index === 0 ? read(value) : orUndefined(() => read(value)));
	}
	const [first] = values;
	const other = values.findIndex((value) => value !== first);
	if (other < 0) return first;
	const what = `is not the same for all items: item ${other} has a different value from item 0`;
	throw new InvalidInput([
		{ field: label, what, fix: 'Use the same value for all items of a run.' },
	]);
}

/** The value that is read; undefined if it cannot be read, and then differs from the first. */
function orUndefined<Value>(read: () => Value): Value | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}
