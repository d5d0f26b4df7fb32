import type { IExecuteFunctions } from 'n8n-workflow';

import * as catalogue from '../../../nodes/Stitch/webhook/catalogue';
import * as event from '../../../nodes/Stitch/webhook/event';
import type { Recognized } from '../../../nodes/Stitch/webhook/startOnce';
import { ProcessedData } from './processedData.mts';
import { VirtualTime } from './virtualTime.mts';

type Execution = ReturnType<ProcessedData['execution']>;

type AreFirst = typeof import('../../../nodes/Stitch/webhook/startOnce').areFirstDeliveries;

// They keep nothing, and to load them again for each process takes half a second.
jest.doMock('../../../nodes/Stitch/webhook/catalogue', () => catalogue);
jest.doMock('../../../nodes/Stitch/webhook/event', () => event);

/** The time of the test that runs. */
let now: VirtualTime;
jest.doMock('../../../nodes/Stitch/transport/clock', () => ({
	realClock: () => ({
		random: () => now.random(),
		within: async (ms: number) => await now.pause(ms),
	}),
}));

/** The function in a process of n8n that has just started. */
export function newProcess(): AreFirst {
	let areFirst: AreFirst | undefined;
	jest.isolateModules(() => {
		({ areFirstDeliveries: areFirst } =
			require('../../../nodes/Stitch/webhook/startOnce') as typeof import('../../../nodes/Stitch/webhook/startOnce'));
	});
	return areFirst!;
}

export const change = (
	eventId: string,
	event = 'disbursement.completed',
	id = 'a',
): Recognized => ({
	eventId,
	event,
	changeKey: `${event}/${id}`,
});

/** A trigger called "sent", in one process of n8n. */
export function trigger({ outage = 0, seed = 1, remembered = 100, oncePerWorkflow = false } = {}) {
	const time = new VirtualTime(seed);
	now = time;
	const data = new ProcessedData(new Map(), async () => {
		await time.pause(10 * time.random());
		if (time.random() < outage) throw new Error('connection lost');
	});
	let here = newProcess();
	const ask = async (changes: Recognized[], execution: Execution, areFirst = here) => {
		const context = execution as unknown as IExecuteFunctions;
		return await areFirst(context, changes, remembered, { oncePerWorkflow });
	};
	return {
		time,
		data,
		ask,
		restart: () => void (here = newProcess()),
		/** Whether each change starts the workflow, where they come in one execution. */
		async hears(changes: Recognized[], execution = data.execution('sent')): Promise<boolean[]> {
			const answer = ask(changes, execution);
			await Promise.allSettled([time.run(), answer]);
			return await answer;
		},
	};
}
