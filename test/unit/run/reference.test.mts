import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isOfOneRun, requireLastingReference } from '../../../nodes/Stitch/run/reference';
import { InvalidInput } from '../../../nodes/Stitch/schemas/invalidInput';
import { findOperation } from '../../../nodes/Stitch/catalogue/resources';
import type { Operation } from '../../../nodes/Stitch/run/operation';
import { clockOf } from '../builders.mts';

interface Given {
	mode?: string;
	retryOnFail?: boolean;
	dryRun?: boolean;
	/** Whether an AI agent runs the node. */
	isTool?: boolean;
	/** The item for which the expression gives something else each time. */
	changingItem?: number;
	stored?: IDataObject;
}

/** What is wrong with a reference of this kind; undefined if nothing is. */
async function wrongWith(expression: string, { mode = 'manual', ...given }: Given = {}) {
	const stored: IDataObject = {
		resource: 'disbursement',
		nonceSource: 'externalReference',
		externalReference: expression,
		...given.stored,
	};
	let read = 0;
	const context = {
		getMode: () => mode,
		getNode: () => ({
			retryOnFail: given.retryOnFail,
			type: given.isTool ? 'stitchTool' : 'stitch',
		}),
		getInputData: () => [{ json: { id: 'salary-1', row_number: 2 } }, { json: {} }],
		getNodeParameter(name: string, index: number, fallback?: unknown, how?: IDataObject) {
			const value = stored[name] ?? fallback;
			if (how?.rawExpressions || !String(value).startsWith('=')) return value;
			return index === given.changingItem ? `read ${++read}` : 'read';
		},
	};
	const operation = findOperation(String(stored.resource), 'create') as Operation;
	const asContext = context as unknown as IExecuteFunctions;
	return await requireLastingReference(asContext, clockOf(), operation, given.dryRun).then(
		() => undefined,
		({ mistakes }: InvalidInput) => mistakes[0],
	);
}

const madeWith = (name: string) =>
	`is made with ${name}, which can differ the next time, so it would be paid again`;

const monthly = "={{ $now.format('yyyy-MM') }}-{{ $json.id }}";

