import type { INodeProperties } from 'n8n-workflow';

import { nonceFields } from '../../../nodes/Stitch/idempotency/duplicateProtection';

it('recommends the source that the operation starts on', () => {
	const [source] = nonceFields('itemContent', ['custom', 'itemContent']);
	expect(source?.options?.map(({ name }) => name)).toEqual([
		'By Content (Recommended)',
		'By My Own Key',
	]);
});

const sourcesOf = ([source]: INodeProperties[]) =>
	source?.options?.map((option) => ('value' in option ? option.value : undefined));

it('offers every source unless the operation names its own', () => {
	expect(sourcesOf(nonceFields('externalReference'))).toEqual([
		'itemContent',
		'externalReference',
		'custom',
	]);
	expect(sourcesOf(nonceFields('itemContent', ['custom', 'itemContent']))).toEqual([
		'itemContent',
		'custom',
	]);
});

it.each(['externalReference', 'itemContent'] as const)('starts on %s', (source) => {
	expect(nonceFields(source)[0]?.default).toBe(source);
});

it('asks for a nonce of the user only where they chose so', () => {
	const shown = nonceFields('itemContent')
		.slice(1)
		.map(({ name, displayOptions }) => [name, displayOptions?.show?.nonceSource]);
	expect(shown).toEqual([['customNonce', ['custom']]]);
});
