#!/usr/bin/env node
/**
 * Runs a command of this project with Node 24 and the installed dependencies, on any machine that has
 * Node 20 or later: `node scripts/with-node24.mjs <command> [arguments…]`.
 *
 * Plain JavaScript and only built-in modules, because it runs before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The Node that the project's commands and its n8n run on. This is the only place that names it. */
const NODE_VERSION = '24.21.0';
const OLDEST_NODE = 20;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const windows = process.platform === 'win32';

function say(line) {
	process.stderr.write(`${line}\n`);
}

function stop(line) {
	say(line);
	process.exit(1);
}

function majorOf(version) {
	return Number(version.split('.')[0]);
}

/**
 * Runs npm with its own messages hidden unless something goes wrong. A registry that does not
 * answer is asked once more.
 */
function npm(goal, args) {
	const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
	for (const attempt of [1, 2]) {
		const result = spawnSync('npm', [...args, ...quiet], {
			cwd: root,
			stdio: ['ignore', 'ignore', 'inherit'],
			shell: windows, // npm is a .cmd file there
		});
		if (result.error?.code === 'ENOENT')
			stop(`${goal} needs npm, which was not found. Install it.`);
		if (result.status === 0) return;
		if (result.signal) process.exit(128 + constants.signals[result.signal]);
		if (attempt === 1) say(`${goal} did not work the first time. Trying once more …`);
	}
	stop(
		`${goal} did not work (see npm's message above). ` +
			'Check that this machine reaches the npm registry, then run the same command again.',
	);
}

/** @returns the folder of a Node binary that is new enough: the running one, or one fetched into .node24 */
function provideNode() {
	if (majorOf(process.versions.node) >= majorOf(NODE_VERSION)) return dirname(process.execPath);
	const name = `node-${windows ? 'win' : process.platform}-${process.arch}`;
	const folder = join(root, '.node24', 'node_modules', name);
	if (installedVersion(folder) !== NODE_VERSION) {
		say(
			`This project runs on Node ${majorOf(NODE_VERSION)}; you have ${process.versions.node}. ` +
				`Fetching Node ${NODE_VERSION} into .node24 (once; your own Node stays as it is) …`,
		);
		const place = ['--prefix', join(root, '.node24'), '--no-save', '--no-package-lock'];
		npm(`Fetching Node ${NODE_VERSION}`, [
			'install',
			...place,
			'--ignore-scripts',
			`${name}@${NODE_VERSION}`,
		]);
	}
	return join(folder, 'bin');
}

function installedVersion(folder) {
	const file = join(folder, 'package.json');
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
}

function lockFileHash() {
	return createHash('sha256')
		.update(readFileSync(join(root, 'package-lock.json')))
		.digest('hex');
}

/** Installs the dependencies of the root package when there are none or the lock file has changed since. */
function provideDependencies() {
	const stamp = join(root, 'node_modules', '.installed-lock-file');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockFileHash()) return;
	const start = Date.now();
	say('Installing the dependencies (about a minute the first time) …');
	// Not `npm ci`: it refuses the lock file where a binary for another platform is not published.
	npm('Installing the dependencies', ['install', '--ignore-scripts']);
	writeFileSync(stamp, lockFileHash());
	say(`Dependencies are installed (${Math.round((Date.now() - start) / 1000)} s).`);
}

function run(command, args, nodeFolder) {
	const path = [nodeFolder, join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
	const child = spawn(command, args, {
		stdio: 'inherit',
		shell: windows,
		env: { ...process.env, PATH: path },
	});
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
		process.on(signal, () => child.kill(signal));
	}
	child.on('error', (cause) => stop(`Could not run ${command}: ${cause.message}`));
	child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

if (majorOf(process.versions.node) < OLDEST_NODE) {
	stop(
		`This project needs Node ${OLDEST_NODE} or later; you have ${process.versions.node}. ` +
			'Install a newer one from https://nodejs.org.',
	);
}
const [command, ...args] = process.argv.slice(2);
if (!command) stop('Usage: node scripts/with-node24.mjs <command> [arguments…]');
const nodeFolder = provideNode();
provideDependencies();
run(command, args, nodeFolder);