describe('a reference that a nonce is made from', () => {
	it.each<[string, string, Given]>([
		['a column by an older name', "={{ $data['id'] }}-{{ $item(0).$node['Sheet'].json.id }}", {}],
		['a choice between columns', '={{ $if($json.id, $ifEmpty($json.id, 1), $vars.id) }}', {}],
		['a column', '={{ $json.id }}', { retryOnFail: true, mode: 'retry' }],
		['a text', 'salary-1', { retryOnFail: true, mode: 'retry' }],
		['a text that names the clock, but is no expression', 'salary-$now', {}],
		['a month and a column', monthly, {}],
		[
			'a month in words, of a zone',
			"={{ $json.id }} {{ $now.setZone('Africa/Johannesburg').minus({ months: 1 }).toFormat('LLLL yyyy') }}",
			{},
		],
		['a month and a year alone', '={{ $json.id }}-{{ $today.year }}-{{ $today.month }}', {}],
		["another node's row at the same place", "={{ $('Sheet').all()[$itemIndex].json.id }}", {}],
		["another node's row in a loop", "={{ $('Sheet').first(0, $runIndex - 1).json.id }}", {}],
		[
			"another node's row in the loop of the node before",
			"={{ $('Sheet').first(0, $prevNode.runIndex).json.id }}",
			{},
		],
		["another node's row at the same position", "={{ $('Sheet').all()[$position].json.id }}", {}],
		[
			"another node's row that belongs to it",
			"={{ $('Sheet').itemMatching($itemIndex).json.id }}",
			{},
		],
		[
			"a row of another node's run",
			"={{ $('Sheet').all(0, $runIndex).at($itemIndex).json.id }}",
			{},
		],
		["another node's row by its older name", "={{ $items('Sheet')[$itemIndex].json.id }}", {}],
		['a text of a column', "={{ $json.id.toLocaleLowerCase().slice($json.id.indexOf('-')) }}", {}],
		['the workflow', '={{ $workflow.name }}-{{ $workflow.id }}-{{ $json.id }}', {}],
	])('may be made from %s', async (_, expression, given) => {
		expect(await wrongWith(expression, given)).toBeUndefined();
	});

	it.each([
		['the execution', '={{ $execution.id }}-{{ $json.id }}', '$execution'],
		['the execution by its old name', '={{ $executionId }}-{{ $json.id }}', '$executionId'],
		[
			"the execution's address",
			"={{ $resumeWebhookUrl.split('/').pop() }}-{{ $json.id }}",
			'$resumeWebhookUrl',
		],
		['a day', "={{ $json.id }}-{{ $now.format('yyyy-MM-dd') }}", '$now'],
		['a day of today', '={{ $json.id }}-{{ $today.toISODate() }}', '$today'],
		['an hour', "={{ $json.id }}-{{ $now.toFormat('yyyy-MM HH') }}", '$now'],
		['a month and a day', "={{ $now.format('yyyy-MM') }}-{{ $now.day }}", '$now'],
		['how a run was started', '={{ $json.id }}-{{ $mode }}', '$mode'],
		['another expression', "={{ $evaluateExpression('{{ $' + 'now }}') }}", '$evaluateExpression'],
		[
			'whether the workflow is published',
			'={{ $workflow.active }}-{{ $json.id }}',
			'$workflow.active',
		],
		['a variable that nobody knows', '={{ $unheardOf }}', '$unheardOf'],
		['a model', "={{ $fromAI('reference', 'Reference', 'string') }}", '$fromAI'],
	])('is rejected always where it is made from %s', async (_, expression, name) => {
		const wrong = await wrongWith(expression);
		expect(wrong?.what).toBe(madeWith(name));
		expect(wrong?.fix).toBe(
			'Take it from the row: the same row must have the same reference in every run. If it needs the month, type the month in the sheet.',
		);
	});

	// Every other expression in this field is a text to n8n, which the form rejects.
	it('is rejected where an AI model chooses what it is protected by', async () => {
		const stored = { nonceSource: "={{ $fromAI('protection') }}" };
		expect(await wrongWith('={{ $json.id }}', { stored })).toEqual({
			field: 'Duplicate Protection',
			what: 'is left to an AI model, which can choose differently each time',
			fix: 'Choose it from the list.',
		});
	});

	describe('in a tool of an AI agent', () => {
		const isTool = true;

		it.each([
			['$fromAI', "={{ $fromAI('reference') }}"],
			['$json', '={{ $json.id }}'],
			['$json', "={{ $('Form').first().json.id }}-{{ $json.id }}"],
			['$input', '={{ $input.first().json.id }}'],
			['$parameter', '={{ $parameter.amount }}'],
			['$tool', '={{ $tool.parameters.id }}'],
			['$now', "={{ $now.format('yyyy-MM') }}"],
		])('is rejected where a model, or a later call, can write it: %s', async (name, expression) => {
			const wrong = await wrongWith(expression, { isTool });
			expect(wrong).toEqual({
				field: 'External Reference',
				what: madeWith(name),
				fix: "In a tool, a model writes what the node receives. Take it from a node before the agent: {{ $('Name of the Node').first().json.reference }}. If the model has to write it, set 'Duplicate Protection' to By My Own Key, with a key from such a node.",
			});
		});

		it.each(["={{ $('Form').first().json.id }}", '={{ $workflow.id }}-{{ $vars.month }}', 'once'])(
			'passes where it comes from the workflow: %s',
			async (expression) => {
				expect(await wrongWith(expression, { isTool })).toBeUndefined();
			},
		);

		it.each(["={{ $fromAI('reference') }}", '={{ $json.id }}'])(
			'may be written by a model where nothing is sent: %s',
			async (expression) => {
				expect(await wrongWith(expression, { isTool, dryRun: true })).toBeUndefined();
			},
		);

		it('is rejected where a model writes what identifies a refund: each amount would be one more', async () => {
			const amount = "={{ $fromAI('amount') }}";
			const stored = { resource: 'refund', nonceSource: 'itemContent', amount };
			const wrong = await wrongWith('', { stored, isTool });
			expect(wrong).toMatchObject({ field: 'Amount in Rand', what: madeWith('$fromAI') });
		});

		it('leaves the amount of a refund to the model where its key comes from the workflow', async () => {
			const amount = "={{ $fromAI('amount') }}";
			const customNonce = "={{ $('Form').first().json.case }}";
			const stored = { resource: 'refund', nonceSource: 'custom', customNonce, amount };
			expect(await wrongWith('', { stored, isTool })).toBeUndefined();
		});
	});

	it('is rejected where it changes each time it is read', async () => {
		const wrong = await wrongWith('={{ $json.id }}-{{ $json.row }}', { changingItem: 0 });
		expect(wrong?.field).toBe('External Reference');
		expect(wrong?.what).toMatch(/^changes each time item 0 is read/);
	});

	it('is rejected where a later row falls back on chance', async () => {
		const wrong = await wrongWith('={{ $json.id ?? Math.random() }}', { changingItem: 1 });
		expect(wrong?.what).toMatch(/^changes each time item 1 is read/);
	});

	it('is rejected where one of several values of a refund falls back on chance in a later row', async () => {
		const [paymentRequestId, amount] = [
			'={{ $json.id }}-x',
			'={{ $json.amount ?? Math.random() }}',
		];
		const stored = { resource: 'refund', nonceSource: 'itemContent', paymentRequestId, amount };
		const wrong = await wrongWith('', { stored, changingItem: 1 });
		expect(wrong?.what).toMatch(/^changes each time item 1 is read/);
	});

	it.each([
		['Date.now()', 'Date.now'],
		['$now.toMillis()', '$now'],
		['new Date().getTime()', 'new Date'],
	])(
		'is rejected where a row may fall back on %s, whatever the rows hold today',
		async (fallback, name) => {
			const wrong = await wrongWith(`={{ $json.id ?? ${fallback} }}`);
			expect(wrong?.what).toBe(madeWith(name));
		},
	);

	it.each(['$execution.id', '$runIndex', "$('Sheet').first(0, $runIndex).json.id"])(
		'is rejected in a retry when it names %s, and the message asks to check first',
		async (name) => {
			const wrong = await wrongWith(`={{ ${name} }}-{{ $json.id }}`, { mode: 'retry' });
			expect(wrong?.what).toMatch(/^is made with \$(execution|runIndex), which/);
			expect(wrong?.fix).toMatch(/^First check in Stitch what was paid/);
		},
	);

	it.each([
		['$itemIndex', '={{ $itemIndex }}-{{ $json.month }}'],
		['$itemIndex', '={{ $json.month }}-{{ $itemIndex + 1 }}'],
		['$runIndex', '={{ $json.month }}-{{ $runIndex }}'],
		['$position', '={{ $json.month }}-{{ $position }}'],
		['$prevNode', '={{ $json.month }}-{{ $prevNode.runIndex }}'],
		['currentRunIndex', "={{ $json.month }}-{{ $('Loop').context.currentRunIndex }}"],
		['$itemIndex', "={{ 'salary-'.concat($itemIndex) }}"],
		['$itemIndex', "={{ 'salary-' + Math.abs($itemIndex) }}"],
		['$itemIndex', "={{ ['first', 'second'][$itemIndex] }}"],
		['$itemIndex', '=salary-{{ [$itemIndex] }}'],
		['$itemIndex', "={{ $('Sheet').all()[$itemIndex - 1].json.id }}"],
		['pairedItem', '={{ $json.month }}-{{ $input.item.pairedItem.item }}'],
		['.all().indexOf', '={{ $json.month }}-{{ $input.all().indexOf($input.item) }}'],
		['.all().findIndex', '={{ $input.all().findIndex((one) => one.json.id === $json.id) }}'],
		['row_number', '={{ $json.row_number }}'],
		['row_number', "={{ 'salary-' + $json['row_number'] }}"],
	])("is rejected where it is made from the row's place, %s: %s", async (name, expression) => {
		const wrong = await wrongWith(expression);
		expect(wrong?.what).toBe(madeWith(name));
		expect(wrong?.fix).toMatch(/^Take it from the row/);
	});

	it('is rejected in a sub-workflow where it names the clock: its caller may be run again', async () => {
		const wrong = await wrongWith(monthly, { mode: 'integrated' });
		expect(wrong?.what).toBe(madeWith('$now'));
		expect(wrong?.fix).toMatch(/^Take it from the row/);
	});

	it.each(['DateTime.fromISO($json.due)', 'new Date($json.due)'])(
		'passes in a sub-workflow where it reads a date of the row: %s',
		async (date) => {
			const wrong = await wrongWith(`={{ ${date} }}-{{ $json.id }}`, { mode: 'integrated' });
			expect(wrong).toBeUndefined();
		},
	);

	it('is rejected where it names a month of the clock and n8n may run the node again', async () => {
		for (const given of [{ retryOnFail: true }, { mode: 'retry' }]) {
			const wrong = await wrongWith(monthly, given);
			expect(wrong?.what).toBe(madeWith('$now'));
			expect(wrong?.fix).toContain('Take it from the row');
		}
	});

	it.each([
		['$now', '$now'],
		['$today', '$today'],
		['new Date()', 'new Date'],
		['new Date', 'new Date'],
		['Date.now()', 'Date.now'],
		['DateTime.now()', 'DateTime.now'],
		['DateTime.fromISO($json.due).isInLast(3, "days")', '.isInLast'],
		["new Intl.DateTimeFormat('en-ZA').format()", 'Intl'],
		['$json.due.toDateTime().toLocaleString()', '.toLocaleString'],
		['Date()', 'Date'],
		["$json.due.toDateTime().diffToNow('days')", '.diffToNow'],
		['DateTime.fromISO($json.due).toRelative()', '.toRelative'],
	])('is rejected where it names %s', async (time, name) => {
		const wrong = await wrongWith(`={{ ${time} }}-{{ $json.id }}`);
		expect(wrong?.what).toBe(madeWith(name));
	});

	it.each([['My Own Key', { nonceSource: 'custom', customNonce: '={{ $now }}' }]])(
		'is rejected alike where it is the %s',
		async (label, stored) => {
			const wrong = await wrongWith('', { stored, retryOnFail: true });
			expect(wrong?.field).toBe(label);
			expect(wrong?.what).toBe(madeWith('$now'));
		},
	);

	describe('of the first charge that a payment consent comes with', () => {
		const firstCharge = (firstChargeReference?: string): IDataObject => ({
			resource: 'paymentConsent',
			nonceSource: undefined,
			firstChargeReference,
		});

		it.each([
			['={{ $now }}', {}, '$now'],
			['={{ Date.now() }}', {}, 'Date.now'],
			['={{ $execution.id }}-204', {}, '$execution'],
			["={{ $fromAI('reference') }}", {}, '$fromAI'],
			['={{ $json.id }}', { isTool: true }, '$json'],
			[monthly, { mode: 'retry' }, '$now'],
		])('is rejected like every other: %s', async (expression, given, name) => {
			const wrong = await wrongWith('', { ...given, stored: firstCharge(expression) });
			expect(wrong?.field).toBe('First Charge Reference');
			expect(wrong?.what).toBe(madeWith(name));
		});

		it.each(['={{ $json.id }}', monthly, '204-2026-11', undefined])(
			'passes if it may last, or if there is none: %s',
			async (expression) => {
				expect(await wrongWith('', { stored: firstCharge(expression) })).toBeUndefined();
			},
		);
	});

	it('may hold the time in a refund that is known by what it gives back', async () => {
		const stored = { resource: 'refund', nonceSource: 'itemContent' };
		expect(await wrongWith('={{ $now }}', { stored, changingItem: 0 })).toBeUndefined();
	});
});

it.each([
	['={{ $execution.id }}', true],
	['={{ $now.toISO() }}', true],
	['={{ $json.id }}', false],
	['$execution.id', false],
	[undefined, false],
])(
	'a parameter is of one run if it takes its value from the execution or the clock: %s',
	(stored, is) => {
		expect(isOfOneRun(stored)).toBe(is);
	},
);
