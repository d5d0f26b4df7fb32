import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { hostFolder, packageJson } from '../host/project.mts';

/** What the figures depend on. */
export function machineFacts(): Record<string, string | number> {
	const n8n = join(hostFolder, 'node_modules', 'n8n', 'package.json');
	const { version } = JSON.parse(readFileSync(n8n, 'utf8')) as { version: string };
	return {
		cores: cpus().length,
		processor: cpus()[0]?.model ?? 'unknown',
		memoryGiB: Math.round(totalmem() / 1024 ** 3),
		platform: `${process.platform} ${process.arch}`,
		loadAverageBefore: Number(loadavg()[0]?.toFixed(2)),
		node: process.versions.node,
		n8n: version,
		package: packageJson().version,
		date: new Date().toISOString().slice(0, 10),
	};
}
