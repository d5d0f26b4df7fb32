/**
 * Builds and packs the package, unless that was done for the same sources before, and prints the
 * path of the tarball: `node scripts/pack.mts`.
 */
import { createHash } from 'node:crypto';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import { dataFolder, projectFolder } from '../test/host/project.mts';
import { giveUp, run, step } from './progress.mts';

/** Everything that has a say in what the tarball holds. */
const SOURCES = [
	'package.json',
	'tsconfig.json',
	'gulpfile.js',
	'README.md',
	'CHANGELOG.md',
	'LICENSE.md',
	'credentials',
	'icons',
	'nodes',
];

function hashOfSources(): string {
	const hash = createHash('sha256');
	for (const source of SOURCES) {
		const path = join(projectFolder, source);
		if (existsSync(path)) addToHash(hash, path);
	}
	return hash.digest('hex').slice(0, 16);
}

function addToHash(hash: ReturnType<typeof createHash>, path: string): void {
	if (statSync(path).isDirectory()) {
		for (const name of readdirSync(path).toSorted()) addToHash(hash, join(path, name));
	} else {
		hash.update(relative(projectFolder, path)).update(readFileSync(path));
	}
}

/** Builds and packs a copy of the sources in an empty folder. */
async function packIn(place: string): Promise<string> {
	for (const source of SOURCES) {
		cpSync(join(projectFolder, source), join(place, source), { recursive: true });
	}
	symlinkSync(join(projectFolder, 'node_modules'), join(place, 'node_modules'), 'junction');
	const gulp = join(place, 'node_modules', 'gulp', 'bin', 'gulp.js');
	await run(process.execPath, [gulp, 'build'], { cwd: place });
	await run('npm', ['pack', '--ignore-scripts', '--loglevel=error'], { cwd: place });
	const packed = readdirSync(place).find((name) => name.endsWith('.tgz'));
	if (packed === undefined) throw new Error('npm pack left no tarball.');
	return join(place, packed);
}

async function pack(): Promise<string> {
	const folder = join(dataFolder, 'packed');
	const tarball = join(folder, `${hashOfSources()}.tgz`);
	if (existsSync(tarball)) return tarball;

	mkdirSync(folder, { recursive: true });
	// Built apart from the project: another process may pack it at the same moment, and would clear `dist`.
	const place = mkdtempSync(join(folder, 'new-'));
	try {
		renameSync(await step('Building the package', () => packIn(place)), tarball);
	} finally {
		rmSync(place, { recursive: true, force: true });
	}
	const others = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
	for (const name of others) {
		if (name !== basename(tarball)) rmSync(join(folder, name), { force: true });
	}
	return tarball;
}

try {
	process.stdout.write(`${await pack()}\n`);
} catch (cause) {
	giveUp(cause);
}
