import type { IExecuteFunctions } from 'n8n-workflow';

import { ownAddresses } from '../../../nodes/Stitch/run/execution';

function addressesOf(resumeUrl: string, editorUrl: string): string[] {
	return ownAddresses({
		evaluateExpression: () => resumeUrl,
		getInstanceBaseUrl: () => editorUrl,
	} as unknown as IExecuteFunctions);
}

it.each([
	[
		'is the same for webhooks and the editor',
		'https://n8n.test/webhook-waiting/42?signature=a%2Fb',
		'https://n8n.test/',
		['https://n8n.test/'],
	],
	[
		'is written as addresses are compared',
		'https://N8N.test:443/webhook-waiting/42',
		'https://n8n.test',
		['https://n8n.test/'],
	],
	[
		'keeps its path',
		'https://shared.test/a/n8n/webhook-waiting/42?signature=a1',
		'https://shared.test/a/n8n/',
		['https://shared.test/a/n8n/'],
	],
	[
		'is another for the editor, whose comes last',
		'https://hooks.test/webhook-waiting/42',
		'https://editor.test/',
		['https://hooks.test/', 'https://editor.test/'],
	],
])('the address of n8n %s', (_, resumeUrl, editorUrl, expected) => {
	expect(addressesOf(resumeUrl, editorUrl)).toEqual(expected);
});
