import type { IExecuteFunctions } from 'n8n-workflow';

import { StartOnce, type Starter } from '../../../nodes/Stitch/webhook/startOnce';
import { ProcessedData } from './processedData.mts';
import { VirtualTime } from './virtual-time.mts';

const key = 'disbursement.paused/a';

/** A workflow with triggers of these names, in one process of n8n. */
function workflow(options: Partial<Starter['options']> = {}) {
	const time = new VirtualTime(1);
	const data = new ProcessedData(time);
	let process = new StartOnce(time);
	return {
		data,
		restart: () => void (process = new StartOnce(time)),
		/** Whether the trigger starts the workflow on an event; n8n tries again in the same execution. */
		async hears(
			trigger: string,
			eventId: string,
			{
				mode = 'trigger',
				changeKey = key,
				execution = data.execution(trigger, mode),
			}: { mode?: string; changeKey?: string; execution?: IExecuteFunctions } = {},
		) {
			const starter = {
				change: { changeKey, eventId },
				item: 0,
				options: {
					onceAcrossTriggers: true,
					rememberedEvents: 100,
					severalWorkers: false,
					...options,
				},
			};
			const answer = process.isWelcome(execution, starter);
			await Promise.allSettled([time.run(), answer]);
			return await answer;
		},
	};
}

describe.each([false, true])(
	'with Once Across Triggers (Several Workers: %s)',
	(severalWorkers) => {
		it('a change starts the workflow from whichever trigger hears of it first', async () => {
			const { hears } = workflow({ severalWorkers });
			expect(await hears('sent', 'one')).toBe(true);
			expect(await hears('asked', `${key}@1`)).toBe(false);
			const changeKey = 'disbursement.completed/a';
			expect(await hears('asked', `${changeKey}@2`, { changeKey })).toBe(true);
			expect(await hears('sent', 'two', { changeKey })).toBe(false);
		});

		it('a status that comes a second time starts it again, from either of them', async () => {
			const { hears } = workflow({ severalWorkers });
			expect(await hears('sent', 'one')).toBe(true);
			expect(await hears('asked', `${key}@1`)).toBe(false);
			expect(await hears('asked', `${key}@2`)).toBe(true);
			expect(await hears('sent', 'two')).toBe(false);
			expect(await hears('sent', 'three')).toBe(true);
		});

		it('a repeated delivery is no second time', async () => {
			const { hears } = workflow({ severalWorkers });
			expect(await hears('sent', 'one')).toBe(true);
			expect(await hears('sent', 'one')).toBe(false);
			expect(await hears('asked', `${key}@1`)).toBe(false);
			expect(await hears('asked', `${key}@2`)).toBe(true);
		});

		it('what one trigger has told stays told after a restart of n8n', async () => {
			const { hears, restart } = workflow({ severalWorkers });
			expect(await hears('sent', 'one')).toBe(true);
			restart();
			expect(await hears('asked', `${key}@1`)).toBe(false);
		});
	},
);

it('a test in the editor touches no memory, so that the change still starts the workflow', async () => {
	const { hears, data } = workflow();
	expect(await hears('sent', 'one', { mode: 'manual' })).toBe(true);
	expect(data.rows.size).toBe(0);
	expect(await hears('asked', `${key}@1`)).toBe(true);
});

it('a retry by hand always goes on, and the other trigger then does not', async () => {
	const { hears } = workflow();
	expect(await hears('sent', 'one', { mode: 'retry' })).toBe(true);
	expect(await hears('asked', `${key}@1`)).toBe(false);
	expect(await hears('asked', `${key}@1`, { mode: 'retry' })).toBe(true);
});

it('a change whose execution failed at its trigger starts the workflow from the other', async () => {
	const { hears, data } = workflow();
	const record = jest.spyOn(data as unknown as { record(): Promise<unknown> }, 'record');
	record.mockRejectedValue(new Error('connection lost'));
	await expect(hears('sent', 'one')).rejects.toThrow('connection lost');
	record.mockRestore();
	expect(await hears('asked', `${key}@1`)).toBe(true);
});

