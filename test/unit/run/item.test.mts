import { Item } from '../../../nodes/Stitch/run/item';
import { executionOf } from './executionOf.mts';

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
	it('knows its place and the time zone of its workflow', () => {
		const { context } = executionOf([{}, {}, {}]);
		expect(new Item(context, 1)).toMatchObject({
			index: 1,
			timezone: 'Africa/Johannesburg',
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
