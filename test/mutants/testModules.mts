import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join, resolve, sep } from 'node:path';

import type { ModuleControl } from './collected.mts';

/** What node does when it loads a module, none of which its types name. */
interface Loader {
	_extensions: Record<string, (module: CompiledModule, file: string) => void>;
	_cache: Record<string, unknown>;
	_load(request: string, parent: { filename: string }, isMain: boolean): unknown;
	_resolveFilename(request: string, parent: unknown, isMain: boolean): string;
}

interface CompiledModule {
	_compile(code: string, file: string, format: 'commonjs'): void;
}

const loader = Module as unknown as Loader;

/**
 * Loads test files and sources as jest does, compiled by the same function and anew for each test file,
 * but all of them in this process, and libraries once.
 */
export class TestModules implements ModuleControl {
	private readonly require: NodeJS.Require;
	private readonly own: (file: string) => boolean;
	/** By test file. */
	private readonly mocksOf = new Map<string, Map<string, unknown>>();
	private current = '';

	constructor(root: string) {
		this.require = createRequire(join(root, 'package.json'));
		const libraries = join(root, 'node_modules') + sep;
		this.own = (file) => file.startsWith(root + sep) && !file.startsWith(libraries);
		this.compileTypeScript(join(root, 'test/setup/transpile.cjs'));
		this.replace(join(root, 'test/setup/n8nWorkflow.cjs'));
	}

	loadAlone(file: string): void {
		this.forget();
		this.mocksOf.delete(file);
		this.enter(file);
		this.require(file);
	}

	enter(file: string): void {
		this.current = file;
	}

	isolate = (load: () => void): void => {
		const before = { ...loader._cache };
		this.forget();
		try {
			load();
		} finally {
			this.forget();
			Object.assign(loader._cache, before);
		}
	};

	mock = (path: string, replacement: () => unknown): void => {
		const file = createRequire(this.current).resolve(path);
		this.mocks.set(file, replacement());
	};

	/** What the test file that is loaded or run has replaced. */
	private get mocks(): Map<string, unknown> {
		const mocks = this.mocksOf.get(this.current) ?? new Map<string, unknown>();
		this.mocksOf.set(this.current, mocks);
		return mocks;
	}

	private forget(): void {
		for (const file of Object.keys(loader._cache)) if (this.own(file)) delete loader._cache[file];
	}

	private compileTypeScript(compiler: string): void {
		const { process: compile } = this.require(compiler) as {
			process(source: string, file: string): { code: string };
		};
		const compiled = new Map<string, string>();
		const load = (module: CompiledModule, file: string) => {
			const code = compiled.get(file) ?? compile(readFileSync(file, 'utf8'), file).code;
			compiled.set(file, code);
			module._compile(code, file, 'commonjs');
		};
		// A node has its codex beside it, in a file that is called the same but for .json.
		loader._extensions = { '.ts': load, '.mts': load, ...loader._extensions };
	}

	private replace(n8nWorkflow: string): void {
		const resolveFilename = loader._resolveFilename;
		loader._resolveFilename = (request, ...more) =>
			request === 'n8n-workflow' ? resolve(n8nWorkflow) : resolveFilename(request, ...more);
		const load = loader._load;
		loader._load = (request, parent, isMain) => {
			const file = this.mocks.size > 0 && loader._resolveFilename(request, parent, isMain);
			return file && this.mocks.has(file) ? this.mocks.get(file) : load(request, parent, isMain);
		};
	}
}
