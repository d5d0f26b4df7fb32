import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { create } from '../../../nodes/Stitch/actions/disbursement/create.operation';
import { create as giveBack } from '../../../nodes/Stitch/actions/refund/create.operation';
import { get as getCharge } from '../../../nodes/Stitch/actions/charge/get.operation';
import { getAll as list } from '../../../nodes/Stitch/actions/refund/getAll.operation';
import { verifyAccount } from '../../../nodes/Stitch/actions/bankAccount/verify.operation';
import { get } from '../../../nodes/Stitch/actions/disbursement/get.operation';
import { readRunOptions, runOptions } from '../../../nodes/Stitch/run/options';
import { answer, serviceOf } from '../builders.mts';

/** An n8n that evaluates the options to these values for each item; several come of expressions. */
function contextOf(...options: IDataObject[]): IExecuteFunctions {
	return {
		getMode: () => 'manual',
		getNode: () => ({ type: 'stitch' }),
		getInputData: () => options.map(() => ({ json: {} })),
		getNodeParameter: (name: string, item: number, _fallback: unknown, more?: IDataObject) => {
			const [, inside] = name.split('.');
			if (inside === undefined) return options[item];
			if (more?.rawExpressions && options.length > 1) return '={{ $json.first || $json.second }}';
			return options[item]?.[inside];
		},
	} as unknown as IExecuteFunctions;
}

const readAll = async (...options: IDataObject[]) =>
	await readRunOptions(contextOf(...options), create);
const read = async (options: IDataObject) => await readAll(options);

describe('a request of an operation without Retry Time Limit', () => {
	const timeOf = async (mode: string, operation = get) => {
		const context = Object.assign(contextOf({}), { getMode: () => mode, getParentNodes: () => [] });
		return (await readRunOptions(context, operation)).budgetMs;
	};

	it('is repeated for 20 seconds while a person waits for it, and otherwise for two minutes', async () => {
		expect(await timeOf('manual')).toBe(20_000);
		expect(await timeOf('trigger')).toBe(120_000);
	});

	it.each([create, verifyAccount])(
		'does not shorten what the option says: $action',
		async (operation) => {
			expect(await timeOf('manual', operation)).toBe(120_000);
		},
	);
});

it.each([0, 20, 120, 3600])(
	'a request is repeated for as many seconds as Retry Time Limit says, up to its last pause: %d',
	async (retrySeconds) => {
		const { service, clock } = serviceOf(() => answer(503, {}), await read({ retrySeconds }));
		await service.tryCall({ method: 'GET', path: '/disbursements/1', repeat: 'always' });
		const seconds = clock.elapsed() / 1000;
		expect(seconds).toBeLessThanOrEqual(retrySeconds);
		// Half of the longest pause, by the chance of this clock.
		expect(seconds).toBeGreaterThan(retrySeconds - 10);
	},
);

it('takes the defaults for what was not given', async () => {
	expect(await read({ concurrency: '', timeoutSeconds: null })).toEqual({
		concurrency: undefined,
		maxTries: Infinity,
		budgetMs: 120_000,
		timeoutMs: 30_000,
		dryRun: false,
		maxCentsPerItem: Infinity,
		maxCentsPerRun: Infinity,
		maxCentsPerDay: Infinity,
		wait: undefined,
	});
});

it('takes numbers as an expression may give them', async () => {
	expect(await read({ concurrency: '1', retrySeconds: 0, timeoutSeconds: 5 })).toMatchObject({
		concurrency: 1,
		budgetMs: 0,
		timeoutMs: 5000,
	});
});

it.each([
	[{}, undefined],
	[{ concurrency: 0 }, undefined],
	[{ concurrency: '0' }, undefined],
	[{ concurrency: null }, undefined],
	[{ concurrency: 1 }, 1],
	[{ concurrency: 8 }, 8],
	[{ concurrency: 128 }, 128],
])(
	'takes no number and 0 for automatic, and any other for a fixed one: %j',
	async (given, fixed) => {
		expect((await read(given)).concurrency).toBe(fixed);
	},
);

