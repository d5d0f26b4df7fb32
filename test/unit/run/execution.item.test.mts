import { Item } from '../../../nodes/Stitch/run/item';
import { ItemExecution } from '../../../nodes/Stitch/run/execution';
import { executionOf } from './executionOf.mts';

it('knows the execution that an item belongs to', () => {
	const { context } = executionOf([{}, {}, {}]);
	expect(new Item(context, 1).execution).toMatchObject({
		itemCount: 3,
		resumeUrl: '{{ $execution.resumeUrl }} of item 0',
		laterNodes: [{ name: 'After', disabled: false }],
	});
});

describe('parking', () => {
	const until = new Date('2026-11-20T10:00:00Z');

	it('lets the execution wait, and leaves in the input what is to be handed on then', async () => {
		const { context, input, waits } = executionOf([{ order: 'order-1' }]);
		await new ItemExecution(context, 0).park(until, { order: 'order-1', waited: 'in vain' });
		expect(waits).toEqual([until]);
		expect(input).toEqual([{ json: { order: 'order-1', waited: 'in vain' } }]);
	});

	it('leaves a row as it is that other nodes hold too', async () => {
		const row = { order: 'order-1' };
		const { context } = executionOf([row]);
		await new ItemExecution(context, 0).park(until, { waited: 'in vain' });
		expect(row).toEqual({ order: 'order-1' });
	});
});
