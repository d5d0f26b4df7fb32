import { rmSync } from 'node:fs';
import { keptForStop } from './environment.mts';

/** Jest's tear-down of the suite. */
export default async function stop(): Promise<void> {
	const { n8n, simulator, userFolder } = keptForStop();
	await Promise.all([n8n?.stop(), simulator.stop()]);
	rmSync(userFolder, { recursive: true, force: true });
}