it.each([
	[{ concurrency: 'one' }, "'Concurrency' cannot be one"],
	[{ concurrency: -1 }, "'Concurrency' cannot be -1"],
	[{ concurrency: 129 }, "'Concurrency' cannot be 129"],
	[{ concurrency: Infinity }, "'Concurrency' cannot be Infinity"],
	[{ timeoutSeconds: 2.5 }, "'Timeout' cannot be 2.5"],
	[{ retrySeconds: -1 }, "'Retry Time Limit' cannot be -1"],
	[{ timeoutSeconds: 'x' }, "'Timeout' cannot be x"],
	[{ waitUntilFinal: true, maxWaitSeconds: 0 }, "'Maximum Wait' cannot be 0"],
	[
		{ maxTotalPerRun: '1,000' },
		"'Maximum Total per Run' can be read in two ways: 1,000 could be R1.00 or R1\u00a0000.00",
	],
	[{ maxTotalPerRun: '' }, "'Maximum Total per Run' is empty"],
	[{ maxAmountPerItem: undefined }, "'Maximum Amount per Item' is empty"],
	[{ waitUntilFinal: 'soon' }, "'Wait Until Final' is neither true nor false: soon"],
	[
		{ waitUntilFinal: true, stopWhenPaused: 'never' },
		"'Stop When Paused' is neither true nor false: never",
	],
	[{ waitUntilFinal: true, onTimeout: 'Fail' }, "'On Timeout' cannot be Fail"],
])('rejects %j instead of guessing', async (options, message) => {
	await expect(read(options)).rejects.toThrow(message);
});

it.each([
	[{ waitUntilFinal: 'TRUE' }, { onTimeout: 'return', stopWhenPaused: true }],
	[
		{ waitUntilFinal: 1, stopWhenPaused: 'false', onTimeout: 'fail' },
		{ onTimeout: 'fail', stopWhenPaused: false },
	],
	[
		{ waitUntilFinal: true, stopWhenPaused: '', onTimeout: '' },
		{ onTimeout: 'return', stopWhenPaused: true },
	],
])('takes the switches of a wait as a column may give them: %j', async (options, wait) => {
	expect((await read(options)).wait).toEqual({ maxWaitMs: 300_000, ...wait });
});

it.each([false, 'FALSE', 'no', 0, '', null])(
	'waits for nothing with %j',
	async (waitUntilFinal) => {
		expect((await read({ waitUntilFinal })).wait).toBeUndefined();
	},
);

describe('Dry Run, where a column gives it', () => {
	it.each([
		[['TRUE', true, 'yes'], true],
		[['FALSE', false, 0], false],
	])('is %j for the whole run', async (column, isDry) => {
		expect((await readAll(...column.map((dryRun) => ({ dryRun })))).dryRun).toBe(isDry);
	});

	it.each([
		[['FALSE', 'FALSE', 'TRUE'], "'Dry Run' is not the same for all items"],
		[['TRUE', 'FALSE'], "'Dry Run' is not the same for all items"],
		[
			['FALSE', ''],
			"'Dry Run' is not the same for all items: item 1 has a different value from item 0",
		],
	])('is rejected when the rows differ: %j', async (column, message) => {
		await expect(readAll(...column.map((dryRun) => ({ dryRun })))).rejects.toThrow(message);
	});
});

it.each`
	of                         | operation        | options
	${'pays, and may pause'}   | ${create}        | ${'concurrency retrySeconds timeoutSeconds dryRun maxAmountPerItem maxTotalPerRun maxTotalPerDay waitUntilFinal maxWaitSeconds onTimeout stopWhenPaused'}
	${'gives back'}            | ${giveBack}      | ${'concurrency retrySeconds timeoutSeconds dryRun maxAmountPerItem maxTotalPerRun'}
	${'waits for a bank'}      | ${verifyAccount} | ${'concurrency retrySeconds timeoutSeconds'}
	${'reads what may pause'}  | ${get}           | ${'waitUntilFinal maxWaitSeconds onTimeout stopWhenPaused'}
	${'reads what never does'} | ${getCharge}     | ${'waitUntilFinal maxWaitSeconds onTimeout'}
	${'lists'}                 | ${list}          | ${''}
`('an operation that $of has these options: $options', ({ operation, options }) => {
	const names = runOptions(operation as typeof create).map(({ name }) => name);
	expect(names.join(' ')).toBe(options);
});

