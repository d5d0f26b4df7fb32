// Neither UTC nor South Africa: in those zones, a time that is read in the zone of the machine is right.
process.env.TZ = 'Pacific/Auckland';

const project = (name, more = {}) => ({
	displayName: name,
	rootDir: '.',
	// Only the suite's own folder is searched; the n8n in test/host alone has 200,000 files.
	roots: [`<rootDir>/test/${name}`],
	testMatch: ['**/*.test.mts'],
	testEnvironment: 'node',
	moduleFileExtensions: ['ts', 'mts', 'js', 'mjs', 'json', 'node'],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/test/host/node_modules/'],
	setupFilesAfterEnv: ['patience', 'lengths'].map((name) => `<rootDir>/test/setup/${name}.mts`),
	transform: { '\\.m?ts$': '<rootDir>/test/setup/transpile.cjs' },
	...more,
});

/** Of n8n no more is loaded than a test uses; in the other suites, n8n itself loads all of it. */
const withPartsOfN8n = {
	moduleNameMapper: { '^n8n-workflow$': '<rootDir>/test/setup/n8nWorkflow.cjs' },
};

/** One n8n and one simulator for the whole suite. */
const inOneN8n = {
	globalSetup: '<rootDir>/test/e2e/support/start.mts',
	globalTeardown: '<rootDir>/test/e2e/support/stop.mts',
};

/** What checks only our own tools is for thorough runs (`test/setup/thorough.mts`). */
const unlessThorough =
	process.env.THOROUGH === '1' ? {} : { testPathIgnorePatterns: ['\\.thorough\\.test\\.mts$'] };

export default {
	// A worker that has ended may get no processor for longer than jest's half a second.
	workerGracefulExitTimeout: 10_000,
	projects: [
		project('unit', withPartsOfN8n),
		project('contract', withPartsOfN8n),
		project('simulator'),
		project('integration', unlessThorough),
		project('e2e', inOneN8n),
		project('editor', inOneN8n),
		project('queue'),
	],
};
