import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../scripts/progress.mts';
import { hostFolder, type PackageJson } from '../host/project.mts';
import { atMost, type Figure } from './figures.mts';
import type { Bench } from './start.mts';
import { median } from './statistics.mts';

const LARGEST_MILLISECONDS = 150;
const ROUNDS = 7;

/** n8n has loaded n8n-workflow long before; whatever else the package needs is counted. */
const PROGRAM = `
	const { createRequire } = require('node:module');
	require('n8n-workflow');
	const [start, before] = [performance.now(), process.cpuUsage()];
	for (const file of process.argv.slice(1)) require(file);
	const { user, system } = process.cpuUsage(before);
	const figures = { ms: performance.now() - start, 'processor ms': (user + system) / 1000 };
	process.stdout.write(JSON.stringify(figures));
`;

/** What a fresh process takes to load the nodes and credentials, as packed. */
export async function measureLoadTime({ packageFolder }: Bench): Promise<Figure[]> {
	const manifest = JSON.parse(
		readFileSync(join(packageFolder, 'package.json'), 'utf8'),
	) as PackageJson & { n8n: { nodes: string[]; credentials: string[] } };
	const { nodes, credentials } = manifest.n8n;
	const files = [...credentials, ...nodes].map((file) => join(packageFolder, file));
	// What n8n itself brings is found as it is inside n8n. In our own folder, ours would be found.
	const options = { cwd: packageFolder, env: { NODE_PATH: join(hostFolder, 'node_modules') } };
	const samples: Array<Record<'ms' | 'processor ms', number>> = [];
	for (let round = 0; round < ROUNDS; round++) {
		const args = ['-e', PROGRAM, ...files];
		samples.push(
			JSON.parse(await run(process.execPath, args, options)) as (typeof samples)[number],
		);
	}
	const middle = (of: keyof (typeof samples)[number]) =>
		median(samples.map((sample) => sample[of]));
	const values = { ms: middle('ms'), 'processor ms': middle('processor ms') };
	return [
		{
			what: 'Loading the package in a fresh process',
			who: 'Our package',
			values,
			// Of the processor: how long the process waits for one, beside others, is not the package's doing.
			targets: [atMost('processor ms', LARGEST_MILLISECONDS, values['processor ms'])],
		},
	];
}
