import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { N8nApi } from '../host/api.mts';
import { endWithThisProcess } from '../host/children.mts';
import { startN8n } from '../host/n8n.mts';
import { START_PATIENCE } from '../host/patience.mts';
import { dataFolder, projectFolder } from '../host/project.mts';
import { THOROUGH } from '../setup/thorough.mts';
import { exampleFiles } from '../setup/examples.mts';
import { OWNER } from './support/environment.mts';
import { STITCH } from './support/workflows.mts';

const readme = readFileSync(join(projectFolder, 'README.md'), 'utf8');
const runningN8n = readFileSync(join(projectFolder, 'docs/running-n8n.md'), 'utf8');

/** Every line of a command block of the README, and every `npm …` within its text. */
function commandsOf(text: string): string[] {
	const blocks = [...text.matchAll(/^ *```\n([^`]*?)^ *```$/gm)].map(([, block = '']) => block);
	const lines = blocks.flatMap((block) => block.split('\n')).map((line) => line.trim());
	const inline = [...text.matchAll(/`(npm [^`\n]+)`/g)].map(([, command = '']) => command);
	return [...lines.filter((line) => /^(npm|mkdir|cd) /.test(line)), ...inline];
}

describe('the commands of the README', () => {
	let folder: string;

	beforeAll(() => {
		mkdirSync(dataFolder, { recursive: true });
		folder = mkdtempSync(join(dataFolder, 'readme-'));
	});

	afterEach(async () => {
		for (const interrupt of running) await interrupt();
	});

	afterAll(() => {
		rmSync(folder, { recursive: true, force: true });
	});

	it('are one that shows it, which is run here, and one that tests it', () => {
		expect([...new Set(commandsOf(readme))]).toEqual(['npm start', 'npm test']);
	});

	it('test it as the build server does', () => {
		const build = readFileSync(join(projectFolder, '.ci', 'run'), 'utf8');
		expect(build).toMatch(/^\s*npm test\b/m);
	});

	it('and those for an n8n without a registry are the ones run below', () => {
		expect(commandsOf(runningN8n)).toEqual(expect.arrayContaining([...PACK, ...INSTALL]));
	});

	it('npm start pays the rows of the example file, and leaves n8n open until it is interrupted', async () => {
		const start = open('npm start');
		const [, url = ''] = await start.says(/n8n is open at (\S+)[^]*Press Ctrl-C to stop/);
		expect((await fetch(url)).status).toBe(200);
		expect(await tokenFor(start.output())).toBe(200);
		const [, mails = ''] = /Emails .* arrive at (\S+),/.exec(start.output()) ?? [];
		expect((await fetch(mails)).status).toBe(200);
		const workflow = new RegExp(`${url}/workflow/\\w+`, 'g');
		const imported = new Set(start.output().match(workflow));
		expect(imported.size).toBe(exampleFiles().length);
		expect(start.output()).toContain(PAID);
		await leadsToExamples(start.output());
		expect(await start.interrupt()).toContain('Stopping n8n and the simulator …');
		await expect(fetch(url)).rejects.toThrow();
	});

	// They take minutes.
	if (THOROUGH) {
		it('npm start -- --once pays the rows of the example file and ends well', async () => {
			const { code, output } = await run('npm start -- --once');
			expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(PAID) });
		});

		it('npm run bench measures (here one part of it) and judges by the targets', async () => {
			const { code, output } = await run('npm run bench -- --only waits --rounds 1');
			expect({ code, output }).toEqual({
				code: 0,
				output: expect.stringMatching(/Our node.* (met|MISSED): /),
			});
		});
	}

	it('npm run simulator opens the simulator until it is interrupted', async () => {
		const simulator = open('npm run simulator');
		const [, url = ''] = await simulator.says(/REST Address +(\S+)[^]*Press Ctrl\+C/);
		expect((await fetch(url)).status).toBe(404);
		expect(await tokenFor(simulator.output())).toBe(200);
		await simulator.interrupt();
		await expect(fetch(url)).rejects.toThrow();
	});

	it('make one file and install it without a registry, so that n8n brings the node', async () => {
		// Built and packed in the same way for all of these tests.
		const pack = THOROUGH ? PACK.join(' && ') : 'npm pack --ignore-scripts';
		const packed = await run(pack, { npm_config_pack_destination: folder });
		expect(packed).toMatchObject({ code: 0 });
		const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
		expect(runningN8n).toContain(`/path/to/${tarball}`);

		const home = join(folder, 'home');
		const commands = INSTALL.join(' && ').replace('/path/to', folder);
		const installed = await run(commands, {
			HOME: home,
			npm_config_registry: 'http://127.0.0.1:9',
			npm_config_cache: join(folder, 'cache'),
		});
		expect(installed).toMatchObject({ code: 0 });

		const listed = JSON.parse(
			readFileSync(join(home, '.n8n', 'nodes', 'package.json'), 'utf8'),
		) as { dependencies: Record<string, string> };
		expect(Object.keys(listed.dependencies)).toEqual(['n8n-nodes-stitch-payments']);
		if (!THOROUGH) return;
		const n8n = await startN8n({ userFolder: home });
		try {
			const api = new N8nApi(n8n.url);
			await api.setUpOwner(OWNER);
			expect((await api.nodeTypes()).map(({ name }) => name)).toContain(STITCH);
		} finally {
			await n8n.stop();
		}
	});
});

