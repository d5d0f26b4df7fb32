/**
 * n8n-workflow for tests, loaded no sooner than something of it is used: as a whole it takes a quarter of
 * a second of processor time in every test file, and most files use a part of it or nothing.
 */
const dist = '../../node_modules/n8n-workflow/dist/cjs';

/** Where what the nodes use is found. */
const parts = {
	BINARY_ENCODING: 'constants',
	deepCopy: 'utils',
	isExpression: 'expressions/expression-helpers',
	isResourceLocatorValue: 'type-guards',
	NodeApiError: 'errors/node-api.error',
	NodeConnectionTypes: 'interfaces',
	NodeOperationError: 'errors/node-operation.error',
	NodeVersionNotFoundError: 'errors/node-version-not-found.error',
	sleep: 'utils',
};

module.exports = new Proxy(
	{ __esModule: true },
	{
		get: (self, name) =>
			name in self ? self[name] : require(`${dist}/${parts[name] ?? 'index'}.js`)[name],
	},
);
