/**
 * Builds and packs the package, unless that was done for the same sources before, and prints the
 * path of the tarball: `node scripts/pack.mts`.
 */
import { createHash } from 'node:crypto';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
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

async function pack(): Promise<string> {
	const folder = join(dataFolder, 'packed');
	const tarball = join(folder, `${hashOfSources()}.tgz`);
	if (existsSync(tarball)) return tarball;

	await step('Building the package', async () => {
		const gulp = join(projectFolder, 'node_modules', 'gulp', 'bin', 'gulp.js');
		await run(process.execPath, [gulp, 'build'], { cwd: projectFolder });
	});
	mkdirSync(folder, { recursive: true });
	const place = mkdtempSync(join(folder, 'new-'));
	const flags = ['--ignore-scripts', '--loglevel=error', '--pack-destination', place];
	await run('npm', ['pack', ...flags], { cwd: projectFolder });
	const [packed] = readdirSync(place);
	if (!packed) throw new Error('npm pack left no tarball.');
	renameSync(join(place, packed), tarball);
	for (const name of readdirSync(folder)) {
		if (name !== basename(tarball)) rmSync(join(folder, name), { recursive: true, force: true });
	}
	return tarball;
}

try {
	process.stdout.write(`${await pack()}\n`);
} catch (cause) {
	giveUp(cause);
}
