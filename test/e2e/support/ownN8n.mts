import {
	copyFileSync,
	cpSync,
	mkdirSync,
	mkdtempSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { N8nApi } from '../../host/api.mts';
import { preloaded, startN8n } from '../../host/n8n.mts';
import { PATIENCE } from '../../host/patience.mts';
import { freePort } from '../../host/ports.mts';
import { dataFolder } from '../../host/project.mts';
import type { Environment, SharedEnvironment } from './environment.mts';

/** An n8n of one test alone, which may crash, and whose clock may be wrong. */
export interface OwnN8n {
	/** With this n8n in the place of the shared one; stays good over a restart. */
	environment: Environment;
	/** @returns what n8n has printed since it was started last */
	log(): string;
	/** Ends it at once, as a crash would. */
	kill(): Promise<void>;
	/** Ends it as an update does. */
	stop(): Promise<void>;
	/** Copies its database while it runs. @returns what puts the copy in its place, once it does not run */
	backUp(): () => void;
	/** @param milliseconds by which its clock is ahead of the machine's from now on */
	setAhead(milliseconds: number): void;
	/**
	 * Starts it again, at the same address: webhooks and waiting payers come back there.
	 * @param more settings that it has only until it ends
	 */
	startAgain(more?: Record<string, string>): Promise<void>;
	/** Ends it and removes its data. */
	remove(): Promise<void>;
}

/** Copies the database of an n8n while it runs. */
function copyDatabase(n8nFolder: string, copy: string): void {
	const running = new DatabaseSync(join(n8nFolder, 'database.sqlite'), { timeout: PATIENCE });
	running.prepare('VACUUM INTO ?').run(copy);
	running.close();
}

/**
 * Keeps what an n8n has made so far, so that others need not prepare a database of their own.
 * @returns the user folder that holds it
 */
export function keepBeginning(userFolder: string): string {
	const folder = join(userFolder, 'beginning');
	const [from, to] = [userFolder, folder].map((each) => join(each, '.n8n')) as [string, string];
	mkdirSync(to, { recursive: true });
	cpSync(join(from, 'nodes'), join(to, 'nodes'), { recursive: true });
	// The key that the database is encrypted with.
	copyFileSync(join(from, 'config'), join(to, 'config'));
	copyDatabase(from, join(to, 'database.sqlite'));
	return folder;
}

/**
 * Starts an n8n with the package in it, for what the shared one cannot go through.
 * @param env settings beside those of every n8n here
 */
export async function startOwnN8n(
	shared: SharedEnvironment,
	env: Record<string, string> = {},
): Promise<OwnN8n> {
	const userFolder = mkdtempSync(join(dataFolder, 'e2e-own-'));
	cpSync(shared.beginning, userFolder, { recursive: true });
	const port = await freePort();
	const clockShift = join(userFolder, 'clock-shift');
	const settings = {
		// Nobody opens its editor, whose files n8n prepares for a third of each start.
		N8N_DISABLE_UI: 'true',
		CLOCK_SHIFT: clockShift,
		NODE_OPTIONS: preloaded('keepCompiled.cjs', 'shiftedClock.cjs'),
		...env,
	};
	const start = async (more: Record<string, string> = {}) =>
		await startN8n({ userFolder, port, env: { ...settings, ...more } });
	let n8n = await start();
	const environment = { ...shared, n8nUrl: n8n.url, api: new N8nApi(n8n.url) };
	await environment.api.logIn(shared.owner);
	return {
		environment,
		log: () => n8n.log(),
		async kill() {
			n8n.kill();
			await n8n.ended;
		},
		stop: async () => await n8n.stop(),
		backUp() {
			const database = join(userFolder, '.n8n', 'database.sqlite');
			const copy = `${database}.backup`;
			copyDatabase(join(userFolder, '.n8n'), copy);
			return () => {
				for (const log of ['-wal', '-shm']) rmSync(database + log, { force: true });
				renameSync(copy, database);
			};
		},
		setAhead(milliseconds) {
			// n8n must not read what is only half written.
			writeFileSync(`${clockShift}.new`, String(milliseconds));
			renameSync(`${clockShift}.new`, clockShift);
		},
		async startAgain(more) {
			n8n = await start(more);
			await environment.api.logIn(shared.owner);
		},
		async remove() {
			await n8n.stop();
			rmSync(userFolder, { recursive: true, force: true });
		},
	};
}
