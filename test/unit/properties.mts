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

const SURROGATES = { first: 0xd800, count: 0x800 };

/** Any character, as `fc.string({ unit: 'binary' })` draws it, which first makes a table of all of them each time. */
export const anyCharacter = fc
	.integer({ min: 0, max: 0x10_ffff - SURROGATES.count })
	.map((index) => (index < SURROGATES.first ? index : index + SURROGATES.count))
	.map((codePoint) => String.fromCodePoint(codePoint));

/** Any text that has no half of a character. */
export function anyText(maxLength?: number): fc.Arbitrary<string> {
	return fc.array(anyCharacter, { maxLength }).map((characters) => characters.join(''));
}

export default fc;
