import { globSync, readFileSync } from 'node:fs';
import type { INodeProperties } from 'n8n-workflow';

import { StitchApi } from '../../credentials/StitchApi.credentials';
import { StitchUserOAuth2Api } from '../../credentials/StitchUserOAuth2Api.credentials';
import { Stitch } from '../../nodes/Stitch/Stitch.node';
import { StitchPollingTrigger } from '../../nodes/Stitch/StitchPollingTrigger.node';
import { StitchTrigger } from '../../nodes/Stitch/StitchTrigger.node';
import { withInner } from './fields.mts';

const documents = globSync(['README.md', 'SECURITY.md', 'docs/*.md', 'examples/README.md']);
const nodes = [new Stitch(), new StitchTrigger(), new StitchPollingTrigger()];
const credentials = [new StitchApi(), new StitchUserOAuth2Api()];

/** What n8n itself or Stitch calls something. */
const others = [
	'Connect to Stitch User OAuth2 API',
	'Error Workflow',
	'Execute Once',
	'Extract from File',
	'Header Row',
	'OAuth Redirect URL',
	'On Error',
	'Remove Duplicates',
	'Stitch Express',
];

const namesIn = (property: INodeProperties) =>
	withInner(property).flatMap(({ displayName, options = [] }) => [
		displayName,
		...options.map((option) => ('displayName' in option ? option.displayName : option.name)),
	]);

const known = new Set([
	...others,
	...nodes.flatMap(({ description }) => [
		description.displayName,
		...description.properties.flatMap(namesIn),
	]),
	...credentials.flatMap(({ displayName, properties }) => [
		displayName,
		...properties.flatMap(namesIn),
	]),
]);

const small = 'a|an|as|at|by|for|from|if|in|it|of|on|or|per|to|until|with';
const titleCase = new RegExp(`^[A-Z][\\w-]*( (${small}|[A-Z][\\w-]*|\\(JSON\\)))+$`);

/** What stands in bold and is written as the panels write names: `Dry Run`, `Charge → Create`. */
function boldNames(file: string): string[] {
	const bold = [...readFileSync(file, 'utf8').matchAll(/\*\*([^*]+)\*\*/g)];
	return bold
		.flatMap(([, text = '']) => text.split(/ → |: /))
		.filter((text) => titleCase.test(text));
}

it.each(documents)('%s names only fields, choices and operations that the panels have', (file) => {
	expect(boldNames(file).filter((name) => !known.has(name))).toEqual([]);
});

it('the documents name many of them', () => {
	expect(new Set(documents.flatMap(boldNames)).size).toBeGreaterThan(30);
});
