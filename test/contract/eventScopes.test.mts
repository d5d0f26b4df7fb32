import { readFileSync } from 'node:fs';

import { triggerPanel } from '../../nodes/Stitch/webhook/settings';
import { listedScopes } from './operationTables.mts';

const { properties } = triggerPanel;
const notice = properties.find(({ name }) => name === 'automaticNotice')?.displayName ?? '';

const linesOf = (file: string, about: RegExp): string[] =>
	readFileSync(file, 'utf8')
		.split('\n')
		.filter((line) => about.test(line));

const scopesOf = (resource: string): string[] =>
	listedScopes().flatMap(([operation, scopes]) => (operation.startsWith(resource) ? scopes : []));

// A client that ticks a scope which it was not granted gets no token at all.
it.each<[string, string[]]>([
	['the panel of the trigger', [notice]],
	['README', linesOf('README.md', /\*\*Stitch Payments Trigger\*\*/)],
	['the guide of the trigger', linesOf('docs/triggers.md', /^2\. Choose|Event Subscription → /)],
	['the table of scopes', scopesOf('Event Subscription')],
])('%s states no scope for event subscriptions: Stitch documents none', (_, lines) => {
	expect(lines.length).toBeGreaterThan(0);
	for (const line of lines) expect(line).not.toMatch(/Payment Requests/);
});

it('the panel of the trigger says what is known', () => {
	expect(notice).toContain('Stitch documents no scope for event subscriptions');
});
