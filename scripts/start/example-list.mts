import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../test/host/project.mts';

/** One of the example workflows, as examples/README.md lists it. */
export interface ListedExample {
	file: string;
	title: string;
	/** What it does, in one sentence. Markdown. */
	sentence: string;
}

/** Examples with the same purpose, such as "Get paid". */
export interface Purpose {
	name: string;
	examples: ListedExample[];
}

const ROW = /^\| \[([^\]]+)\]\(([\w-]+\.json)\) +\| (.+?) +\|/;

/** The tables of examples/README.md, which stand under the names of their purposes. */
export function readPurposes(
	markdown = readFileSync(join(projectFolder, 'examples', 'README.md'), 'utf8'),
): Purpose[] {
	const purposes: Purpose[] = [];
	for (const line of markdown.split('\n')) {
		const name = /^## (.+)$/.exec(line)?.[1];
		if (name !== undefined) purposes.push({ name, examples: [] });
		const [, title, file, does] = ROW.exec(line) ?? [];
		if (title === undefined || file === undefined || does === undefined) continue;
		purposes.at(-1)?.examples.push({ file, title, sentence: firstSentence(does) });
	}
	return purposes.filter(({ examples }) => examples.length > 0);
}

function firstSentence(text: string): string {
	const [sentence = ''] = text.split(/\.(?= [A-Z]|$)/);
	return `${sentence}.`;
}
