import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What the project's tools read from its package.json. */
interface PackageJson {
	homepage: string;
	name: string;
	version: string;
}

/**
 * The folder of the project. Every command of the project starts inside it, so it is found from the
 * working folder; `import.meta` does not exist where jest runs these files as CommonJS.
 */
export const projectFolder = findProjectFolder(process.cwd());

/**
 * The folder with n8n's own package.json and lock file. In the folders "oldest" and "newest" below it are
 * the oldest n8n that the package works with, and whatever is the newest: `TEST_HOST=oldest`.
 */
export const hostFolder = join(projectFolder, 'test', 'host', process.env.TEST_HOST ?? '');

/**
 * Data of every n8n that the project runs, the same for each start of that n8n from this project folder:
 * an older n8n cannot read what a newer one has made of its database. It is outside of the project, as a
 * user's is: n8n must find what the package imports without our node_modules above it, and nothing that
 * n8n writes is linted or formatted.
 */
export const dataFolder = join(tmpdir(), `n8n-nodes-stitch-payments-${shortHash(hostFolder)}`);

/** What a run of the tests leaves: reports, screenshots, and what n8n has printed. */
export const resultsFolder = join(projectFolder, '.results');

/** @returns the project's package.json */
export function packageJson(): PackageJson {
	return JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as PackageJson;
}

function findProjectFolder(start: string): string {
	for (let folder = start; ; folder = dirname(folder)) {
		if (existsSync(join(folder, 'test', 'host', 'package.json'))) return folder;
		if (folder === dirname(folder)) {
			throw new Error(`Run this inside the project's folder (now: ${start}).`);
		}
	}
}

function shortHash(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
