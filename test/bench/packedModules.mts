import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hostFolder } from '../host/project.mts';
import type { Bench } from './start.mts';

const ofN8n = createRequire(join(hostFolder, 'package.json'));

// What n8n itself brings, such as n8n-workflow, is found as it is inside n8n.
registerHooks({
	resolve(specifier, context, next) {
		try {
			return next(specifier, context);
		} catch {
			return { url: pathToFileURL(ofN8n.resolve(specifier)).href, shortCircuit: true };
		}
	},
});

/** Loads modules of the packed package into this process, by their paths in it. */
export function modulesOf({ packageFolder }: Pick<Bench, 'packageFolder'>): NodeJS.Require {
	return createRequire(join(packageFolder, 'package.json'));
}
