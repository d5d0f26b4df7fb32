import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from 'jest';
import { resultsFolder } from '../../host/project.mts';
import { keptForStop } from './environment.mts';

/** Jest's tear-down of the suite; keeps what n8n has printed, for a test that failed. */
export default async function stop(_all: unknown, { displayName }: Config): Promise<void> {
	const { n8n, simulator, userFolder } = keptForStop();
	await Promise.all([n8n?.stop(), simulator.stop()]);
	const suite = typeof displayName === 'object' ? displayName.name : displayName;
	mkdirSync(resultsFolder, { recursive: true });
	writeFileSync(join(resultsFolder, `n8n-${suite}.log`), n8n?.log() ?? '');
	rmSync(userFolder, { recursive: true, force: true });
}
