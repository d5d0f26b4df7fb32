import { resolve } from 'node:path';
import { ModernFakeTimers } from '@jest/fake-timers';
import { expect } from 'expect';
import { bind } from 'jest-each';
import { ModuleMocker } from 'jest-mock';

type Step = () => unknown;

export interface CollectedTest {
	/** As jest shows it: the file, what it is in, and its own name. */
	name: string;
	file: string;
	/** From outside to inside. */
	before: Step[];
	/** From inside to outside. */
	after: Step[];
	run: Step;
	/** How long it took when nothing was changed; a second until that is known. */
	usualMs: number;
}

interface Group {
	name: string;
	before: Step[];
	after: Step[];
}

/** The modules of a test file, in the hands of {@link TestModules}. */
export interface ModuleControl {
	/** Says which test file is loaded or run. */
	enter(file: string): void;
	isolate(load: () => void): void;
	mock(path: string, replacement: () => unknown): void;
}

const pauseInRealTime = globalThis.setTimeout;

/** When a test that waits for what never comes is given up: none waits in real time, but a machine can be busy. */
const patienceWith = (test: CollectedTest) => 3_000 + 10 * test.usualMs;

/** The words of jest that the unit tests use, for tests that stay in one process and are run one by one. */
export class Collected {
	tests: CollectedTest[] = [];
	private readonly modules: ModuleControl;
	private file = '';
	private groups: Group[] = [];
	private readonly mocks = new ModuleMocker(globalThis);
	private readonly timers = new ModernFakeTimers({
		global: globalThis,
		config: { fakeTimers: {}, rootDir: process.cwd() } as never,
	});

	constructor(modules: ModuleControl) {
		this.modules = modules;
		const test = (name: string, run: Step) => this.add(name, run);
		const group = (name: string, describe: () => void) => this.inGroup(name, describe);
		Object.assign(globalThis, {
			expect,
			it: Object.assign(test, { each: bind(test as never) }),
			describe: Object.assign(group, { each: bind(group as never, false) }),
			beforeEach: (step: Step) => this.groups.at(-1)!.before.push(step),
			afterEach: (step: Step) => this.groups.at(-1)!.after.unshift(step),
			jest: {
				fn: this.mocks.fn.bind(this.mocks),
				spyOn: this.mocks.spyOn.bind(this.mocks),
				restoreAllMocks: () => this.mocks.restoreAllMocks(),
				useFakeTimers: (options = {}) => this.timers.useFakeTimers(options),
				useRealTimers: () => this.timers.useRealTimers(),
				setSystemTime: (now: number) => this.timers.setSystemTime(now),
				advanceTimersByTimeAsync: (ms: number) => this.timers.advanceTimersByTimeAsync(ms),
				runAllTimersAsync: () => this.timers.runAllTimersAsync(),
				isolateModules: modules.isolate,
				doMock: modules.mock,
			},
		});
	}

	/** @param load loads the file, which states its tests meanwhile */
	collect(file: string, load: () => void): void {
		this.file = file;
		this.inGroup(file, load);
	}

	/** @returns why the test failed; nothing if it passed */
	async failureOf(test: CollectedTest): Promise<string | undefined> {
		this.modules.enter(resolve(test.file));
		try {
			await within(patienceWith(test), async () => {
				for (const step of [...test.before, test.run]) await step();
			});
			expect.extractExpectedAssertionsErrors();
			return undefined;
		} catch (error) {
			return String(error);
		} finally {
			for (const step of test.after) await step();
			this.timers.useRealTimers();
			this.mocks.restoreAllMocks();
		}
	}

	private inGroup(name: string, describe: () => void): void {
		this.groups.push({ name, before: [], after: [] });
		try {
			describe();
		} finally {
			this.groups.pop();
		}
	}

	private add(name: string, run: Step): void {
		const groups = [...this.groups];
		this.tests.push({
			name: [...groups.map((group) => group.name), name].join(' '),
			file: this.file,
			get before() {
				return groups.flatMap((group) => group.before);
			},
			get after() {
				return groups.toReversed().flatMap((group) => group.after);
			},
			run,
			usualMs: 1_000,
		});
	}
}

async function within(ms: number, run: () => Promise<void>): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const tooLong = new Promise<never>((_, reject) => {
		timer = pauseInRealTime(() => reject(new Error('did not end')), ms);
	});
	try {
		await Promise.race([run(), tooLong]);
	} finally {
		clearTimeout(timer);
	}
}
