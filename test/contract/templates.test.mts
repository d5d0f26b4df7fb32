import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { examplesFolder, readExample, templateFiles } from '../setup/examples.mts';
import { packageJson } from '../host/project.mts';

const templates = templateFiles().map((file) => [file, readExample(file)] as const);
const descriptions = readFileSync(join(examplesFolder, 'templates', 'README.md'), 'utf8');

/** As n8n's guidelines for its template library want it. */
describe.each(templates)('the template %s', (_file, { name, nodes }) => {
	it('has no code', () => {
		expect(nodes.filter(({ type }) => /\.code$|\.function/.test(type))).toEqual([]);
	});

	it('writes every email as text and as HTML', () => {
		const mails = nodes.filter(({ type }) => type.endsWith('.emailSend'));
		expect(mails.map(({ parameters }) => parameters.emailFormat)).toEqual(mails.map(() => 'both'));
	});

	it('has a description under its name', () => {
		expect(descriptions).toContain(`\n## ${name}\n`);
	});

	it('says that it is for an n8n of your own, with the package to install', () => {
		const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		const text = notes.map(({ parameters }) => String(parameters.content)).join('\n');
		expect(text).toContain('Self-hosted n8n only');
		expect(text).toContain(packageJson().name);
	});
});
