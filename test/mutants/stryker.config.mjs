import { join } from 'node:path';
// For the zone: what Stryker starts has the one in which jest runs the same tests.
import '../../jest.config.mjs';
import { resultsFolder } from '../host/project.mts';

/**
 * Mutation testing of what keeps money and events safe: `npm run test:mutants`. Each line is changed
 * in many small ways, and some unit test has to notice each of them.
 */
export default {
	testRunner: 'oneProcess',
	plugins: ['./test/mutants/oneProcess.mts'],
	mutate: [
		'nodes/Stitch/idempotency/**/*.ts',
		'nodes/Stitch/run/**/*.ts',
		'nodes/Stitch/schemas/money.ts',
		'nodes/Stitch/transport/**/*.ts',
		'nodes/Stitch/methods/**/*.ts',
		'credentials/*.ts',
		'nodes/Stitch/webhook/**/*.ts',
		'nodes/Stitch/polling/**/*.ts',
		'nodes/Stitch/actions/payerReturn/{decide,payerWait,receive,returnAddress,waitOperation}.ts',
		'nodes/Stitch/payoutList/**/*.ts',
	],
	coverageAnalysis: 'perTest',
	// What runs while a file is loaded: 8 % of the mutants, and 96 % of the time, as each needs all tests. Of these,
	// `constants.mts` changes the numbers, with near tests alone.
	ignoreStatic: true,
	concurrency: 2,
	// For a loop that never ends and gives no turn; what only waits is given up by the test runner.
	timeoutMS: 10_000,
	thresholds: { high: 95, low: 90, break: 90 },
	// What the unit suite does not read is not copied; the n8n in test/host alone has 200,000 files.
	ignorePatterns: [
		'.*',
		'dist',
		'docs',
		'examples',
		'scripts',
		'test/bench',
		'test/contract',
		'test/e2e',
		'test/editor',
		'test/host/node_modules',
		'test/host/*/node_modules',
		'test/integration',
		'test/queue',
	],
	// Not among the results, which `npm test` empties.
	tempDirName: '.mutants',
	// Lint walks the whole project: what is left here would be found.
	cleanTempDir: 'always',
	reporters: ['clear-text', 'progress', 'html', 'json'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	htmlReporter: { fileName: join(resultsFolder, 'mutants.html') },
	jsonReporter: { fileName: join(resultsFolder, 'mutants.json') },
};
