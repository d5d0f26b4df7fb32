/**
 * What the mutants are run with: the unit tests of the very files that are changed, and no others; with
 * `MUTANT_TESTS`, only those that it matches.
 */
export const testFiles = process.env.MUTANT_TESTS?.split(' ') ?? [
	'test/unit/idempotency/*.test.mts',
	'test/unit/run/*.test.mts',
	'test/unit/actions/charge/create.test.mts',
	'test/unit/schemas/money.test.mts',
	'test/unit/transport/*.test.mts',
	'test/unit/credentials/*.test.mts',
	'test/unit/methods/*.test.mts',
	'test/unit/webhook/*.test.mts',
	'test/unit/polling/*.test.mts',
	'test/unit/actions/payerReturn/*.test.mts',
	'test/unit/payoutList/**/*.test.mts',
];

/** Thousands of sequences for each mutant would take days. */
export const withoutTests = ['**/*.property.test.mts'];
