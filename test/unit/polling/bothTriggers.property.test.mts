import type { StitchEvent } from '../../../nodes/Stitch/webhook/event';
import { beginningAt } from '../../../nodes/Stitch/polling/cursor';
import { look } from '../../../nodes/Stitch/polling/look';
import { StartOnce } from '../../../nodes/Stitch/webhook/startOnce';
import { ProcessedData } from '../webhook/processedData.mts';
import { VirtualTime } from '../webhook/virtual-time.mts';
import { list, ModelService, type Step } from './model.mts';

const second = 1000;
const minute = 60 * second;

interface World {
	seed: number;
	/** Processes in which executions run. */
	processes?: number;
	/** n8n is started again so often. */
	restarts?: number;
	/** How likely the database loses its connection, in each step. */
	outage?: number;
	/** How often n8n tries to run a trigger in one execution. */
	tries?: number;
}

const lifeOfPayout = ['paused', 'submitted', 'paused', 'submitted', 'completed'];

/**
 * A shop for half an hour: payouts that pause once or twice, a burst of them, events that are lost,
 * late, out of order and repeated, and a look every minute.
 */
async function run({ seed, processes = 1, restarts = 0, outage = 0, tries = 1 }: World) {
	const time = new VirtualTime(seed);
	const data = new ProcessedData(time, outage);
	const between = (least: number, most: number) =>
		least + Math.floor(time.random() * (most - least));
	const steps: Step[] = [];
	for (let payout = 0; payout < 40; payout++) {
		let at = payout < 20 ? between(0, 10 * minute) : 5 * minute + between(0, 200);
		for (const status of lifeOfPayout.slice(2 * between(0, 3))) {
			steps.push({ object: `payout-${payout}`, status, at });
			at += between(2, 5) * minute;
		}
	}
	const service = new ModelService(steps, 1000);
	const started = new Map<string, number>();
	const failed = new Set<string>();
	let running = Array.from({ length: processes }, () => new StartOnce(time));

	const hear = async (trigger: string, step: Step, eventId: string) => {
		const changeKey = `${step.status}/${step.object}`;
		const options = {
			onceAcrossTriggers: true,
			rememberedEvents: 5000,
			severalWorkers: processes > 1,
		};
		const change: Pick<StitchEvent, 'changeKey' | 'eventId'> = { changeKey, eventId };
		const process = running[between(0, processes)] ?? running[0]!;
		const context = data.execution(trigger);
		for (let rest = tries; rest > 0; rest--) {
			try {
				const starts = await process.isWelcome(context, { change, item: 0, options });
				if (starts) started.set(changeKey, (started.get(changeKey) ?? 0) + 1);
				return;
			} catch {
				await time.pause(second);
			}
		}
		failed.add(changeKey);
	};

	/** At once, late, or in the instant of a look. */
	const arrivalOf = ({ at }: Step) => {
		const how = time.random();
		if (how < 0.3) return at + between(0, 100);
		if (how < 0.6) return at + between(0, 5 * minute);
		return Math.ceil(at / minute) * minute + between(0, 30);
	};
	const agenda: Array<{ at: number; what: () => Promise<void> }> = [];
	for (const [index, step] of steps.entries()) {
		const copies = time.random() < 0.4 ? 0 : between(1, 4);
		for (let copy = 0; copy < copies; copy++) {
			const at = arrivalOf(step);
			agenda.push({ at, what: async () => await hear('sent', step, `msg_${index}`) });
		}
	}
	let cursor = beginningAt([list], 0);
	for (let at = minute; at <= 40 * minute; at += minute) {
		const what = async () => {
			const rules = { now: () => at, most: 500, isWanted: () => true, isTimeUp: () => false };
			const found = await look(cursor, service.reader(at, 0), rules);
			cursor = found.cursor;
			await Promise.all(
				found.told.map(async ({ object, status, at: since }) => {
					await hear('asked', { object, status, at: since }, `${status}/${object}@${since}`);
				}),
			);
		};
		agenda.push({ at, what });
	}
	agenda.sort((one, other) => one.at - other.at);
	// A restart waits until what is under way has ended: who is cut off is seen in n8n's executions.
	const stretch = Math.ceil(agenda.length / (restarts + 1));
	for (let first = 0; first < agenda.length; first += stretch) {
		const begin = time.now();
		for (const { at, what } of agenda.slice(first, first + stretch)) {
			void time.pause(at - begin).then(what);
		}
		await time.run();
		running = running.map(() => new StartOnce(time));
	}
	const happened = new Map<string, number>();
	for (const { status, object } of steps) {
		const changeKey = `${status}/${object}`;
		happened.set(changeKey, (happened.get(changeKey) ?? 0) + 1);
	}
	return { started, happened, failed };
}

const seeds = Array.from({ length: 25 }, (_, index) => 1700 + index);
const sorted = (counts: Map<string, number>) => [...counts].sort();

it.each(seeds)(
	'starts the workflow once for each change, whatever becomes of its events (%i)',
	async (seed) => {
		const { started, happened } = await run({ seed });
		expect(sorted(started)).toEqual(sorted(happened));
	},
);

it.each(seeds.slice(0, 8))('also when n8n is started again now and then (%i)', async (seed) => {
	const { started, happened } = await run({ seed, restarts: 6 });
	expect(sorted(started)).toEqual(sorted(happened));
});

it.each(seeds.slice(0, 8))('also in three workers at once (%i)', async (seed) => {
	const { started, happened } = await run({ seed, processes: 3, restarts: 1 });
	expect(sorted(started)).toEqual(sorted(happened));
});

const outages = [1, 3].flatMap((tries) => seeds.slice(0, 8).map((seed) => ({ seed, tries })));

it.each(outages)(
	'never twice when the database is away now and then, and what did not start it failed visibly ($seed, tries: $tries)',
	async ({ seed, tries }) => {
		const { started, happened, failed } = await run({ seed, tries, outage: 0.03 });
		expect(failed.size).toBeGreaterThan(0);
		for (const [key, count] of happened) {
			const starts = started.get(key) ?? 0;
			expect({ key, starts, isTooOften: starts > count }).toMatchObject({ isTooOften: false });
			if (!failed.has(key)) expect({ key, starts }).toEqual({ key, starts: count });
		}
	},
);