const PAID = '13 of 13 rows came out as the file says.';

const PACK = ['npm run build', 'npm pack'];

const INSTALL = [
	'mkdir -p ~/.n8n/nodes',
	'cd ~/.n8n/nodes',
	'npm install --offline --legacy-peer-deps /path/to/n8n-nodes-stitch-payments-1.0.0.tgz',
];

/** Opens what the start page has a link to run it for, as a browser does that is not logged in. */
async function leadsToExamples(output: string): Promise<void> {
	const printed = (pattern: RegExp) => pattern.exec(output)?.[1] ?? '';
	const page = await (await fetch(printed(/^Open (\S+) in a browser/m))).text();
	expect(page).not.toContain('n8n did not publish it');
	const links = [...page.matchAll(/href="([^"]+\/form\/[^"]+)"/g)].map(([, link = '']) => link);
	const answers = await Promise.all(
		links.map(async (link) => (await fetch(link, { redirect: 'manual' })).status),
	);
	expect(answers.length).toBeGreaterThan(5);
	// A form leads to n8n's log-in, but for the one with which members sign up.
	expect(answers.sort()).toEqual(answers.map((_, index) => (index === 0 ? 200 : 302)));
}

/** Asks for a token as the printed client. @returns the status of the answer */
async function tokenFor(output: string): Promise<number> {
	const printed = (label: string) => new RegExp(`${label} +(\\S+)`).exec(output)?.[1] ?? '';
	const url = `${printed('Authorization Address')}/connect/token`;
	const body = new URLSearchParams({
		grant_type: 'client_credentials',
		client_id: printed('Client ID'),
		client_secret: printed('Client Secret'),
		scope: 'client_disbursement',
		audience: url,
	});
	return (await fetch(url, { method: 'POST', body })).status;
}

/** What interrupts each command that has not ended: n8n would outlive a test that fails. */
const running = new Set<() => Promise<string>>();

/** Runs commands in the project's folder, as a shell does. */
function open(commands: string, env: Record<string, string> = {}) {
	const child = spawn(commands, {
		cwd: projectFolder,
		shell: true,
		detached: true,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	endWithThisProcess(child);
	let output = '';
	const listeners = new Set<() => void>();
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => {
			output += chunk;
			for (const listener of listeners) listener();
		});
	}
	const ended = new Promise<number>((resolve) => {
		child.on('close', (code) => resolve(code ?? -1));
	});
	/** As Ctrl-C does, which reaches every process in the foreground. */
	const interrupt = async (): Promise<string> => {
		if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
		await ended;
		return output;
	};
	running.add(interrupt);
	void ended.then(() => running.delete(interrupt));
	return {
		ended,
		output: () => output,
		interrupt,
		/** Waits until something was printed. */
		async says(pattern: RegExp): Promise<RegExpExecArray> {
			return await new Promise((resolve, reject) => {
				const look = () => {
					const found = pattern.exec(output);
					if (found) resolve(found);
				};
				listeners.add(look);
				const giveUp = (why: string) => reject(new Error(`${why}:\n${output}`));
				setTimeout(() => giveUp(`It did not say ${pattern}`), START_PATIENCE).unref();
				void ended.then((code) => giveUp(`It ended with ${code}`));
			});
		},
	};
}

async function run(commands: string, env?: Record<string, string>) {
	const { ended, output } = open(commands, env);
	return { code: await ended, output: output() };
}
