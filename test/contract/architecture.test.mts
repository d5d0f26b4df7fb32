import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize, sep } from 'node:path';
import { projectFolder } from '../host/project.mts';

/** Each folder stands above all that it imports; see ARCHITECTURE. */
const FLOORS = [
	['transport'],
	['schemas'],
	['idempotency'],
	['run'],
	['actions'],
	['methods', 'payoutList', 'webhook'],
	['catalogue', 'polling'],
	['the nodes'],
];

const ROOT = join(projectFolder, 'nodes', 'Stitch');

interface Import {
	from: string;
	to: string;
}

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
	.map((file) => file.split(sep).join('/'))
	.filter((file) => file.endsWith('.ts'));

const imports = files.flatMap((from): Import[] => {
	const text = readFileSync(join(ROOT, from), 'utf8');
	return [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => {
		const target = normalize(join(dirname(from), path))
			.split(sep)
			.join('/');
		const to = `${target}.ts`;
		if (!files.includes(to)) throw new Error(`${from} imports ${path}, which is not there.`);
		return { from, to };
	});
});

function roomOf(file: string): string {
	const [folder = '', ...rest] = file.split('/');
	return rest.length > 0 ? folder : 'the nodes';
}

function floorOf(file: string): number {
	return FLOORS.findIndex((rooms) => rooms.includes(roomOf(file)));
}

it('gives every shipped folder a floor', () => {
	expect(files.filter((file) => floorOf(file) < 0)).toEqual([]);
});

it('imports from the same folder or from a lower floor only', () => {
	const upwards = imports.filter(
		({ from, to }) => roomOf(from) !== roomOf(to) && floorOf(to) >= floorOf(from),
	);
	expect(upwards).toEqual([]);
});

it('keeps resources apart: none imports an operation of another', () => {
	const resourceOf = (file: string) => /^actions\/([^/]+)\//.exec(file)?.[1];
	const across = imports.filter(
		({ from, to }) =>
			to.endsWith('.operation.ts') &&
			resourceOf(from) !== undefined &&
			resourceOf(from) !== resourceOf(to),
	);
	expect(across).toEqual([]);
});

it('imports in no circle', () => {
	const above = new Map<string, string[]>();
	for (const { from, to } of imports) above.set(from, [...(above.get(from) ?? []), to]);
	const done = new Set<string>();
	const circles: string[] = [];
	const visit = (file: string, way: string[]) => {
		if (way.includes(file)) {
			circles.push([...way.slice(way.indexOf(file)), file].join(' → '));
		} else if (!done.has(file)) {
			for (const next of above.get(file) ?? []) visit(next, [...way, file]);
			done.add(file);
		}
	};
	for (const file of files) visit(file, []);
	expect(circles).toEqual([]);
});

it("knows n8n's insides in one file: hidden properties and what travels in its objects", () => {
	const inside = /\b__(?!typename|schema)\w+|\bSymbol\.for\b/;
	const withoutComments = (text: string) => text.replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
	const knowing = files.filter((file) =>
		inside.test(withoutComments(readFileSync(join(ROOT, file), 'utf8'))),
	);
	expect(knowing).toEqual(['transport/n8nInternals.ts']);
});

it('exports no two things of one name, but for operations: each is named after what it does', () => {
	const declared = /^export (?:async )?(?:const|function|class|interface|type) (\w+)/gm;
	const exported = files.flatMap((file) =>
		[...readFileSync(join(ROOT, file), 'utf8').matchAll(declared)].map(([, name]) => name),
	);
	const operations = ['cancel', 'create', 'get', 'getAll'];
	const twice = exported.filter((name, index) => exported.indexOf(name) !== index);
	expect([...new Set(twice)].sort()).toEqual(operations);
});

it('keeps every file that ships at 400 lines at most', () => {
	const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1;
	const long = files.filter((file) => linesOf(join(ROOT, file)) > 400);
	expect(long).toEqual([]);
});

it('begins the name of every unit test with the path and name of the file that it tests', () => {
	const untilFirstDot = (file: string) => join(dirname(file), basename(file).replace(/\..*/, ''));
	const below = (folder: string, ending: string) =>
		globSync(`**/*${ending}`, { cwd: join(projectFolder, folder), exclude: ['**/node_modules'] });
	const tested = new Set(
		[
			...files,
			...below('credentials', '.ts').map((file) => join('credentials', file)),
			...below('test/host', '.mts').map((file) => join('host', file)),
		].map(untilFirstDot),
	);
	const tests = below('test/unit', '.test.mts');
	expect(tests.length).toBeGreaterThan(100);
	expect(tests.filter((file) => !tested.has(untilFirstDot(file)))).toEqual([]);
});
