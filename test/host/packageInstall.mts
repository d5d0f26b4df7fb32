import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageJson, projectFolder } from './project.mts';

/** Builds and packs this project, unless that was done before, and returns the tarball's path. */
export function packPackage(): string {
	const pack = join(projectFolder, 'scripts', 'pack.mts');
	const options = { cwd: projectFolder, encoding: 'utf8' } as const;
	return execFileSync(process.execPath, [pack], options).trim();
}

/**
 * Installs a packed tarball of this project as n8n installs a community package: unpacked under its
 * name in n8n's own folder of nodes, and written down there among the dependencies. n8n reads that
 * folder when it starts.
 *
 * @param tarball path of the `.tgz` file
 * @param userFolder the folder that holds n8n's `.n8n`
 */
export function installPackage(tarball: string, userFolder: string): void {
	const { name, version } = packageJson();
	const nodesFolder = join(userFolder, '.n8n', 'nodes');
	const packageFolder = join(nodesFolder, 'node_modules', name);
	rmSync(packageFolder, { recursive: true, force: true });
	mkdirSync(packageFolder, { recursive: true });
	const { status, stderr } = spawnSync(
		'tar',
		['-xzf', tarball, '-C', packageFolder, '--strip-components=1'],
		{ encoding: 'utf8' },
	);
	if (status !== 0) throw new Error(`Could not unpack ${tarball}: ${stderr}`);
	writeFileSync(
		join(nodesFolder, 'package.json'),
		JSON.stringify(
			{ name: 'installed-nodes', private: true, dependencies: { [name]: version } },
			null,
			2,
		),
	);
}
