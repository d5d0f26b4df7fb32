import * as clockModule from '../../../../nodes/Stitch/transport/clock';
import { clockOf } from '../../builders.mts';
import { contentOf, liesOf } from './judge.mts';
import { faults, ModelService, type Fate, type Fault, type Paid } from './modelService.mts';
import { payrollRun, spellings, type Execution, type Row, type Setting } from './payrollRun.mts';
import type { World } from '../../../simulator/worlds.mts';
import fc from '../../properties.mts';

/** The clerk edits the file and runs it, perhaps twice at the same time; then time passes. */
interface Step {
	edits: Edit[];
	runs: Chosen[];
	/** How often n8n runs it again where it did not work: Retry On Fail. */
	retries: number;
	minutes: number;
}

/** What is set for one run; the rest holds for all of a sequence. */
type Chosen = Omit<Setting, 'nonceSource' | 'dayLimit'>;

interface Edit {
	row: number;
	change: Partial<Row> | 'twice' | 'away';
}

interface Sequence {
	nonceSource: Setting['nonceSource'];
	dayLimit: Setting['dayLimit'];
	people: number;
	/** What becomes of the payments, in the order in which they are made. */
	fates: Fate[];
	steps: Step[];
}

const edit: fc.Arbitrary<Edit> = fc.record({
	row: fc.nat(9),
	change: fc.oneof(
		fc.record({ amount: fc.constantFrom('400', '400.00', '401.5', '-1') }),
		fc.record({ account: fc.constantFrom('1234567890', '9876543290') }),
		fc.record({ spelling: fc.nat(spellings.length - 1) }),
		fc.constantFrom('twice' as const, 'away' as const),
	),
});

const fault: fc.Arbitrary<Fault | undefined> = fc.oneof(
	{ weight: 2, arbitrary: fc.constant(undefined) },
	{ weight: 1, arbitrary: fc.constantFrom(...faults) },
);

const setting: fc.Arbitrary<Chosen> = fc.record({
	fromClock: fc.nat(9).map((number) => number === 0),
	onDuplicate: fc.constantFrom('returnExisting', 'payAgainIfFailed', 'payAgainIfFailed', 'fail'),
	concurrency: fc.constantFrom(1, 3),
	maxTries: fc.constantFrom(1, 2, 10),
	continues: fc.boolean(),
	waits: fc.nat(3).map((number) => number === 0),
	faults: fc.array(fault, { maxLength: 8 }),
	turns: fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }),
	killedAfter: fc.oneof(
		{ weight: 3, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: fc.integer({ min: 1, max: 8 }) },
	),
});

/** Sequences in which so many runs of a short or a long file begin at the same time. */
export const sequences = (atTheSameTime: number, { isLong = false } = {}): fc.Arbitrary<Sequence> =>
	fc.record({
		nonceSource: fc.constantFrom('externalReference', 'custom'),
		dayLimit: isLong
			? fc.constantFrom(undefined, undefined, 4050)
			: fc.constantFrom(undefined, 450, 850, 1250),
		people: isLong ? fc.integer({ min: 6, max: 10 }) : fc.integer({ min: 1, max: 3 }),
		fates: fc.array(
			fc.constantFrom<Fate>('completed', 'error', 'error', 'cancelled', 'reversed', 'paused'),
			{ minLength: 1, maxLength: 4 },
		),
		steps: fc.array(
			fc.record({
				edits: fc.array(edit, { maxLength: 2 }),
				runs: fc.array(setting, { minLength: atTheSameTime, maxLength: atTheSameTime }),
				retries: fc.nat(1),
				minutes: isLong ? fc.constantFrom(0, 1, 300) : fc.nat(2),
			}),
			{ minLength: 1, maxLength: Math.ceil(4 / atTheSameTime) },
		),
	});

const withoutTrouble: Chosen = {
	...{ onDuplicate: 'returnExisting', fromClock: false, continues: true, waits: false },
	...{ concurrency: 1, maxTries: 1, faults: [], turns: [0], killedAfter: undefined },
};

