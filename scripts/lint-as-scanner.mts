/**
 * Lints the package as n8n's scanner of community packages does before it verifies one: the scanner's
 * own rules over the sources and over what the tarball ships, with inline "eslint-disable" comments
 * ignored. Unlike the scanner it needs neither a published package nor the network.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../test/host/project.mts';
import { giveUp, run } from './progress.mts';

/** What is used of the scanner, which comes without type declarations. */
interface Scanner {
	SOURCE_FILE_PATTERNS: string[];
	analyzePackage(
		folder: string,
		patterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}

// Under jest this is "test", which switches the rules to a mode for their own tests.
delete process.env.NODE_ENV;

const scannerModule: string = '@n8n/scan-community-package/scanner/scanner.mjs';
const { analyzePackage, SOURCE_FILE_PATTERNS } = (await import(scannerModule)) as Scanner;

/** What the scanner looks at in a published tarball. */
const SHIPPED_FILE_PATTERNS = ['**/*.js', 'package.json'];

async function lint(what: string, folder: string, patterns: string[]): Promise<boolean> {
	const { passed, message, details } = await analyzePackage(folder, patterns);
	console.log(passed ? `${what}: no finding` : `${what}: ${message}\n${details ?? ''}`);
	return passed;
}

async function lintTarball(): Promise<boolean> {
	const pack = join(projectFolder, 'scripts', 'pack.mts');
	const tarball = (await run(process.execPath, [pack], { cwd: projectFolder })).trim();
	const folder = mkdtempSync(join(tmpdir(), 'packed-package-'));
	try {
		await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'], { cwd: folder });
		return await lint('The packed tarball', folder, SHIPPED_FILE_PATTERNS);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

try {
	const sources = await lint('The sources', projectFolder, SOURCE_FILE_PATTERNS);
	const tarball = await lintTarball();
	process.exitCode = sources && tarball ? 0 : 1;
} catch (cause) {
	giveUp(cause);
}
