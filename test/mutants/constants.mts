/**
 * Changes the numeric constants of modules, which Stryker leaves alone, one after the other, and lists those that no
 * near unit test notices: `npm run test:constants [-- folder or file …]`, such as `nodes/Stitch/polling/`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
	copyFileSync,
	existsSync,
	globSync,
	mkdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';

import { nearTests } from '../../scripts/near/nearTests.mts';
import { projectFolder } from '../host/project.mts';

/** Numbers and what is calculated with them, such as `60 * 60_000`. */
const CONSTANT = /^(?:export )?const (\w+) = (\d[\d_ .*+/()-]*);/gm;

/** A copy is changed, so that the project is whole whenever this is ended. */
const copy = join(projectFolder, '.mutants', 'constants');

function copyProject(): void {
	rmSync(copy, { recursive: true, force: true });
	const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
		cwd: projectFolder,
		encoding: 'utf8',
	});
	for (const file of files.split('\0')) {
		if (!existsSync(join(projectFolder, file))) continue;
		if (!/^(nodes|credentials|test|scripts)\/|^[^/]+\.(json|mjs)$/.test(file)) continue;
		mkdirSync(dirname(join(copy, file)), { recursive: true });
		copyFileSync(join(projectFolder, file), join(copy, file));
	}
	symlinkSync(join(projectFolder, 'node_modules'), join(copy, 'node_modules'), 'dir');
}

interface Constant {
	file: string;
	name: string;
	/** As it is written. */
	value: string;
}

function constantsOf(file: string): Constant[] {
	const text = readFileSync(join(copy, file), 'utf8');
	return [...text.matchAll(CONSTANT)].map(([, name = '', value = '']) => ({ file, name, value }));
}

function pass(tests: string[]): boolean {
	const jest = join('node_modules', 'jest', 'bin', 'jest.js');
	const args = [jest, '--selectProjects', 'unit', '--bail', '--silent', '--', ...tests];
	return spawnSync(process.execPath, args, { cwd: copy, stdio: 'ignore' }).status === 0;
}

/** Whether some of the tests fails while a constant has another value. */
function isNoticed({ file, name, value }: Constant, other: string, tests: string[]): boolean {
	const path = join(copy, file);
	const text = readFileSync(path, 'utf8');
	writeFileSync(path, text.replace(`${name} = ${value};`, `${name} = ${other};`));
	const isGreen = pass(tests);
	writeFileSync(path, text);
	return !isGreen;
}

// Lint would find what is left of it.
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
copyProject();
const asked = process.argv.slice(2);
const wanted = globSync(['nodes/**/*.ts', 'credentials/*.ts'], { cwd: copy })
	.map((file) => file.split(sep).join('/'))
	.filter((file) => asked.length === 0 || asked.some((one) => file.startsWith(one)))
	.sort();
let [tried, unnoticed] = [0, 0];
for (const file of wanted) {
	const constants = constantsOf(file);
	if (constants.length === 0) continue;
	const tests = nearTests(copy, [file]);
	if (!pass(tests)) throw new Error(`The tests near ${file} fail although nothing is changed.`);
	for (const { name, value } of constants) {
		for (const other of [`10 * (${value})`, `Math.ceil((${value}) / 10)`]) {
			tried++;
			if (isNoticed({ file, name, value }, other, tests)) continue;
			unnoticed++;
			console.log(`${file}: ${name} = ${other}`);
		}
	}
}
console.log(`${tried} changes of constants, of which no near test noticed ${unnoticed}.`);