/** A second payment on the day whose limit leaves nothing for it: too rare to be drawn. */
export const aboveTheDay: Sequence = {
	...{ nonceSource: 'custom', dayLimit: 450, people: 1, fates: ['completed'] },
	steps: [
		{ edits: [], runs: [withoutTrouble], retries: 0, minutes: 1 },
		{
			edits: [{ row: 0, change: { person: 2 } }],
			...{ runs: [withoutTrouble], retries: 0, minutes: 1 },
		},
	],
};

const personOf = (index: number): Row => ({
	person: index + 1,
	amount: '400',
	account: '1234567890',
	spelling: 0,
});

function edited(file: readonly Row[], { row, change }: Edit): Row[] {
	return file.flatMap((each, index) => {
		if (index !== row % file.length) return [each];
		if (change === 'twice') return [each, each];
		if (change === 'away') return [];
		return [{ ...each, ...change }];
	});
}

let sequencesBegun = 0;

/** Carries a sequence out in a world; returns all that went wrong in it. */
export async function wrongIn(
	{ nonceSource, dayLimit, people, fates, steps }: Sequence,
	world: World,
): Promise<string[]> {
	const wrong: string[] = [];
	const clock = clockOf();
	jest.spyOn(clockModule, 'realClock').mockReturnValue(clock);
	const settingOf = new Map<number, Setting>();
	const executionOf = new Map<number, Execution>();
	const service = new ModelService(
		clock,
		fates,
		(made, ledger) => {
			const earlier = ledger.filter((each) => contentOf(each).person === contentOf(made).person);
			if (earlier.some((each) => service.isLive(each))) wrong.push('paid twice');
			const wasCancelled = (each: Paid) => service.statusOf(each) === 'cancelled';
			if (earlier.some(wasCancelled)) wrong.push('paid again, and somebody had cancelled it');
			const again = settingOf.get(made.run)?.onDuplicate === 'payAgainIfFailed';
			if (earlier.length > 0 && !again) wrong.push('paid again, and nobody asked for it');
			if (settingOf.get(made.run)?.fromClock) wrong.push('paid under a reference of that moment');
			const today = [...ledger.filter((each) => service.isLive(each)), made];
			const rand = today.reduce((sum, { body }) => sum + Number(body.amount.quantity), 0);
			if (rand > (dayLimit ?? Infinity)) wrong.push('paid more than the limit of the day');
			const execution = executionOf.get(made.run);
			if (earlier.some(({ run }) => executionOf.get(run) === execution)) {
				wrong.push('paid again by the execution that paid before');
			}
		},
		world,
	);

	let executions = 0;
	// What one process sets aside for a day must not count in another sequence.
	const clientId = `test-${++sequencesBegun}`;

	async function runFile(
		rows: Row[],
		chosen: Setting,
		retries: number,
		execution = { id: `${++executions}`, clientId, flow: {} },
	): Promise<void> {
		const before = [...service.ledger];
		const began = clock.now();
		const started = payrollRun(service, rows, chosen, execution);
		executionOf.set(started.run, execution);
		settingOf.set(started.run, chosen);
		const ending = await started.ending;
		const told = {
			service,
			before,
			rows,
			setting: chosen,
			run: started.run,
			began,
			since: sinceOf(execution),
			ending,
		};
		wrong.push(...liesOf(told));
		if (ending !== 'killed' && retries > 0) {
			const faultless = { ...chosen, killedAfter: undefined };
			await runFile(rows, { ...faultless, faults: chosen.faults.slice(1) }, retries - 1, execution);
		}
	}

	function sinceOf({ flow }: Execution): number | undefined {
		const { since } = (flow.stitch ?? {}) as { since?: number };
		return world.times === undefined || world.times === 'zoned' ? since : undefined;
	}

	let file = Array.from({ length: people }, (_, index) => personOf(index));
	for (const { edits, runs, retries, minutes } of steps) {
		for (const each of edits) file = edited(file, each);
		const rows = file;
		await Promise.all(
			runs.map(async (each) => await runFile(rows, { ...each, nonceSource, dayLimit }, retries)),
		);
		// Nobody edits a file and runs it again within the two seconds in which old and new look alike.
		await clock.pause(minutes * 60_000 + 3000);
		service.catchUp();
	}
	return wrong;
}
