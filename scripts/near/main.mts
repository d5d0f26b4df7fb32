/**
 * Runs the tests that are near to what has changed since main, committed or not: the unit tests of the changed
 * files, and the contract suite, which reads sources, examples and documents as texts: `npm run test:near`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { projectFolder } from '../../test/host/project.mts';
import { nearTests } from './nearTests.mts';

function git(...args: string[]): string[] {
	const text = execFileSync('git', args, { cwd: projectFolder, encoding: 'utf8' });
	return text.split('\n').filter((line) => line !== '');
}

/** The commit of main from which this work began; on main itself, the last commit. */
function base(): string {
	for (const main of ['main', 'origin/main']) {
		try {
			const [commit] = git('merge-base', 'HEAD', main);
			if (commit !== undefined) return commit;
		} catch {
			// A clone need not have it.
		}
	}
	return 'HEAD';
}

const changed = [
	...git('diff', '--name-only', base()),
	...git('ls-files', '--others', '--exclude-standard'),
];
const tests = changed.length > 0 ? nearTests(projectFolder, changed) : [];
console.log(`${changed.length} files have changed: ${tests.length} unit tests, and contract.`);
const jest = join('node_modules', 'jest', 'bin', 'jest.js');
const files = [...tests, 'test/contract/'];
const run = spawnSync(
	process.execPath,
	[jest, '--selectProjects', 'unit', 'contract', '--', ...files],
	{
		cwd: projectFolder,
		stdio: 'inherit',
	},
);
process.exitCode = run.status ?? 1;
