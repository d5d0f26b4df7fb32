import { join } from 'node:path';
import { installPackage } from '../../test/host/packageInstall.mts';
import { projectFolder } from '../../test/host/project.mts';
import { run } from '../progress.mts';
import { claimUserFolder } from './demo-account.mts';

async function script(...path: string[]): Promise<string> {
	const file = join(projectFolder, ...path);
	return await run(process.execPath, [file], { cwd: projectFolder, show: true });
}

/** Installs n8n and the package as it is now. @returns the folder with n8n's data */
export async function install(): Promise<string> {
	await script('test', 'host', 'install.mts');
	const tarball = (await script('scripts', 'pack.mts')).trim();
	const userFolder = claimUserFolder();
	installPackage(tarball, userFolder);
	return userFolder;
}
