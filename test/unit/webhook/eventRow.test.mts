import type { IExecuteFunctions } from 'n8n-workflow';

import { eventRow } from '../../../nodes/Stitch/webhook/eventRow';
import { processEvents } from '../../../nodes/Stitch/webhook/process';
import { executeContext } from './contexts.mts';

/**
 * n8n's table of processed data by the names of its rows, and its helpers for one node.
 * @param readsLate whether n8n waits before it reads what the node is called
 */
function hostOf(id: string, readsLate = false) {
	const table = new Map<string, Set<string>>();
	const node = { id };
	const inRow = async <Answer,>(use: (name: string) => Answer): Promise<Answer> => {
		const early = node.id;
		await Promise.resolve();
		return use(`n:${readsLate ? node.id : early}`);
	};
	const helpers = {
		checkProcessedAndRecord: async (entries: string[]) =>
			await inRow((name) => {
				const row = table.get(name) ?? new Set();
				table.set(name, new Set([...row, ...entries]));
				return { new: entries.filter((entry) => !row.has(entry)), processed: [] };
			}),
		clearAllProcessedItems: async () => await inRow((name) => void table.delete(name)),
		getProcessedDataCount: async () => await inRow((name) => table.get(name)?.size ?? 0),
	};
	const more = {
		helpers,
		getNode: () => ({ ...node, name: 'Stitch Payments Trigger' }),
		getExecuteData: () => ({ node }),
	};
	return { table, node, more, context: more as unknown as IExecuteFunctions };
}

it('keeps the events of a node apart, in rows that n8n has room for', async () => {
	const { context, table } = hostOf('9f8b4a4e-8b5e-4d5a-9c53-0d0c6f1f3a11');
	const one = eventRow(context, 'a');
	const other = eventRow(context, 'b'.repeat(1_000));
	expect(await one.record(['x', 'y'])).toEqual(['x', 'y']);
	expect(await other.record(['x'])).toEqual(['x']);
	expect(await one.record(['x', 'z'])).toEqual(['z']);
	await one.expectOwn();
	expect(table.size).toBe(2);
	for (const name of table.keys()) expect(name.length).toBeLessThanOrEqual(255);
	await one.remove();
	expect([...table.values()]).toEqual([new Set(['x'])]);
});

it('leaves the node as it is, also where n8n refuses', async () => {
	const { context, node, more } = hostOf('node');
	const recording = eventRow(context, 'a').record(['x']);
	expect(node.id).toBe('node');
	await recording;
	more.helpers.checkProcessedAndRecord = () => {
		throw new Error('refused');
	};
	await expect(eventRow(context, 'a').record(['x'])).rejects.toThrow('refused');
	expect(node.id).toBe('node');
});

it('says what to do where n8n keeps all events in one row', async () => {
	const { context } = hostOf('node', true);
	const row = eventRow(context, 'a');
	await row.record(['x']);
	await expect(row.expectOwn()).rejects.toMatchObject({
		message: 'Several Workers cannot be used with this version of n8n',
		description: expect.stringContaining('Turn the option Several Workers of this node off'),
	});
});

describe('the trigger with Several Workers', () => {
	/** Runs the trigger, and tells how many events go on; each run is an execution of its own. */
	function runner(host: ReturnType<typeof hostOf>) {
		let executions = 0;
		return async (eventId: string, mode = 'webhook') => {
			const events = [{ eventId, amount: null, externalReference: null }];
			const options = { severalWorkers: true };
			const { context } = executeContext({ events, options, mode });
			const getExecutionId = () => `${++executions}`;
			const [output = []] = await processEvents(
				Object.assign(context, host.more, { getExecutionId }),
			);
			return output.length;
		};
	}

	it('creates the row of an event before it remembers the event, and drops copies', async () => {
		const host = hostOf('several-workers');
		const run = runner(host);
		expect((await Promise.all([run('a'), run('a')])).sort()).toEqual([0, 1]);
		const [first, second] = [...host.table.keys()];
		expect(first).toMatch(/^n:several-workers:[0-9a-f]{64}$/);
		expect(second).toBe('n:several-workers');
		expect(host.table.get('n:several-workers')).toEqual(new Set(['a']));
	});

	it.each(['manual', 'retry'])('lets a deliberate run on (%s)', async (mode) => {
		const run = runner(hostOf(`deliberate-${mode}`));
		await run('a');
		expect(await run('a', mode)).toBe(1);
	});

	it('drops no event in silence where n8n keeps all events in one row', async () => {
		const run = runner(hostOf('one-row', true));
		for (const eventId of ['a', 'b', 'a']) {
			await expect(run(eventId)).rejects.toThrow('Several Workers cannot be used');
		}
	});
});
