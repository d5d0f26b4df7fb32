import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

const { process: compile } = require('../../test/setup/transpile.cjs') as {
	process(source: string, file: string): { code: string };
};

interface Compiled extends NodeJS.Module {
	_compile(code: string, file: string, format: 'commonjs'): void;
}

/** The nodes are loaded as in the tests, without a build: imports in them have no endings. */
function load(module: NodeJS.Module, file: string): void {
	const { code } = compile(readFileSync(file, 'utf8'), file);
	(module as Compiled)._compile(code, file, 'commonjs');
}

const extensions = require.extensions as Partial<Record<string, typeof load>>;
const { '.json': json } = extensions;
delete extensions['.json'];
// Before JSON: beside Stitch.node.ts is a Stitch.node.json.
Object.assign(extensions, { '.ts': load, '.mts': load, '.json': json });

const { live } = require('./live.mts') as typeof import('./live.mts');
process.exitCode = await live(process.env, {
	say: (text) => process.stdout.write(`${text}\n`),
	progress: (line) => process.stderr.write(`${line}\n`),
});
