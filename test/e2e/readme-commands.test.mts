import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectFolder } from '../host/project.mts';

const MINUTES = 60_000;

describe('npm start -- --once', () => {
	it(
		'pays the rows of the example file and ends with exit code 0 when all came out as it says',
		async () => {
			const { code, output } = await run('scripts/start.mts', '--once');
			expect({ code, output }).toEqual({
				code: 0,
				output: expect.stringContaining('13 of 13 rows came out as the file says.'),
			});
		},
		3 * MINUTES,
	);
});

async function run(script: string, ...flags: string[]): Promise<{ code: number; output: string }> {
	const child = spawn(process.execPath, [join(projectFolder, script), ...flags], {
		cwd: projectFolder,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	child.stdout.on('data', (chunk: Buffer) => (output += chunk));
	child.stderr.on('data', (chunk: Buffer) => (output += chunk));
	const code = await new Promise<number>((resolve, reject) => {
		child.on('error', reject);
		child.on('close', (status) => resolve(status ?? -1));
	});
	return { code, output };
}
