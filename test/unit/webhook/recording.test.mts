import type { Recognized } from '../../../nodes/Stitch/webhook/startOnce';
import { cases } from '../../setup/thorough.mts';
import type { ProcessedData } from './processedData.mts';
import { change, newProcess, trigger } from './starting.mts';

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
});
