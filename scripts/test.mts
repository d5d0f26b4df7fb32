/**
 * Runs the test suites, fast ones first, and sums them up: `node scripts/test.mts [--fast] [--thorough] [suite…]`.
 * Each run of jest leaves its report in `.results/<suites>.json`, all together `.results/summary.json`.
 */
import { spawn, type StdioOptions } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { projectFolder, resultsFolder } from '../test/host/project.mts';
import { missingServers } from '../test/host/databases.mts';
import type { DebianPackage } from './debian-packages.mts';

/** Jest's projects that need no n8n. They run together: while one waits for its simulator, another computes. */
const SUITES_WITHOUT_N8N = ['unit', 'contract', 'simulator', 'integration'];
/** Those that run in a real n8n: two lanes beside each other, because each waits for n8n much of its time. */
const LANES_WITH_N8N = [['e2e'], ['editor', 'queue']];
const SUITES = [...SUITES_WITHOUT_N8N, ...LANES_WITH_N8N.flat()];
/** Those that take no minutes. */
const FAST_SUITES = ['unit', 'contract', 'integration'];

/** Tests that run in a real n8n mostly wait for it, so more run at once than there are cores; browsers do not wait. */
const WORKERS: Record<string, string> = { e2e: '3', editor: '1', queue: '1' };
const WORKERS_WITHOUT_N8N = '100%';

/** What a thorough run repeats with the settings of n8n's next major version: each way in which money moves. */
const NEXT_MAJOR = {
	name: 'e2e-next',
	files: [
		...['e2e/credential', 'examples/payAFile', 'pollingTrigger/', 'trigger/event'],
		'waitForPayment/returns',
	],
	env: { TEST_SETTINGS: 'next' },
};

/** The Debian packages that a suite needs. */
const PACKAGES: Record<string, DebianPackage[]> = {
	e2e: ['chromium-headless-shell'],
	editor: ['chromium-headless-shell'],
	queue: ['redis-server', 'postgresql'],
};

interface SuiteResult {
	/** One suite, those that ran together, or a repetition of some tests. */
	suite: string;
	passed: number;
	failed: number;
	/** Of the whole run, set-up included. */
	seconds: number;
	/** How long each of its test files took. */
	files: FileTime[];
	/** Why nothing of it was run, in a sentence. */
	notRun?: string;
}

interface FileTime {
	/** From the project folder. */
	file: string;
	/** Its wait for the machine included: several run at once. */
	seconds: number;
}

/** How many of the slowest test files are named at the end: where time is to be saved. */
const SLOWEST = 15;

/** What of jest's report is used here. */
interface JestReport {
	numPassedTests: number;
	numFailedTests: number;
	/** Test files that could not be run at all. */
	numRuntimeErrorTestSuites: number;
	/** For each test file, with its times in milliseconds. */
	testResults: Array<{ name: string; startTime: number; endTime: number }>;
}

/** @param beside whether others print at the same time, so that no line may be written over */
async function node(
	args: string[],
	beside = false,
	more: Record<string, string> = {},
): Promise<number> {
	const stdio: StdioOptions = beside ? ['ignore', 'inherit', 'pipe'] : 'inherit';
	const env = { ...process.env, ...more };
	const child = spawn(process.execPath, args, { cwd: projectFolder, stdio, env });
	child.stderr?.pipe(process.stderr, { end: false });
	return await new Promise((resolve) => {
		child.on('error', () => resolve(1));
		child.on('exit', (code) => resolve(code ?? 1));
	});
}

/**
 * Runs suites at the same time, in one run of jest.
 * @param only some of their files, under a name and with settings of their own
 */
async function runTogether(suites: string[], only?: typeof NEXT_MAJOR): Promise<SuiteResult> {
	const suite = only?.name ?? suites.join('+');
	console.log(`\n── ${suite} ──`);
	const notRun = suites.includes('queue') ? missingServers() : undefined;
	if (notRun !== undefined) {
		console.log(`Not run. ${notRun}`);
		// A suite that was not run has not passed.
		return { suite, passed: 0, failed: 1, seconds: 0, files: [], notRun };
	}
	const start = Date.now();
	const report = join(resultsFolder, `${suite}.json`);
	const exitCode = await runJest(suites, report, only);
	const counts = readReport(report);
	// Whatever made jest fail without a failed test (a set-up that threw) counts as one.
	const failed = counts.failed === 0 && exitCode !== 0 ? 1 : counts.failed;
	return {
		suite,
		passed: counts.passed,
		failed,
		seconds: Math.round((Date.now() - start) / 1000),
		files: counts.files,
	};
}

