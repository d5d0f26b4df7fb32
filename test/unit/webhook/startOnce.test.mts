import type { IExecuteFunctions } from 'n8n-workflow';

import * as catalogue from '../../../nodes/Stitch/webhook/catalogue';
import * as event from '../../../nodes/Stitch/webhook/event';
import type { Recognized } from '../../../nodes/Stitch/webhook/startOnce';
import { cases } from '../../setup/thorough.mts';
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
function newProcess(): AreFirst {
	let areFirst: AreFirst | undefined;
	jest.isolateModules(() => {
		({ areFirstDeliveries: areFirst } =
			require('../../../nodes/Stitch/webhook/startOnce') as typeof import('../../../nodes/Stitch/webhook/startOnce'));
	});
	return areFirst!;
}

const change = (eventId: string, event = 'disbursement.completed', id = 'a'): Recognized => ({
	eventId,
	event,
	changeKey: `${event}/${id}`,
});

/** A trigger called "sent", in one process of n8n. */
function trigger({ outage = 0, seed = 1, remembered = 100, oncePerWorkflow = false } = {}) {
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

it('a message starts the workflow once, however often it is delivered', async () => {
	const { hears } = trigger();
	expect(await hears([change('msg_1')])).toEqual([true]);
	expect(await hears([change('msg_1')])).toEqual([false]);
});

it('two messages about one change start it once', async () => {
	const { hears } = trigger();
	expect(await hears([change('msg_1')])).toEqual([true]);
	expect(await hears([change('msg_2')])).toEqual([false]);
	expect(await hears([change('msg_3', 'disbursement.completed', 'b')])).toEqual([true]);
});

it.each([
	'disbursement.paused',
	'disbursement.submitted',
	'paymentConsent.granted',
	'paymentConsent.paused',
	'paymentConsent.processing',
	'paymentRequest.pending',
])('a second %s of an object starts it again, and a repeated message does not', async (event) => {
	const { hears } = trigger();
	expect(await hears([change('msg_1', event)])).toEqual([true]);
	expect(await hears([change('msg_2', event)])).toEqual([true]);
	expect(await hears([change('msg_2', event)])).toEqual([false]);
});

it.each([
	'disbursement.cancelled',
	'disbursement.completed',
	'disbursement.error',
	'disbursement.reversed',
	'paymentConfirmation.received',
	'paymentConsent.failed',
	'paymentRequest.expired',
	'refund.completed',
	'terminalSession.success',
])('%s of an object starts it once, whatever number of messages say so', async (event) => {
	const { hears } = trigger();
	expect(await hears([change('msg_1', event)])).toEqual([true]);
	expect(await hears([change('msg_2', event)])).toEqual([false]);
});

it('messages and changes start the workflow once, even when they arrive in the same instant', async () => {
	const { ask, data, time } = trigger();
	const copies = ['msg_1', 'msg_1', 'msg_2', 'msg_2'].map(
		async (eventId) => await ask([change(eventId)], data.execution('sent')),
	);
	await time.run();
	expect(await Promise.all(copies)).toEqual([[true], [false], [false], [false]]);
	// What came during the first recording went into one more; the third finds what was recorded.
	expect(data.recordings.map(({ ids }) => ids.length)).toEqual([2, 3, 2]);
});

it('messages and changes start the workflow once, even in an execution with several changes', async () => {
	const { hears } = trigger();
	const changes = [
		change('1'),
		change('2', 'disbursement.paused'),
		change('3'),
		change('4', 'disbursement.error'),
	];
	expect(await hears(changes)).toEqual([true, true, false, true]);
});

it('an event that started the workflow does not start it again after a restart of n8n', async () => {
	const { hears, restart } = trigger();
	expect(await hears([change('msg_1')])).toEqual([true]);
	restart();
	expect(await hears([change('msg_1')])).toEqual([false]);
	expect(await hears([change('msg_2')])).toEqual([false]);
});

it('two triggers start the workflow each by itself, even in the same instant', async () => {
	const { ask, data, time } = trigger();
	const names = ['sent', 'sent', 'other', 'other'];
	const answers = names.map(async (name) => await ask([change('msg_1')], data.execution(name)));
	await time.run();
	expect(await Promise.all(answers)).toEqual([[true], [false], [true], [false]]);
	expect([...data.rows.keys()]).toEqual(['sent', 'other']);
});

describe('two triggers of a workflow that hear of the same changes', () => {
	it.each`
		where                                       | oncePerWorkflow | starts
		${'once for each where the option says so'} | ${true}         | ${20}
		${'each by itself otherwise'}               | ${false}        | ${40}
	`(
		'start it $where, even in one burst',
		async ({ oncePerWorkflow, starts }: { oncePerWorkflow: boolean; starts: number }) => {
			for (let seed = 1; seed <= cases(50); seed++) {
				const { ask, data, time } = trigger({ oncePerWorkflow, seed });
				const heard = Array.from({ length: 20 }, (_, n) => String(n)).flatMap((id) => [
					{ by: 'sent', each: change(`msg of ${id}`, 'completed', id) },
					{ by: 'polled', each: change(`disbursement.completed/${id}`, 'completed', id) },
				]);
				const answers = heard.map(async ({ by, each }) => {
					await time.pause(20 * time.random());
					return await ask([each], data.execution(by));
				});
				await time.run();
				const areFirst = (await Promise.all(answers)).flat();
				expect(areFirst.filter(Boolean)).toHaveLength(starts);
			}
		},
	);

	it.each([true, false])(
		'know what started it before that was turned on or off: %s',
		async (oncePerWorkflow) => {
			const { data, time } = trigger();
			const hears = async (isOnce: boolean) => {
				const execution = data.execution('polled') as unknown as IExecuteFunctions;
				const answer = newProcess()(execution, [change('msg_1')], 100, { oncePerWorkflow: isOnce });
				await time.run();
				return await answer;
			};
			expect(await hears(!oncePerWorkflow)).toEqual([true]);
			expect(await hears(oncePerWorkflow)).toEqual([false]);
		},
	);

	it('lose no change where the database fails between their two lists', async () => {
		const { data, time } = trigger();
		const areFirst = newProcess();
		const hears = async () => {
			const execution = data.execution('sent');
			const { checkProcessedAndRecord: record } = execution.helpers;
			execution.helpers.checkProcessedAndRecord = async (ids, scope, how) => {
				if (scope === 'node') throw new Error('connection lost');
				return await record(ids, scope, how);
			};
			const heard = areFirst(execution as unknown as IExecuteFunctions, [change('msg_1')], 100, {
				oncePerWorkflow: true,
			});
			await time.run();
			return await heard;
		};
		expect(await hears()).toEqual([true]);
		expect(await hears()).toEqual([false]);
	});

	it('share a list with Remove Duplicates, but none of its entries', async () => {
		const { data, hears } = trigger({ oncePerWorkflow: true });
		await hears([change('msg of a')]);
		expect(data.rows.get('')).toEqual(['stitch:msg of a', 'stitch:disbursement.completed/a']);
		expect(data.recordings[0]?.how).toMatchObject({ scope: 'workflow', maxEntries: 50_000 });
	});
});

it('a test in the editor is not recorded, so that the event still starts the workflow', async () => {
	const { hears, data } = trigger();
	expect(await hears([change('msg_1')], data.execution('sent', 'manual'))).toEqual([true]);
	expect(data.rows.size).toBe(0);
});

it('a manual retry always continues, and a repetition after it does not', async () => {
	const { hears, data } = trigger();
	expect(await hears([change('msg_1')], data.execution('sent', 'retry'))).toEqual([true]);
	expect(await hears([change('msg_1')])).toEqual([false]);
	expect(await hears([change('msg_1')], data.execution('sent', 'retry'))).toEqual([true]);
});

describe('with two workers', () => {
	/** Workers that write one list, and a way in which an event starts the workflow at one of them. */
	function workers(seed: number) {
		const { time, data, ask } = trigger({ seed, remembered: 1000 });
		const processes = [newProcess(), newProcess()];
		const hears = async (worker: number, heard: Recognized) => {
			const [isFirst] = await ask([heard], data.execution('sent'), processes[worker]);
			return isFirst;
		};
		return { time, data, hears };
	}

	it('a copy that comes after two seconds starts nothing, whatever they recorded in the same moment', async () => {
		for (let seed = 1; seed <= cases(100); seed++) {
			const { time, data, hears } = workers(seed);
			const ids = Array.from({ length: 20 }, (_, n) => String(n));
			const first = ids.map(async (id, n) => {
				await time.pause(200 * time.random());
				return await hears(n % 2, change(id, 'completed', id));
			});
			await time.run();
			expect(await Promise.all(first)).toEqual(ids.map(() => true));
			expect(data.rows.get('sent')).toHaveLength(2 * ids.length);
			const copies = ids.map(async (id, n) => {
				await time.pause(200 * time.random());
				return await hears((n + 1) % 2, change(id, 'completed', id));
			});
			await time.run();
			expect(await Promise.all(copies)).toEqual(ids.map(() => false));
		}
	});

	it('an entry that is lost again when it is recorded again is recorded once more', async () => {
		const { time, data, hears } = workers(1);
		// It is recorded again every one and a half seconds.
		jest.spyOn(time, 'random').mockReturnValue(0.5);
		const heard = hears(0, change('msg_1'));
		for (const at of [1000, 2500, 4000]) {
			void time.pause(at).then(() => data.rows.set('sent', []));
		}
		await time.run();
		expect(await heard).toBe(true);
		expect(data.rows.get('sent')).toEqual(['msg_1', 'disbursement.completed/a']);
		expect(data.recordings).toHaveLength(4);
	});
});

describe('where the database', () => {
	const connectionLost = new Error('connection lost');

	/** The next calls fail, after recording or before. */
	function failNext(data: ProcessedData, times: number, isRecorded = false) {
		const rows = data as unknown as { record(...given: unknown[]): Promise<unknown> };
		const { record } = rows;
		let left = times;
		jest.spyOn(rows, 'record').mockImplementation(async (...given) => {
			if (left-- <= 0) return await record.apply(data, given);
			if (isRecorded) await record.apply(data, given);
			throw connectionLost;
		});
	}

	it('refuses the first list of a node because another worker has just made it, it is asked again', async () => {
		const { hears, data } = trigger();
		failNext(data, 1);
		expect(await hears([change('msg_1')])).toEqual([true]);
	});

	it('fails when a change is recorded again, a copy of it starts nothing', async () => {
		const { ask, data, time } = trigger();
		const answer = ask([change('msg_1')], data.execution('sent'));
		void time.pause(500).then(() => failNext(data, 2));
		await time.run();
		expect(await answer).toEqual([true]);
		expect(data.recordings).toHaveLength(4);
		const copy = ask([change('msg_1')], data.execution('sent'));
		await time.run();
		expect(await copy).toEqual([false]);
	});

	it('lost the answer to a recording, the change is passed on rather than lost', async () => {
		const { hears, data } = trigger();
		failNext(data, 1, true);
		expect(await hears([change('msg_1')])).toEqual([true]);
		expect(await hears([change('msg_1')])).toEqual([false]);
	});

	it.each`
		failed                    | isRecorded | next
		${'could not be reached'} | ${false}   | ${'a second try'}
		${'could not be reached'} | ${false}   | ${'another execution'}
		${'lost both answers'}    | ${true}    | ${'a second try'}
		${'lost both answers'}    | ${true}    | ${'another execution'}
	`(
		'$failed, $next with the same change passes it on',
		async ({ isRecorded, next }: { isRecorded: boolean; next: string }) => {
			const { hears, data } = trigger();
			const execution = data.execution('sent');
			failNext(data, 2, isRecorded);
			await expect(hears([change('msg_1')], execution)).rejects.toBe(connectionLost);
			const again = next === 'a second try' ? execution : data.execution('sent');
			expect(await hears([change('msg_1')], again)).toEqual([true]);
			expect(await hears([change('msg_1')])).toEqual([false]);
		},
	);

	it('answered the first try, the second gets that answer, and other executions do not', async () => {
		const { hears, data } = trigger();
		const execution = data.execution('sent');
		expect(await hears([change('msg_1')], execution)).toEqual([true]);
		expect(await hears([change('msg_1')], execution)).toEqual([true]);
		const repeated = data.execution('sent');
		expect(await hears([change('msg_1')], repeated)).toEqual([false]);
		expect(await hears([change('msg_1')], repeated)).toEqual([false]);
	});
});

it.each([0, 0.1])(
	'every change starts the workflow in any order of messages, copies and restarts, and once where the database answers (outages: %d)',
	async (outage) => {
		for (let seed = 1; seed <= cases(60); seed++) {
			const { ask, data, restart, time } = trigger({ outage, seed, remembered: 1000 });
			const starts = new Map<string, number>();
			const failed = new Set<string>();
			for (let round = 0; round < 4; round++) {
				const copies = Array.from({ length: 25 }, async () => {
					const id = String(Math.floor(time.random() * 12));
					const eventId = `${id}/${Math.floor(time.random() * 3)}`;
					const heard = change(eventId, 'completed', id);
					await time.pause(40 * time.random());
					const [isFirst] = await ask([heard], data.execution('sent')).catch(() => {
						failed.add(id);
						return [false];
					});
					starts.set(id, (starts.get(id) ?? 0) + (isFirst ? 1 : 0));
				});
				await time.run();
				await Promise.all(copies);
				restart();
			}
			for (const [id, times] of starts) {
				// Where the answer to a recording was lost, a second start is better than none.
				if (outage === 0) expect(times).toBe(1);
				else if (!failed.has(id)) expect(times).toBeGreaterThanOrEqual(1);
			}
		}
	},
);
