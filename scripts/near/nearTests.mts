import { globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

const SOURCES = ['nodes/**/*.ts', 'credentials/*.ts', 'test/unit/**/*.mts'];

const isOfUnit = (file: string) => file.startsWith('test/unit/');
const isSource = (file: string) => !isOfUnit(file);
const isUnitTest = (file: string) => isOfUnit(file) && file.endsWith('.test.mts');
/** Nearly every test builds with it what it needs. */
const forAll = 'test/unit/builders.mts';

/** For each file, the files that it imports; paths from the project folder, with `/`. */
function readImports(folder: string): Map<string, string[]> {
	const files = globSync(SOURCES, { cwd: folder }).map((file) => file.split(sep).join('/'));
	return new Map(
		files.map((file) => {
			const text = readFileSync(join(folder, file), 'utf8');
			const paths = [...text.matchAll(/(?:from|import\(|require\() ?'(\.[^']+)'/g)];
			const imported = paths.map(([, path = '']) => {
				const target = join(dirname(file), path).split(sep).join('/');
				return target.endsWith('.mts') ? target : `${target}.ts`;
			});
			return [file, imported];
		}),
	);
}

/**
 * The unit tests nearest to what has changed: those that changed themselves, and of each changed source those that
 * import it, alone or through one other source; through more of them only where there is no test yet. Further
 * away, nearly every test is related to nearly every file.
 * @param folder the project folder
 * @param changed paths from there, with `/`
 */
export function nearTests(folder: string, changed: readonly string[]): string[] {
	const imports = readImports(folder);
	const withImporters = (some: ReadonlySet<string>, of: (file: string) => boolean) => {
		const more = [...imports].filter(([file, to]) => of(file) && to.some((one) => some.has(one)));
		return new Set([...some, ...more.map(([file]) => file)]);
	};
	const testsOf = (sources: ReadonlySet<string>) => {
		const builders = withImporters(sources, (file) => isOfUnit(file) && file !== forAll);
		return [...withImporters(builders, isOfUnit)].filter(isUnitTest);
	};
	const near = changed
		.filter((file) => imports.has(file))
		.flatMap((file) => {
			let sources = withImporters(new Set([file]), isSource);
			let tests = testsOf(sources);
			while (tests.length === 0) {
				const { size } = sources;
				sources = withImporters(sources, isSource);
				if (sources.size === size) break;
				tests = testsOf(sources);
			}
			return tests;
		});
	return [...new Set(near)].sort();
}