describe.each([false, true])('a second try of n8n (Several Workers: %s)', (severalWorkers) => {
	const connectionLost = new Error('connection lost');

	/** Lets what is asked of some of n8n's rows fail, until it is restored. */
	const failing = (data: ProcessedData, fails: (row: string) => boolean, isRecorded = false) => {
		const rows = data as unknown as { record(row: string, ...more: unknown[]): Promise<unknown> };
		const { record } = rows;
		return jest.spyOn(rows, 'record').mockImplementation(async (row, ...more) => {
			if (!fails(row)) return await record.call(data, row, ...more);
			if (isRecorded) await record.call(data, row, ...more);
			throw connectionLost;
		});
	};

	it('gets the answer of the first, and other executions do not', async () => {
		const { hears, data } = workflow({ severalWorkers });
		const execution = data.execution('sent');
		expect(await hears('sent', 'one', { execution })).toBe(true);
		expect(await hears('sent', 'one', { execution })).toBe(true);
		expect(await hears('sent', 'one')).toBe(false);
		const repeated = data.execution('asked');
		expect(await hears('asked', `${key}@1`, { execution: repeated })).toBe(false);
		expect(await hears('asked', `${key}@1`, { execution: repeated })).toBe(false);
	});

	it('goes on where the list that the triggers share could not be reached', async () => {
		const { hears, data } = workflow({ severalWorkers });
		const execution = data.execution('sent');
		const outage = failing(data, (row) => row.startsWith('stitchPayments'));
		await expect(hears('sent', 'one', { execution })).rejects.toBe(connectionLost);
		outage.mockRestore();
		expect(await hears('sent', 'one', { execution })).toBe(true);
		expect(await hears('asked', `${key}@1`)).toBe(false);
	});

	it('goes on in a retry by hand, whatever became of the first', async () => {
		const { hears, data } = workflow({ severalWorkers });
		const execution = data.execution('sent', 'retry');
		const outage = failing(data, (row) => row === 'sent', true);
		await expect(hears('sent', 'one', { execution })).rejects.toBe(connectionLost);
		outage.mockRestore();
		expect(await hears('sent', 'one', { execution })).toBe(true);
	});

	it.each(['sent', 'stitchPayments'])(
		'fails like the first where its answer was lost, instead of taking its own record for that of another (%s)',
		async (name) => {
			const { hears, data } = workflow({ severalWorkers });
			const execution = data.execution('sent');
			const outage = failing(data, (row) => row === name, true);
			await expect(hears('sent', 'one', { execution })).rejects.toBe(connectionLost);
			outage.mockRestore();
			await expect(hears('sent', 'one', { execution })).rejects.toBe(connectionLost);
		},
	);
});

it('without it, each trigger starts the workflow by itself', async () => {
	const { hears, data } = workflow({ onceAcrossTriggers: false });
	expect(await hears('sent', 'one')).toBe(true);
	expect(await hears('asked', `${key}@1`)).toBe(true);
	expect([...data.rows.keys()]).toEqual(['sent', 'asked']);
});

it('keeps what is shared apart from what nodes such as Remove Duplicates keep, and bounded', async () => {
	const { hears, data } = workflow();
	for (let n = 0; n < 150; n++) await hears('sent', `${n}`, { changeKey: `k/${n}` });
	expect(Object.fromEntries([...data.rows].map(([name, { length }]) => [name, length]))).toEqual({
		sent: 100,
		stitchPayments: 300,
	});
});

it('says what to do where n8n keeps everything in the row of the node', async () => {
	const { hears, data } = workflow();
	jest
		.spyOn(data as unknown as { count(): Promise<number> }, 'count')
		.mockImplementation(async () => data.rows.get('sent')?.length ?? 0);
	await expect(hears('sent', 'one')).rejects.toMatchObject({
		message: 'Once Across Triggers cannot be used with this version of n8n',
		description: expect.stringContaining('Turn the option Once Across Triggers of this node off'),
	});
});
