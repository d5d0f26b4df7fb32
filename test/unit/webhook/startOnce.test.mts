import type { IExecuteFunctions } from 'n8n-workflow';

import { cases } from '../../setup/thorough.mts';
import { change, newProcess, trigger } from './starting.mts';

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

it('the second try of an execution gets the answer of the first, and other executions do not', async () => {
	const { hears, data } = trigger();
	const execution = data.execution('sent');
	expect(await hears([change('msg_1')], execution)).toEqual([true]);
	expect(await hears([change('msg_1')], execution)).toEqual([true]);
	const repeated = data.execution('sent');
	expect(await hears([change('msg_1')], repeated)).toEqual([false]);
	expect(await hears([change('msg_1')], repeated)).toEqual([false]);
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
