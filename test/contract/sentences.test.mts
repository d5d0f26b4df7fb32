import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

import { StitchApi } from '../../credentials/StitchApi.credentials';
import { StitchUserOAuth2Api } from '../../credentials/StitchUserOAuth2Api.credentials';
import { Stitch } from '../../nodes/Stitch/Stitch.node';
import { StitchPollingTrigger } from '../../nodes/Stitch/StitchPollingTrigger.node';
import { StitchTrigger } from '../../nodes/Stitch/StitchTrigger.node';
import { projectFolder } from '../host/project.mts';
import { withInner } from './fields.mts';

interface Sentence {
	at: string;
	text: string;
	/** Whether it describes a field or a choice in a panel, where other fields are named without quotes. */
	isInPanel: boolean;
}

/** Everything that ships and that a person may read: each text with at least one space between words. */
const sentences = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.flatMap((file) => sentencesOf(join(folder, file))),
);

function sentencesOf(file: string): Sentence[] {
	const text = readFileSync(join(projectFolder, file), 'utf8');
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
	const found: Sentence[] = [];
	const visit = (node: ts.Node, isInPanel: boolean): void => {
		if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
			const { line } = source.getLineAndCharacterOfPosition(node.getStart());
			found.push({ at: `${file}:${line + 1}`, text: textOf(node), isInPanel });
		}
		const inside = isInPanel || describesField(node);
		ts.forEachChild(node, (child) => visit(child, inside));
	};
	visit(source, false);
	return found.filter((one) => /\p{L} \p{L}/u.test(one.text));
}

/** A value within a text is an ellipsis. */
function textOf(node: ts.StringLiteralLike | ts.TemplateExpression): string {
	if (ts.isStringLiteralLike(node)) return node.text;
	return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
}

function describesField(node: ts.Node): boolean {
	if (ts.isCallExpression(node)) return node.expression.getText() === 'notice';
	return (
		ts.isObjectLiteralExpression(node) &&
		node.properties.some(({ name }) =>
			['displayName', 'default', 'placeholder', 'value'].includes(name?.getText() ?? ''),
		)
	);
}

const fields = [new Stitch(), new StitchTrigger(), new StitchPollingTrigger()]
	.flatMap(({ description }) => description.properties)
	.concat(new StitchApi().properties, new StitchUserOAuth2Api().properties)
	.flatMap(withInner);

const choices = fields.flatMap(({ options = [] }) =>
	options.flatMap((option) =>
		'value' in option ? [option.name.replace(' (Recommended)', '')] : [],
	),
);

/** The labels of more than a word that are no name of a choice, which stands without quotes; the longest first. */
const labels = [...new Set(fields.map(({ displayName }) => displayName))]
	.filter((label) => / /.test(label) && !label.includes('<') && !choices.includes(label))
	.sort((one, other) => other.length - one.length);

const without = (text: string, names: readonly string[]): string =>
	names.reduce((rest, name) => rest.replaceAll(name, ''), text);

it('no sentence calls anything an error, a problem, a failure or a mistake', () => {
	// A name of data in double quotes, such as "errors" in an answer, is no word of the sentence.
	const blaming = sentences.filter(({ text }) =>
		/\b(error|problem|failure|mistake)s?\b/i.test(without(text, labels).replace(/"\w+"/g, '')),
	);
	expect(blaming.map(({ at, text }) => [at, text])).toEqual([]);
});

it('a message has every field that it names in single quotes', () => {
	const quotedLabels = labels.map((label) => `'${label}'`);
	const bare = sentences.flatMap(({ at, text, isInPanel }) => {
		if (isInPanel || labels.includes(text)) return [];
		const rest = without(text, [...quotedLabels, ...choices]);
		return labels.filter((label) => rest.includes(label)).map((label) => [at, label, text]);
	});
	expect(bare).toEqual([]);
	expect(labels.length).toBeGreaterThan(60);
	expect(sentences.length).toBeGreaterThan(700);
});
