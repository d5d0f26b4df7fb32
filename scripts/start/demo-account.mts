import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { N8nApi, N8nApiRefusal, type Owner } from '../../test/host/api.mts';
import type { N8n } from '../../test/host/n8n.mts';
import { dataFolder } from '../../test/host/project.mts';

/**
 * @returns the folder with the data of the n8n that `npm start` runs: the same every time, so that
 * the second start is quick, or one of its own while another `npm start` is running
 */
export function claimUserFolder(): string {
	for (let number = 1; ; number++) {
		const folder = join(dataFolder, number === 1 ? 'start' : `start-${number}`);
		const claim = join(folder, 'in-use-by.pid');
		if (existsSync(claim) && isRunning(Number(readFileSync(claim, 'utf8')))) continue;
		mkdirSync(folder, { recursive: true });
		writeFileSync(claim, String(process.pid));
		return folder;
	}
}

/** Logs in as the owner, whom it sets up in a new n8n. */
export async function logIn(n8n: N8n, userFolder: string): Promise<N8nApi> {
	const api = new N8nApi(n8n.url);
	const owner = readLogin(userFolder);
	if (await api.needsOwner()) {
		await api.setUpOwner(owner);
		return api;
	}
	try {
		await api.logIn(owner);
	} catch (cause) {
		if (!(cause instanceof N8nApiRefusal)) throw cause;
		throw new Error(
			`n8n does not take the log-in in ${userFolder} any more. ` +
				'Delete that folder to begin with a new n8n.',
		);
	}
	return api;
}

/** @returns the owner of this n8n, with a password drawn at random when the folder was made */
export function readLogin(userFolder: string): Owner {
	const file = join(userFolder, 'login.json');
	if (!existsSync(file)) {
		const owner: Owner = {
			email: 'owner@example.com',
			firstName: 'Demo',
			lastName: 'Owner',
			// n8n asks for a capital letter and a digit.
			password: `Pay1-${randomBytes(9).toString('base64url')}`,
		};
		writeFileSync(file, JSON.stringify(owner, null, 2), { mode: 0o600 });
	}
	return JSON.parse(readFileSync(file, 'utf8')) as Owner;
}

function isRunning(pid: number): boolean {
	if (!Number.isInteger(pid) || pid <= 0) return false;
	try {
		process.kill(pid, 0);
		return pid !== process.pid;
	} catch {
		return false;
	}
}
