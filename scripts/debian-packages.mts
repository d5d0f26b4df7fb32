import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, step } from './progress.mts';

/** Debian packages with what npm cannot bring, and the program that shows that it is there. */
const PROGRAMS = {
	python3: 'python3',
	make: 'make',
	'g++': 'g++',
	'chromium-headless-shell': 'chromium-headless-shell',
	'redis-server': 'redis-server',
	postgresql: '/usr/lib/postgresql/*/bin/initdb',
};

export type DebianPackage = keyof typeof PROGRAMS;

/**
 * Installs those of the packages that are missing, where that can be done without asking anybody:
 * on Debian and its relatives, as root. Elsewhere whoever needs the program says how to get it.
 */
export async function provideDebianPackages(...packages: DebianPackage[]): Promise<void> {
	const missing = packages.filter((name) => !isThere(PROGRAMS[name]));
	if (missing.length === 0 || process.getuid?.() !== 0 || !isThere('apt-get')) return;
	const apt = async (...args: string[]) => {
		const env = { DEBIAN_FRONTEND: 'noninteractive' };
		await run('apt-get', ['-qq', ...args], { cwd: '/', env });
	};
	await step(`Installing ${missing.join(', ')}`, async () => {
		await apt('update');
		await apt('install', '-y', '--no-install-recommends', ...missing);
	}).catch((cause: Error) => {
		process.stderr.write(`${cause.message}\n`);
	});
}

function isThere(program: string): boolean {
	if (program.startsWith('/')) return globSync(program).length > 0;
	const folders = (process.env.PATH ?? '').split(delimiter);
	return folders.some((folder) => existsSync(join(folder, program)));
}
