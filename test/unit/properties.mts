import fc, { type RunDetails } from 'fast-check';

/** Says of a property that does not hold what is wrong first, and then how to see it again. */
function report({
	failed,
	errorInstance,
	counterexample,
	seed,
	counterexamplePath,
}: RunDetails<unknown>) {
	if (!failed) return;
	const wrong = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
	throw new Error(
		`${wrong}\n\nWith ${fc.stringify(counterexample)} (seed ${seed}, path "${counterexamplePath}")`,
		{ cause: errorInstance },
	);
}

fc.configureGlobal({ reporter: report });

export default fc;
