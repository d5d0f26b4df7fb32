import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** What the mutants are run with: the unit tests of the very files that are changed, and no others. */
const tests = [
	'idempotency/*',
	'run/{guard,dailyLimit,run}',
	'schemas/money',
	'transport/{retry,outage,outageInRun,pace,service,withClientToken,withUserToken}',
	'webhook/*',
	'polling/*',
	'actions/payerReturn/*',
	'actions/payoutList/**/*',
];

export default {
	rootDir: root,
	// With the sources, so that the tests that read a changed file by way of others are found.
	roots: ['<rootDir>/nodes', '<rootDir>/test/unit'],
	testMatch: tests.map((name) => `**/unit/${name}.test.mts`),
	// Thousands of sequences for each mutant would take days.
	testPathIgnorePatterns: ['\\.property\\.test\\.mts$'],
	testEnvironment: 'node',
	moduleFileExtensions: ['ts', 'mts', 'js', 'mjs', 'json', 'node'],
	setupFilesAfterEnv: ['<rootDir>/test/setup/patience.mts'],
	transform: { '\\.m?ts$': '<rootDir>/test/setup/transpile.cjs' },
};
