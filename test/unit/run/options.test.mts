import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { create } from '../../../nodes/Stitch/actions/disbursement/create.operation';
import { readRunOptions, runOptions } from '../../../nodes/Stitch/run/options';

/** Reads the options as they evaluate for each item. */
const readAll = (...options: IDataObject[]) =>
	readRunOptions({
		getInputData: () => options.map(() => ({ json: {} })),
		getNodeParameter: (name: string, item: number) => {
			const [, inside] = name.split('.');
			return inside === undefined ? options[item] : options[item]?.[inside];
		},
	} as unknown as IExecuteFunctions);
const read = (options: IDataObject) => readAll(options);

it('takes the defaults for what was not given', () => {
	expect(read({ concurrency: '', timeoutSeconds: null })).toEqual({
		concurrency: 8,
		maxAttempts: 10,
		budgetMs: 120_000,
		timeoutMs: 30_000,
		dryRun: false,
		maxCentsPerItem: Infinity,
		maxCentsPerRun: Infinity,
		wait: undefined,
	});
});

it('takes numbers as an expression may give them', () => {
	expect(read({ concurrency: '1', retrySeconds: 0, timeoutSeconds: 5 })).toMatchObject({
		concurrency: 1,
		budgetMs: 0,
		timeoutMs: 5000,
	});
});

it.each([
	[{ concurrency: 'one' }, 'Concurrency is not a whole number from 1 to 32'],
	[{ concurrency: 0 }, 'Concurrency is not a whole number from 1 to 32'],
	[{ concurrency: 33 }, 'Concurrency is not a whole number from 1 to 32'],
	[{ concurrency: Infinity }, 'Concurrency is not a whole number from 1 to 32'],
	[{ maxAttempts: 2.5 }, 'Maximum Attempts is not a whole number of at least 1'],
	[{ retrySeconds: -1 }, 'Retry Time Limit is not a whole number of at least 0'],
	[{ timeoutSeconds: 'x' }, 'Timeout is not a whole number of at least 1'],
	[{ waitUntilFinal: true, maxWaitSeconds: 0 }, 'Maximum Wait is not a whole number of at least 1'],
	[{ maxTotalPerRun: '1,000' }, 'Maximum Total per Run is not a number: 1,000'],
	[{ maxTotalPerRun: '' }, 'Maximum Total per Run is empty'],
	[{ maxAmountPerItem: undefined }, 'Maximum Amount per Item is empty'],
	[{ waitUntilFinal: 'soon' }, 'Wait Until Final is neither true nor false: soon'],
	[
		{ waitUntilFinal: true, stopWhenPaused: 'never' },
		'Stop When Paused is neither true nor false: never',
	],
	[{ waitUntilFinal: true, onWaitTimeout: 'Fail' }, 'When Time Is Up cannot be Fail'],
	[{ dryRun: 'maybe' }, 'Dry Run is neither true nor false: maybe'],
	[{ dryRun: '' }, 'Dry Run is empty'],
	[{ dryRun: null }, 'Dry Run is empty'],
	[{ dryRun: undefined }, 'Dry Run is empty'],
])('refuses %j instead of guessing', (options, message) => {
	expect(() => read(options)).toThrow(message);
});

it.each([
	[{ waitUntilFinal: 'TRUE' }, { onTimeout: 'return', stopWhenPaused: true }],
	[
		{ waitUntilFinal: 1, stopWhenPaused: 'false', onWaitTimeout: 'fail' },
		{ onTimeout: 'fail', stopWhenPaused: false },
	],
	[
		{ waitUntilFinal: true, stopWhenPaused: '', onWaitTimeout: '' },
		{ onTimeout: 'return', stopWhenPaused: true },
	],
])('takes the switches of a wait as a column may give them: %j', (options, wait) => {
	expect(read(options).wait).toEqual({ maxWaitMs: 300_000, ...wait });
});

it.each([false, 'FALSE', 'no', 0, '', null])('waits for nothing with %j', (waitUntilFinal) => {
	expect(read({ waitUntilFinal }).wait).toBeUndefined();
});

describe('Dry Run, where a column gives it', () => {
	it.each([
		[['TRUE', true, 'yes'], true],
		[['FALSE', false, 0], false],
	])('is %j for the whole run', (column, isDry) => {
		expect(readAll(...column.map((dryRun) => ({ dryRun }))).dryRun).toBe(isDry);
	});

	it.each([
		[['FALSE', 'FALSE', 'TRUE'], 'Dry Run is not the same for all items'],
		[['TRUE', 'FALSE'], 'Dry Run is not the same for all items'],
		[['FALSE', ''], 'Dry Run of item 1 is empty'],
	])('is refused when the rows differ: %j', (column, message) => {
		expect(() => readAll(...column.map((dryRun) => ({ dryRun })))).toThrow(message);
	});
});

it('is a dry run as soon as Dry Run is added, before anybody touches its switch', () => {
	const field = runOptions(create).find(({ name }) => name === 'dryRun');
	expect(read({ dryRun: field?.default }).dryRun).toBe(true);
});

it('takes a limit that a column gives only when it is the same for all rows', () => {
	expect(readAll({ maxTotalPerRun: '10' }, { maxTotalPerRun: 10 }).maxCentsPerRun).toBe(1000);
	expect(() => readAll({ maxAmountPerItem: '1000' }, { maxAmountPerItem: '5' })).toThrow(
		'Maximum Amount per Item is not the same for all items',
	);
});
