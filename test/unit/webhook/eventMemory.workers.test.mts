import fc from 'fast-check';

import { isFirstAnywhere } from '../../../nodes/Stitch/webhook/eventClaim';
import { EventMemory } from '../../../nodes/Stitch/webhook/eventMemory';
import type { EventRow } from '../../../nodes/Stitch/webhook/eventRow';
import { VirtualTime } from './virtual-time.mts';

/**
 * n8n's table of processed data and what n8n's helper does to it: read a row, add to it and write it
 * back, without a lock. Only the creation of a row is safe from others: its name is a primary key.
 */
class Table {
	readonly rows = new Map<string, string[]>();

	private readonly time: VirtualTime;
	private readonly load: Load;

	constructor(time: VirtualTime, load: Load) {
		this.time = time;
		this.load = load;
	}

	async record(name: string, entries: string[]): Promise<string[]> {
		await this.step();
		const read = this.rows.get(name);
		await this.step();
		const known = new Set(read);
		const added = entries.filter((entry) => !known.has(entry));
		if (read === undefined) await this.create(name, added);
		else if (this.rows.has(name)) this.rows.set(name, [...read, ...added]);
		await this.step();
		return added;
	}

	async remove(name: string): Promise<void> {
		await this.step();
		this.rows.delete(name);
	}

	row(name: string): EventRow {
		return {
			record: async (entries) => await this.record(name, entries),
			expectOwn: async () => await this.step(),
			remove: async () => await this.remove(name),
		};
	}

	private async create(name: string, entries: string[]): Promise<void> {
		if (this.rows.has(name)) throw new Error('duplicate key');
		this.rows.set(name, entries);
		// The answer to the creation of the list is not lost here: what happens then is tested apart.
		if (name !== list) await this.step();
	}

	private async step(): Promise<void> {
		await this.time.pause(this.load.slowestStepMs * this.time.random());
		if (this.time.random() < this.load.outage) throw new Error('connection lost');
	}
}

const list = 'all events';

interface Load {
	seed: number;
	processes: number;
	events: number;
	/** Of each event; each comes with an execution of its own. */
	copies: number;
	/** All of them arrive within so many milliseconds. */
	withinMs: number;
	/** Of the three steps of a recording, the slowest takes so many milliseconds. */
	slowestStepMs: number;
	/** How likely the connection is lost, in each step. */
	outage: number;
}

/** What became of each event. */
async function outcomes(load: Load, severalWorkers: boolean) {
	const time = new VirtualTime(load.seed);
	const table = new Table(time, load);
	table.rows.set(list, []);
	const memories = Array.from({ length: load.processes }, () => new EventMemory(time));
	const events = Array.from({ length: load.events }, (_, n) => ({
		id: `event ${n}`,
		started: 0,
		failed: 0,
	}));
	const deliver = async (event: (typeof events)[number], copy: number) => {
		await time.pause(load.withinMs * time.random());
		const memory = memories[Math.floor(time.random() * load.processes)] as EventMemory;
		const isFirstHere = async (whenKept?: () => void) =>
			await memory.isFirst(event.id, async (ids) => await table.record(list, ids), whenKept);
		const isFirst = severalWorkers
			? isFirstAnywhere(table.row(event.id), `${event.id}/${copy}`, isFirstHere)
			: isFirstHere();
		await isFirst.then(
			(goesOn) => void (event.started += Number(goesOn)),
			() => void event.failed++,
		);
	};
	for (const event of events) {
		for (let copy = 0; copy < load.copies; copy++) void deliver(event, copy);
	}
	await time.run();
	return { events, leftRows: table.rows.size - 1 };
}

const loads = {
	seed: fc.nat(),
	processes: fc.integer({ min: 2, max: 5 }),
	events: fc.integer({ min: 1, max: 12 }),
	copies: fc.integer({ min: 2, max: 4 }),
	withinMs: fc.constantFrom(0, 10, 300, 5_000),
	// The slowest takes longer than everything that the memory waits for.
	slowestStepMs: fc.constantFrom(1, 30, 400, 20_000),
};

describe('with Several Workers, in whatever order the processes read and write,', () => {
	it('each event starts the workflow once, and leaves no row behind', async () => {
		const load = fc.record({ ...loads, outage: fc.constant(0) });
		await fc.assert(
			fc.asyncProperty(load, async (given) => {
				const { events, leftRows } = await outcomes(given, true);
				expect(events.map(({ started, failed }) => ({ started, failed }))).toEqual(
					events.map(() => ({ started: 1, failed: 0 })),
				);
				expect(leftRows).toBe(0);
			}),
			{ numRuns: 150 },
		);
	});

	it('none starts it twice, and none is lost unnoticed, when the connection to the database is lost now and then', async () => {
		const load = fc.record({ ...loads, outage: fc.constantFrom(0.01, 0.1, 0.3) });
		await fc.assert(
			fc.asyncProperty(load, async (given) => {
				const { events } = await outcomes(given, true);
				expect(events.filter(({ started }) => started > 1)).toEqual([]);
				expect(events.filter(({ started, failed }) => started + failed === 0)).toEqual([]);
			}),
			{ numRuns: 150 },
		);
	});
});

it('without it, copies in the same instant can start the workflow more than once', async () => {
	const load = { processes: 2, events: 30, copies: 3, withinMs: 1_000, slowestStepMs: 30 };
	const { events } = await outcomes({ ...load, seed: 1, outage: 0 }, false);
	expect(events.filter(({ started }) => started > 1)).not.toEqual([]);
	expect(events.filter(({ started }) => started === 0)).toEqual([]);
});
