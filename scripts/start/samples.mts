import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../test/host/project.mts';

const FOLDER = join(projectFolder, 'examples');

/** The files to try the examples with, by their names. */
export function samples(): string[] {
	return readdirSync(FOLDER).filter((name) => name.endsWith('.csv'));
}

/** @returns what one of them holds; undefined when there is none of this name */
export function readSample(name: string): Buffer | undefined {
	return samples().includes(name) ? readFileSync(join(FOLDER, name)) : undefined;
}
