/** Says what is missing before the version in package.json can be released: `npm run release:check`. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { whatIsMissing, type Project } from './whatIsMissing.mts';

function git(...args: string[]): string | undefined {
	const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
	return status === 0 ? stdout.trim() : undefined;
}

/** @throws where the registry gives no answer: whether a version is there must not be guessed */
function publishedVersions(name: string): string[] | undefined {
	const options = { encoding: 'utf8', shell: process.platform === 'win32' } as const;
	const { stdout } = spawnSync('npm', ['view', name, 'versions', '--json'], options);
	const answer = JSON.parse(stdout || '{}') as string[] | string | { error?: { code: string } };
	if (typeof answer === 'string') return [answer];
	if (Array.isArray(answer)) return answer;
	if (answer.error?.code === 'E404') return undefined;
	throw new Error(`npm does not say which versions of ${name} there are: ${stdout.slice(0, 300)}`);
}

const read = <T,>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;

const withAddresses = ['credentials/*.ts', 'nodes/*/*.node.json', 'README.md', 'docs/*.md'];

const packageJson = read<Project['packageJson']>('package.json');
const missing = whatIsMissing({
	packageJson,
	lockedVersion: read<{ version: string }>('package-lock.json').version,
	changelog: readFileSync('CHANGELOG.md', 'utf8'),
	addresses: globSync(withAddresses).flatMap((file) =>
		[...readFileSync(file, 'utf8').matchAll(/https:\/\/github\.com\/[^\s'"()]+/g)].map(
			([address]) => [file, address] as const,
		),
	),
	origin: git('remote', 'get-url', 'origin'),
	changedFiles: (git('status', '--porcelain') ?? '').split('\n').filter(Boolean),
	published: publishedVersions(packageJson.name),
});
for (const sentence of missing) console.log(`- ${sentence}`);
console.log(
	missing.length === 0
		? `${packageJson.name} ${packageJson.version} can be released.`
		: `${missing.length} missing before ${packageJson.version} can be released.`,
);
process.exitCode = missing.length === 0 ? 0 : 1;
