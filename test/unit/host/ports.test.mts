import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectFolder } from '../../host/project.mts';

/** Asks for ports, prints them, and lives on, with nobody listening on them, until its input ends. */
const ASK = `
	const { freePort } = await import(process.argv[1]);
	const ports = [];
	while (ports.length < Number(process.argv[2])) ports.push(await freePort());
	console.log(JSON.stringify(ports));
	process.stdin.resume();
`;

async function portsGivenTo(process: ChildProcess): Promise<number[]> {
	const [line] = await once(process.stdout!, 'data');
	return JSON.parse(String(line)) as number[];
}

describe('a free port', () => {
	it('is given to one process only, and never one that an outgoing connection may take', async () => {
		const module = join(projectFolder, 'test', 'host', 'ports.mts');
		const processes = Array.from({ length: 4 }, () =>
			spawn(process.execPath, ['--input-type=module', '--eval', ASK, module, '50'], {
				stdio: ['pipe', 'pipe', 'inherit'],
			}),
		);
		const given = (await Promise.all(processes.map(portsGivenTo))).flat();
		for (const each of processes) each.stdin.end();
		await Promise.all(processes.map(async (each) => await once(each, 'exit')));

		expect(new Set(given).size).toBe(200);
		expect(Math.min(...given)).toBeGreaterThan(1_023);
		expect(Math.max(...given)).toBeLessThan(32_768);
	});
});
