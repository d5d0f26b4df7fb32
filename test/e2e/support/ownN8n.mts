import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { N8nApi } from '../../host/api.mts';
import { startN8n } from '../../host/n8n.mts';
import { installPackage } from '../../host/package-install.mts';
import { freePort } from '../../host/ports.mts';
import { dataFolder } from '../../host/project.mts';
import type { Environment } from './environment.mts';

/** An n8n of one test alone, which may crash. */
export interface OwnN8n {
	/** With this n8n in the place of the shared one; stays good over a restart. */
	environment: Environment;
	/** @returns what n8n has printed since it was started last */
	log(): string;
	/** Ends it at once, as a crash would. */
	kill(): Promise<void>;
	/**
	 * Starts it again, at the same address: webhooks and waiting payers come back there.
	 * @param changed settings that are not the same as before
	 */
	startAgain(changed?: Record<string, string>): Promise<void>;
	/** Starts another with a copy of its data, and so its key; it must not run meanwhile. */
	restoreBeside(): Promise<OwnN8n>;
	/** Ends it and removes its data. */
	remove(): Promise<void>;
}

/**
 * Starts an n8n with the package in it, for what the shared one cannot go through.
 * @param env settings beside those of every n8n here
 */
export async function startOwnN8n(
	shared: Environment,
	env: Record<string, string> = {},
): Promise<OwnN8n> {
	const userFolder = mkdtempSync(join(dataFolder, 'e2e-own-'));
	installPackage(shared.tarball, userFolder);
	const own = await startOn(userFolder, shared, env);
	await own.environment.api.setUpOwner(shared.owner);
	return own;
}

async function startOn(
	userFolder: string,
	shared: Environment,
	env: Record<string, string>,
): Promise<OwnN8n> {
	const port = await freePort();
	const start = async (changed: Record<string, string> = {}) =>
		await startN8n({ userFolder, port, env: { ...env, ...changed } });
	let n8n = await start();
	const environment = { ...shared, n8nUrl: n8n.url, api: new N8nApi(n8n.url) };
	return {
		environment,
		log: () => n8n.log(),
		async kill() {
			n8n.kill();
			await n8n.ended;
		},
		async startAgain(changed) {
			n8n = await start(changed);
			await environment.api.logIn(shared.owner);
		},
		async restoreBeside() {
			const copy = mkdtempSync(join(dataFolder, 'e2e-own-'));
			cpSync(userFolder, copy, { recursive: true });
			const restored = await startOn(copy, shared, env);
			await restored.environment.api.logIn(shared.owner);
			return restored;
		},
		async remove() {
			await n8n.stop();
			rmSync(userFolder, { recursive: true, force: true });
		},
	};
}
