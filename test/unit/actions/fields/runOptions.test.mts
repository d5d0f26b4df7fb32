import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { create } from '../../../../nodes/Stitch/actions/disbursement/create.operation';
import { readRunOptions, runOptions } from '../../../../nodes/Stitch/actions/fields/runOptions';

const read = (options: IDataObject) =>
	readRunOptions({ getNodeParameter: () => options } as unknown as IExecuteFunctions);

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
])('refuses %j instead of guessing', (options, message) => {
	expect(() => read(options)).toThrow(message);
});

it('is a dry run as soon as Dry Run is added, before anybody touches its switch', () => {
	const field = runOptions(create).find(({ name }) => name === 'dryRun');
	expect(read({ dryRun: field?.default }).dryRun).toBe(true);
});