it('is a dry run as soon as Dry Run is added, before its switch is touched', async () => {
	const field = runOptions(create).find(({ name }) => name === 'dryRun');
	expect((await read({ dryRun: field?.default })).dryRun).toBe(true);
});

it('takes a limit that a column gives only when it is the same for all rows', async () => {
	const same = await readAll({ maxTotalPerRun: '10' }, { maxTotalPerRun: 10 });
	expect(same.maxCentsPerRun).toBe(1000);
	await expect(readAll({ maxAmountPerItem: '1000' }, { maxAmountPerItem: '5' })).rejects.toThrow(
		"'Maximum Amount per Item' is not the same for all items",
	);
});

describe('a guard in a tool of an AI agent', () => {
	const readStored = async (name: string, stored: string) => {
		const context = Object.assign(contextOf({ [name]: '1' }), {
			getNode: () => ({ type: 'stitchTool' }),
			getNodeParameter: (path: string, _item: number, _fallback: unknown, more?: IDataObject) => {
				if (path === 'options') return { [name]: '1' };
				if (!path.startsWith('options.')) return null;
				return more?.rawExpressions ? stored : '1';
			},
		});
		return await readRunOptions(context, create);
	};

	it.each(["={{ $fromAI('limit') }}", '={{ $json.limit }}'])(
		'is rejected where a model can write it: %s',
		async (stored) => {
			await expect(readStored('dryRun', stored)).rejects.toThrow(/^'Dry Run' is made with \$/);
			await expect(readStored('maxTotalPerDay', stored)).rejects.toMatchObject({
				mistakes: [{ fix: 'Enter the value, or take it from a node before the agent.' }],
			});
		},
	);

	it('may come from another node', async () => {
		const { maxCentsPerItem } = await readStored(
			'maxAmountPerItem',
			"={{ $('Settings').first().json.limit }}",
		);
		expect(maxCentsPerItem).toBe(100);
	});
});

describe('a guard of a large run', () => {
	const names = ['dryRun', 'maxAmountPerItem', 'maxTotalPerRun'];
	const rows = 1000;

	/** Reads three guards of many rows; tells how often n8n evaluated one, and how long at a stretch. */
	async function readGuards(stored: string) {
		const seen = { evaluated: 0, longestStretch: 0 };
		let stretch = 0;
		let time = 0;
		jest.spyOn(performance, 'now').mockImplementation(() => time);
		const context = {
			getNode: () => ({ type: 'stitch' }),
			getInputData: () => Array.from({ length: rows }, () => ({ json: { limit: '1' } })),
			getNodeParameter: (name: string, _item: number, _fallback: unknown, more?: IDataObject) => {
				if (name === 'options') return Object.fromEntries(names.map((each) => [each, '1']));
				if (more?.rawExpressions) return stored;
				time += 1;
				seen.evaluated++;
				seen.longestStretch = Math.max(seen.longestStretch, ++stretch);
				return '1';
			},
		} as unknown as IExecuteFunctions;
		let isDone = false;
		function work() {
			stretch = 0;
			if (!isDone) setImmediate(work);
		}
		work();
		const options = await readRunOptions(context, create);
		isDone = true;
		expect(options).toMatchObject({ dryRun: true, maxCentsPerItem: 100, maxCentsPerRun: 100 });
		return seen;
	}

	afterEach(() => {
		jest.restoreAllMocks();
	});

	it('that is an expression lets n8n breathe while it is evaluated for every row', async () => {
		const { evaluated, longestStretch } = await readGuards('={{ $json.limit || 1 }}');
		expect(evaluated).toBe(3 * rows);
		expect(longestStretch).toBeLessThanOrEqual(50);
	});

	it('that is no expression is read once', async () => {
		expect((await readGuards('1')).evaluated).toBe(3);
	});

	it('that is a plain column needs no evaluation', async () => {
		expect((await readGuards('={{ $json.limit }}')).evaluated).toBe(0);
	});
});
