import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { compileCache } from '../start.mts';

const main = path.join(__dirname, '..', 'main.mts');
const started: ChildProcess[] = [];

/** Starts the simulator and waits for output that matches. */
async function run(pattern: RegExp, ...options: string[]) {
	const child = spawn(process.execPath, [main, ...options], {
		stdio: 'pipe',
		env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
	});
	started.push(child);
	let output = '';
	let complaints = '';
	child.stderr.on('data', (piece: Buffer) => (complaints += piece.toString()));
	await new Promise<void>((resolve) => {
		child.stdout.on('data', (piece: Buffer) => {
			output += piece.toString();
			if (pattern.test(output)) resolve();
		});
		child.once('exit', () => resolve());
	});
	/** Ends the program, if need be, and returns what it has said on standard error: all of it. */
	const endAndRead = async () => {
		child.stdin.end();
		if (!child.stderr.closed) await once(child, 'close');
		return complaints;
	};
	return { child, output, endAndRead };
}

afterEach(() => {
	for (const child of started.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
});

describe('the program', () => {
	it('prints its addresses and a ready test client', async () => {
		const { output } = await run(/Ctrl\+C/, '--seed', '1');
		for (const line of [
			/REST Address +http:\/\/127\.0\.0\.1:\d+\/v2\n/,
			/Authorization Address +http:\/\/127\.0\.0\.1:\d+\n/,
			/GraphQL Address +http:\/\/127\.0\.0\.1:\d+\n/,
			/Control address: http:\/\/127\.0\.0\.1:\d+\n/,
			/Client ID +test-\w+\n/,
			/Client Secret +simulated-secret-\w+\n/,
		]) {
			expect(output).toMatch(line);
		}
	});

	it('prints one JSON line when asked to', async () => {
		const { output } = await run(/\n/, '--json');
		expect(output.trim().split('\n')).toHaveLength(1);
		const addresses = JSON.parse(output) as Record<string, string>;
		expect(addresses.baseUrl).toBe(`${addresses.authUrl}/v2`);
		expect(addresses.graphqlUrl).toBe(addresses.authUrl);
		expect(addresses.client).toEqual({
			clientId: expect.stringMatching(/^test-/),
			clientSecret: expect.any(String),
		});
	});

	it('takes the next free port when one is taken, and says so in one line', async () => {
		const server = createServer();
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = server.address() as AddressInfo;
		const { output, endAndRead } = await run(/\n/, '--json', '--port', String(port));
		server.close();
		const { authUrl } = JSON.parse(output) as { authUrl: string };
		expect(Number(new URL(authUrl).port)).toBeGreaterThan(port);
		expect(await endAndRead()).toContain(`Port ${port} is taken`);
	});

	it.each(['SIGINT', 'SIGTERM'] as const)('ends cleanly on %s', async (signal) => {
		const { child } = await run(/\n/, '--json');
		child.kill(signal);
		expect(await once(child, 'exit')).toEqual([0, null]);
	});

	it('ends when whoever started it with --json is gone', async () => {
		const { child } = await run(/\n/, '--json');
		child.stdin?.end();
		expect(await once(child, 'exit')).toEqual([0, null]);
	});

	it.each([[['--port', 'abc']], [['--time-scale', '-1']], [['--pace', '0']], [['--unknown']]])(
		'refuses %j with the usage text',
		async (options) => {
			const { child, endAndRead } = await run(/\n/, ...options);
			expect(await endAndRead()).toContain('Usage:');
			expect(child.exitCode).toBe(1);
		},
	);

	it('gives the same ids and secrets for the same seed', async () => {
		const secretOf = ({ output }: { output: string }) =>
			(JSON.parse(output) as { client: object }).client;
		const runs = ['7', '7', '8'].map((seed) => run(/\n/, '--json', '--seed', seed));
		const [one, same, other] = (await Promise.all(runs)).map(secretOf);
		expect(same).toEqual(one);
		expect(other).not.toEqual(one);
	});
});
