/**
 * Runs Stryker with the arguments given, and judges a run of everything by folder: one threshold for all would let
 * many new survivors pass in the code that makes payments once.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectFolder, resultsFolder } from '../host/project.mts';

/** Percent of the mutants of a folder that some test has to notice. */
const THRESHOLDS = { idempotency: 97, run: 90, webhook: 95 };

interface Report {
	files: Record<string, { mutants: Array<{ status: string }> }>;
}

/** @returns percent; undefined without mutants */
function noticedIn(folder: string, { files }: Report): number | undefined {
	const inFolder = Object.entries(files).filter(([file]) =>
		file.startsWith(`nodes/Stitch/${folder}/`),
	);
	const statuses = inFolder.flatMap(([, { mutants }]) => mutants.map(({ status }) => status));
	const count = (...some: string[]) => statuses.filter((status) => some.includes(status)).length;
	const noticed = count('Killed', 'Timeout');
	const all = noticed + count('Survived', 'NoCoverage');
	return all > 0 ? (100 * noticed) / all : undefined;
}

const own = process.argv.slice(2);
const stryker = join('node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
const run = spawnSync(
	process.execPath,
	[stryker, 'run', join('test', 'mutants', 'stryker.config.mjs'), ...own],
	{ cwd: projectFolder, stdio: 'inherit' },
);
process.exitCode = run.status ?? 1;
if (own.length === 0) {
	const report = JSON.parse(readFileSync(join(resultsFolder, 'mutants.json'), 'utf8')) as Report;
	for (const [folder, wanted] of Object.entries(THRESHOLDS)) {
		const noticed = noticedIn(folder, report) ?? 0;
		console.log(`${folder}: ${noticed.toFixed(1)} % noticed, ${wanted} % wanted`);
		if (noticed < wanted) process.exitCode = 1;
	}
}
