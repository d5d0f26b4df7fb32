import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import type { MutantCoverage } from '@stryker-mutator/api/core';
import {
	type DryRunResult,
	DryRunStatus,
	type MutantRunOptions,
	type MutantRunResult,
	MutantRunStatus,
	type TestResult,
	type TestRunner,
	TestStatus,
} from '@stryker-mutator/api/test-runner';

import { Collected, type CollectedTest } from './collected.mts';
import { TestModules } from './testModules.mts';
import { testFiles, withoutTests } from './tests.mts';

/** What the changed sources and Stryker know of each other. */
interface Switch {
	activeMutant?: string;
	currentTestId?: string;
	mutantCoverage?: MutantCoverage;
	hitCount?: number;
	hitLimit?: number;
}

const mutants: Switch = ((globalThis as { __stryker__?: Switch }).__stryker__ ??= {});

/**
 * Runs the unit tests in this process, in which all files are loaded once: a mutant is switched on, and the
 * tests that reach it are called. In jest each of their files would be loaded again, which takes a hundred
 * times as long as the tests themselves.
 *
 * What a mutant leaves behind in a module must not make the next one fail. So a test that fails has to pass
 * without the mutant, and to fail with it again; otherwise everything is loaded anew, and its file before each of
 * the two as well, because a mutant can also leave behind what makes the same test fail.
 */
class OneProcess implements TestRunner {
	private readonly modules = new TestModules(process.cwd());
	private readonly collected = new Collected(this.modules);

	/**
	 * A mutant that is also reached while files are loaded is switched on after that, like any other. So nothing has to
	 * be loaded anew for it, and Stryker need not start a process for each.
	 */
	capabilities() {
		return { reloadEnvironment: true };
	}

	async init() {
		// A changed function may leave a promise behind that nobody awaits any more.
		process.on('unhandledRejection', () => undefined);
		this.modules.loadAlone(resolve('test/setup/lengths.mts'));
		this.load();
	}

	async dryRun(): Promise<DryRunResult> {
		const tests: TestResult[] = [];
		for (const test of this.collected.tests) {
			mutants.currentTestId = test.name;
			const start = performance.now();
			const failureMessage = await this.collected.failureOf(test);
			test.usualMs = performance.now() - start;
			const result = {
				id: test.name,
				name: test.name,
				fileName: test.file,
				timeSpentMs: test.usualMs,
			};
			if (failureMessage === undefined) tests.push({ ...result, status: TestStatus.Success });
			else tests.push({ ...result, status: TestStatus.Failed, failureMessage });
		}
		mutants.currentTestId = undefined;
		return { status: DryRunStatus.Complete, tests, mutantCoverage: mutants.mutantCoverage };
	}

	async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
		const result = await this.resultOf(options, () => {});
		if (!('unclear' in result)) return result;
		this.load();
		const again = await this.resultOf(options, (file) => this.loadTests(file));
		return 'unclear' in again
			? { status: MutantRunStatus.Error, errorMessage: `not by itself: ${again.unclear}` }
			: again;
	}

	private load(): void {
		for (const file of globSync(testFiles, { exclude: withoutTests }).sort()) this.loadTests(file);
	}

	/** The tests of one file, anew: each file has sources of its own. */
	private loadTests(file: string): void {
		this.switchOn(undefined);
		const ofFile = this.collected.tests.filter((test) => test.file === file);
		const usual = new Map(ofFile.map(({ name, usualMs }) => [name, usualMs]));
		this.collected.tests = this.collected.tests.filter((test) => test.file !== file);
		this.collected.collect(file, () => this.modules.loadAlone(resolve(file)));
		for (const test of this.collected.tests) test.usualMs = usual.get(test.name) ?? test.usualMs;
	}

	private switchOn(mutant: string | undefined, hitLimit?: number): void {
		mutants.activeMutant = mutant;
		mutants.hitCount = hitLimit === undefined ? undefined : 0;
		mutants.hitLimit = hitLimit;
	}

	/**
	 * Unclear with the name of a test that fails, although it fails without the mutant as well, or passes with
	 * it the second time.
	 * @param anew is called with its file before each of these further runs of it
	 */
	private async resultOf(
		{ testFilter, activeMutant, hitLimit }: MutantRunOptions,
		anew: (file: string) => void,
	): Promise<MutantRunResult | { unclear: string }> {
		const chosen = testFilter && new Set(testFilter);
		// The quickest first: one of them notices nearly every mutant.
		const tests = this.collected.tests
			.filter(({ name }) => !chosen || chosen.has(name))
			.sort((one, other) => one.usualMs - other.usualMs);
		const failureOf = async (test: CollectedTest, mutant?: string) => {
			this.switchOn(mutant, mutant === undefined ? undefined : hitLimit);
			return await this.collected.failureOf(test);
		};
		const failsAnew = async ({ name, file }: CollectedTest, mutant?: string) => {
			anew(file);
			const test = this.collected.tests.find((each) => each.name === name);
			return test !== undefined && (await failureOf(test, mutant)) !== undefined;
		};
		for (const [index, test] of tests.entries()) {
			const failureMessage = await failureOf(test, activeMutant.id);
			if (failureMessage === undefined) continue;
			if ((mutants.hitCount ?? 0) > (mutants.hitLimit ?? Infinity))
				return { status: MutantRunStatus.Timeout, reason: 'it never ends' };
			const isCause = !(await failsAnew(test)) && (await failsAnew(test, activeMutant.id));
			this.switchOn(undefined);
			if (!isCause) return { unclear: test.name };
			return {
				status: MutantRunStatus.Killed,
				killedBy: [test.name],
				failureMessage,
				nrOfTests: index + 1,
			};
		}
		this.switchOn(undefined);
		return { status: MutantRunStatus.Survived, nrOfTests: tests.length };
	}
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'oneProcess', OneProcess)];
