import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import { Item } from '../../../nodes/Stitch/run/item';

interface Asked {
	name: string;
	index: number;
	fallback: unknown;
	options?: IDataObject;
}

/** An execution with rows, whose parameters are stored like this and evaluate to that. */
function executionOf(
	rows: IDataObject[],
	{ stored = {}, evaluated = {}, node = {} }: Record<string, IDataObject> = {},
) {
	const input = rows.map((json) => ({ json }));
	const asked: Asked[] = [];
	const waits: Date[] = [];
	const flow = {};
	const execution = { id: '1' };
	const context = {
		getInputData: () => input,
		getNodeParameter(name: string, index: number, fallback: unknown, options?: IDataObject) {
			asked.push({ name, index, fallback, options });
			const values = options?.rawExpressions === true ? stored : evaluated;
			return values[name] ?? fallback;
		},
		getContext: () => flow,
		getExecutionId: () => execution.id,
		getNode: () => ({ name: 'Stitch', type: 'package.stitch', ...node }) as INode,
		getTimezone: () => 'Africa/Johannesburg',
		getChildNodes: () => [{ name: 'After', disabled: false }],
		getParentNodes: () => [],
		evaluateExpression: (expression: string, index: number) => `${expression} of item ${index}`,
		putExecutionToWait: async (until: Date) => void waits.push(until),
	};
	return { context: context as unknown as IExecuteFunctions, input, asked, waits, execution };
}

describe('a parameter', () => {
	it('that only names a column is read from its own row, without an expression', () => {
		const stored = { amount: '={{ $json.rand }}' };
		const { context, asked } = executionOf([{ rand: '1' }, { rand: '2' }], { stored });
		expect(new Item(context, 1).get('amount')).toBe('2');
		expect(asked).toHaveLength(1);
	});

	it('stays what it was at first if it is the External Reference, which a message names', () => {
		const { context } = executionOf([{}]);
		let evaluations = 0;
		context.getNodeParameter = (() => `salary-${++evaluations}`) as never;
		const item = new Item(context, 0);
		const first = item.get('externalReference');
		expect(item.get('externalReference')).toBe(first);
		expect(item.reference).toBe(first);
		expect(item.get('amount')).not.toBe(item.get('amount'));
	});

	it('of a field that chooses is read from its own row alike, in whatever mode', () => {
		const stored = { bank: { __rl: true, mode: 'id', value: '={{ $json.bank }}' } };
		const { context, asked } = executionOf([{ bank: 'FNB' }], { stored });
		expect(new Item(context, 0).get('bank')).toBe('FNB');
		expect(asked).toHaveLength(1);
	});

	it('says in which mode its object is named', () => {
		const stored = { bank: { __rl: true, mode: 'name', value: 'FNB' }, amount: '1' };
		const { context } = executionOf([{}], { stored });
		const item = new Item(context, 0);
		expect(['bank', 'amount', 'hidden'].map((name) => item.modeOf(name))).toEqual([
			'name',
			undefined,
			undefined,
		]);
	});

	it('is the ID that was looked up, for this item alone', () => {
		const stored = { id: { __rl: true, mode: 'externalReference', value: 'order-1' } };
		const { context } = executionOf([{}, {}], { stored, evaluated: { id: 'order-1' } });
		const [first, second] = [new Item(context, 0), new Item(context, 1)];
		first.locate('id', 'pr-1');
		expect([first.get('id'), second.get('id')]).toEqual(['pr-1', 'order-1']);
	});

	it('that says more is evaluated by n8n, for this item', () => {
		const stored = { amount: '={{ $json.rand * 2 }}' };
		const { context, asked } = executionOf([{ rand: 1 }], { stored, evaluated: { amount: 2 } });
		expect(new Item(context, 0).get('amount')).toBe(2);
		expect(asked.at(-1)).toMatchObject({ index: 0, options: { extractValue: true } });
	});

	it('that the editor does not show is null, where n8n would throw without a fallback', () => {
		const { context, asked } = executionOf([{}]);
		expect(new Item(context, 0).get('hidden')).toBeNull();
		expect(asked.map(({ fallback }) => fallback)).toEqual([null, null]);
	});

	it('of type collection is empty where nothing was added', () => {
		const { context } = executionOf([{}], { evaluated: { options: { type: 'instant' } } });
		expect(new Item(context, 0).collection('options')).toEqual({ type: 'instant' });
		expect(new Item(context, 0).collection('filters')).toEqual({});
	});
});

describe('an item', () => {
	it('knows the execution that it belongs to', () => {
		const { context } = executionOf([{}, {}, {}]);
		expect(new Item(context, 1)).toMatchObject({
			index: 1,
			timezone: 'Africa/Johannesburg',
			execution: {
				itemCount: 3,
				resumeUrl: '{{ $execution.resumeUrl }} of item 0',
				laterNodes: [{ name: 'After', disabled: false }],
			},
			row: {},
		});
	});

	it.each([
		[{}, false, false],
		[{ type: 'package.stitchTool' }, true, false],
		[{ retryOnFail: true }, false, true],
		[{ retryOnFail: false }, false, false],
	])('knows of the node %j whether an agent runs it and whether n8n tries again', (...given) => {
		const [node, isForTool, isRetriedOnFail] = given;
		const { context } = executionOf([{}], { node });
		expect(new Item(context, 0)).toMatchObject({ isForTool, isRetriedOnFail });
	});
});

describe('the moment since when an execution has been sending payments', () => {
	it('is that of its first payment, whichever item or try of the node asks', () => {
		const { context } = executionOf([{}, {}]);
		expect(new Item(context, 0).sendingSince(5)).toBe(5);
		expect(new Item(context, 1).sendingSince(9)).toBe(5);
	});

	it('is unknown where the clock has been set back since', () => {
		const { context } = executionOf([{}]);
		new Item(context, 0).sendingSince(9);
		expect(new Item(context, 0).sendingSince(5)).toBe(0);
		expect(new Item(context, 0).sendingSince(10)).toBe(9);
	});

	it('is another one in an execution that n8n retries with the data of the first', () => {
		const { context, execution } = executionOf([{}]);
		new Item(context, 0).sendingSince(5);
		execution.id = '2';
		expect(new Item(context, 0).sendingSince(9)).toBe(9);
	});
});

describe('parking', () => {
	const until = new Date('2026-11-20T10:00:00Z');

	it('lets the execution wait, and leaves in the input what is to be handed on then', async () => {
		const { context, input, waits } = executionOf([{ order: 'order-1' }]);
		const item = new Item(context, 0);
		await item.execution.park(until, { ...item.row, waited: 'in vain' });
		expect(waits).toEqual([until]);
		expect(input).toEqual([{ json: { order: 'order-1', waited: 'in vain' } }]);
	});

	it('leaves a row as it is that other nodes hold too', async () => {
		const row = { order: 'order-1' };
		const { context } = executionOf([row]);
		await new Item(context, 0).execution.park(until, { waited: 'in vain' });
		expect(row).toEqual({ order: 'order-1' });
	});
});
