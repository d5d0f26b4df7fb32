/**
 * Installs the real n8n of `package.json` in this folder, unless it is installed, and packages of Debian that
 * tests need beside it: `node test/host/install.mts [package…]`.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type DebianPackage, provideDebianPackages } from '../../scripts/debian-packages.mts';
import { giveUp, run, step } from '../../scripts/progress.mts';
import { hostFolder } from './project.mts';

const STAMP = join(hostFolder, 'node_modules', '.installed-lock-file');
const QUIET = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];

function lockFileHash(): string {
	const hash = createHash('sha256');
	for (const file of ['package.json', 'package-lock.json'].map((name) => join(hostFolder, name))) {
		if (existsSync(file)) hash.update(readFileSync(file));
	}
	return hash.digest('hex');
}

function isInstalled(): boolean {
	return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lockFileHash();
}

/** Not `npm ci`: it refuses the lock file where a binary for another platform is not published. */
async function installN8n(): Promise<void> {
	// Said on the command line, because the project's own settings, which differ in this, may come
	// along in the environment.
	const isLocked = existsSync(join(hostFolder, 'package-lock.json'));
	const flags = [
		'--ignore-scripts',
		'--legacy-peer-deps=false',
		`--package-lock=${isLocked}`,
		...QUIET,
	];
	const install = async () => await run('npm', ['install', ...flags], { cwd: hostFolder });
	try {
		await install();
	} catch {
		await install(); // once more: a registry that did not answer is the usual reason
	}
}

/**
 * The one native module that n8n needs here; every other install script stays switched off. It takes
 * a prebuilt binary if it can fetch one, or else compiles with the headers beside the Node binary.
 */
async function buildSqlite(): Promise<void> {
	const nodeFolder = dirname(dirname(process.execPath));
	const hasHeaders = existsSync(join(nodeFolder, 'include', 'node'));
	await run('npm', ['rebuild', 'sqlite3', '--ignore-scripts=false', ...QUIET], {
		cwd: hostFolder,
		...(hasHeaders && { env: { npm_config_nodedir: nodeFolder } }),
	}).catch((cause: Error) => {
		throw new Error(
			`${cause.message}\nn8n's database module could not be built. It needs Python 3, make and a ` +
				'C++ compiler (Debian: apt-get install python3 make g++; macOS: xcode-select --install).',
		);
	});
}

try {
	if (!isInstalled()) {
		await provideDebianPackages('python3', 'make', 'g++');
		await step('Installing n8n into test/host (2.7 GB, 3 to 5 minutes, once)', installN8n);
		await step("Building n8n's database module (about a minute and a half, once)", buildSqlite);
		writeFileSync(STAMP, lockFileHash());
	}
	await provideDebianPackages(...(process.argv.slice(2) as DebianPackage[]));
} catch (cause) {
	giveUp(cause);
}