async function runJest(
	suites: string[],
	report: string,
	only?: typeof NEXT_MAJOR,
): Promise<number> {
	const jest = join('node_modules', 'jest', 'bin', 'jest.js');
	const workers = suites.map((suite) => WORKERS[suite])[0] ?? WORKERS_WITHOUT_N8N;
	const flags = ['--json', `--outputFile=${report}`, `--maxWorkers=${workers}`];
	const isInLane = suites.some((suite) => !SUITES_WITHOUT_N8N.includes(suite));
	const files = only ? ['--', ...only.files] : [];
	return await node([jest, '--selectProjects', ...suites, ...flags, ...files], isInLane, only?.env);
}

/** Runs one suite after the other. */
async function runSuites(suites: string[]): Promise<SuiteResult[]> {
	const results: SuiteResult[] = [];
	for (const suite of suites) {
		results.push(await runTogether([suite]));
		if (suite === 'e2e' && values.thorough) results.push(await runTogether([suite], NEXT_MAJOR));
	}
	return results;
}

/** Runs what needs an n8n, once that is installed and the package packed for all. */
async function runInN8n(lanes: string[][]): Promise<SuiteResult[]> {
	if (lanes.length === 0) return [];
	const ready = (await n8nInstalled) || (await node([join('scripts', 'pack.mts')]));
	if (ready !== 0) {
		const notRun = 'n8n could not be installed, or the package could not be packed.';
		return lanes
			.flat()
			.map((suite) => ({ suite, passed: 0, failed: 1, seconds: 0, files: [], notRun }));
	}
	return (await Promise.all(lanes.map(runSuites))).flat();
}

function readReport(file: string): Pick<SuiteResult, 'passed' | 'failed' | 'files'> {
	try {
		const report = JSON.parse(readFileSync(file, 'utf8')) as JestReport;
		return {
			passed: report.numPassedTests,
			failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
			files: report.testResults.map(({ name, startTime, endTime }) => ({
				file: relative(projectFolder, name),
				seconds: Math.round((endTime - startTime) / 1000),
			})),
		};
	} catch {
		return { passed: 0, failed: 0, files: [] };
	}
}

function sum(results: SuiteResult[]): { passed: number; failed: number } {
	return {
		passed: results.reduce((total, { passed }) => total + passed, 0),
		failed: results.reduce((total, { failed }) => total + failed, 0),
	};
}

function printSlowest(results: SuiteResult[]): void {
	const all = results
		.flatMap(({ files }) => files)
		.sort((one, other) => other.seconds - one.seconds);
	console.log('\nThe slowest files:');
	for (const { file, seconds } of all.slice(0, SLOWEST)) {
		console.log(`${String(seconds).padStart(5)} s ${file}`);
	}
}

function printSummary(results: SuiteResult[]): void {
	console.log('');
	const width = Math.max(...results.map(({ suite }) => suite.length));
	for (const { suite, passed, failed, seconds, notRun } of results) {
		if (notRun !== undefined) {
			console.log(`${suite.padEnd(width)}     not run (counts as 1 failed). ${notRun}`);
			continue;
		}
		const counts = `${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed`;
		console.log(`${suite.padEnd(width)}${counts} ${String(seconds).padStart(5)} s`);
	}
	const { passed, failed } = sum(results);
	console.log(`${passed} passed, ${failed} failed`);
}

const { values, positionals } = parseArgs({
	options: {
		fast: { type: 'boolean', default: false },
		thorough: { type: 'boolean', default: false },
	},
	allowPositionals: true,
});
const unknown = positionals.filter((suite) => !SUITES.includes(suite));
if (unknown.length > 0) {
	console.error(`No suite is called ${unknown.join(', ')}. There are: ${SUITES.join(', ')}.`);
	process.exit(1);
}
const asked = positionals.length > 0 ? positionals : values.fast ? FAST_SUITES : SUITES;

if (values.thorough) process.env.THOROUGH = '1';

rmSync(resultsFolder, { recursive: true, force: true });
mkdirSync(resultsFolder, { recursive: true });
const isAsked = (suite: string) => asked.includes(suite);
const lanes = LANES_WITH_N8N.map((lane) => lane.filter(isAsked)).filter(({ length }) => length > 0);
// Downloading n8n takes minutes in which the processor has little to do: the first suites run meanwhile.
const packages = new Set(lanes.flat().flatMap((suite) => PACKAGES[suite] ?? []));
const n8nInstalled =
	lanes.length > 0
		? node([join('test', 'host', 'install.mts'), ...packages], true)
		: Promise.resolve(0);
const withoutN8n = SUITES_WITHOUT_N8N.filter(isAsked);
const results = [
	...(withoutN8n.length > 0 ? [await runTogether(withoutN8n)] : []),
	...(await runInN8n(lanes)),
];
writeFileSync(
	join(resultsFolder, 'summary.json'),
	JSON.stringify({ ...sum(results), suites: results }, null, 2),
);
printSlowest(results);
printSummary(results);
process.exitCode = sum(results).failed > 0 ? 1 : 0;
