import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { WorkflowNode } from '../host/api.mts';
import { examplesFolder, readExample, templateFiles } from '../setup/examples.mts';
import { packageJson } from '../host/project.mts';

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

const templates = templateFiles().map((file) => [file, readExample(file)] as const);

/** As n8n's guidelines for its template library want it. */
describe.each(templates)(
	'the template %s has the form of the library of n8n',
	(_file, workflow) => {
		const [overview, ...labels] = workflow.nodes.filter(({ type }) => type === STICKY_NOTE);
		const working = workflow.nodes.filter(({ type }) => type !== STICKY_NOTE);
		const contentOf = (note?: WorkflowNode) => String(note?.parameters.content);

		it('is named by a sentence that begins with a verb and names Stitch', () => {
			expect(workflow.name).toMatch(/^(Email|Pay) .*\bStitch\b/);
		});

		it('has no code', () => {
			expect(working.filter(({ type }) => /\.code$|\.function/.test(type))).toEqual([]);
		});

		it('has one yellow note: how it works, the set-up, and what to change', () => {
			expect(overview?.parameters.color).toBeUndefined();
			const headings = [...contentOf(overview).matchAll(/^### (.+)$/gm)].map(([, text]) => text);
			expect(headings).toEqual(['How it works', 'Setup', 'Customize']);
		});

		it('groups its nodes under white notes', () => {
			expect(labels.map(({ parameters }) => parameters.color)).toEqual(labels.map(() => 7));
			const isIn = ({ position: [x, y] }: WorkflowNode, note: WorkflowNode) => {
				const { position, parameters } = note;
				const [right, bottom] = [Number(parameters.width), Number(parameters.height)];
				return (
					x >= position[0] &&
					y >= position[1] &&
					x < position[0] + right &&
					y < position[1] + bottom
				);
			};
			const alone = working.filter((node) => !labels.some((label) => isIn(node, label)));
			expect(alone.map(({ name }) => name)).toEqual([]);
		});

		it('has a description with a picture first, and the five headings', () => {
			const descriptions = readFileSync(join(examplesFolder, 'templates', 'README.md'), 'utf8');
			const [, text = ''] = descriptions.split(`\n## ${workflow.name}\n`);
			const [description = ''] = text.split('\n## ');
			expect(description).toMatch(/^\n!\[.+\]\(.+\)\n\n\*\*Self-hosted n8n only\*\*/);
			const headings = [...description.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);
			expect(headings).toEqual([
				"Who's it for",
				'How it works',
				'How to set up',
				'Requirements',
				'How to customize',
			]);
		});

		it('says that it is for an n8n of your own, with the package to install', () => {
			expect(contentOf(overview)).toContain('Self-hosted n8n only');
			expect(contentOf(overview)).toContain(packageJson().name);
		});
	},
);
