import type { Owner, SavedWorkflow } from '../../test/host/api.mts';
import { credentialForm, type Reachable } from '../../test/simulator/credentialForm.mts';
import { MAILBOX } from './mail-pages.mts';
import type { Standing } from './publish.mts';
import { testValues } from './test-values.mts';

/** What runs on this machine when the demo is ready. */
export interface Demo {
	/** Of the start page, without a slash at the end. */
	siteUrl: string;
	n8nUrl: string;
	owner: Owner;
	/** By the name of their file in `examples`. */
	workflows: Map<string, SavedWorkflow>;
	/** By the same names. */
	standings: Map<string, Standing>;
	simulator: Reachable;
}

/** Columns of the terminal that the values take, and where their second column begins. */
const WIDTH = 98;
const INDENT = 17;

/** What a person can do now: printed when the demo is ready. */
export function guide(demo: Demo): string {
	const { siteUrl, n8nUrl, owner, workflows, simulator } = demo;
	return `
Open ${siteUrl} in a browser: it says what this is, and runs every example.

n8n is open at ${n8nUrl}
  email     ${owner.email}
  password  ${owner.password}

The imported workflows. They work already, unless the page says otherwise
${[...workflows.values()].map(({ id, name }) => `  ${name}\n    ${n8nUrl}/workflow/${id}`).join('\n')}

What makes things happen here: the values of a test client
${testValues.map(({ what, happens }) => `  ${what}`.padEnd(INDENT) + wrapped(happens)).join('\n')}

Emails that the workflows send arrive at ${siteUrl}${MAILBOX}, and go nowhere else.

For a credential of your own (Stitch API):
${credentialForm(simulator)}

Nothing here moves real money. Press Ctrl-C to stop.`;
}

/** Breaks a text into lines that stand below each other. */
function wrapped(text: string): string {
	const lines = [''];
	for (const word of text.split(' ')) {
		const line = lines.at(-1) ?? '';
		if (line.length + 1 + word.length > WIDTH - INDENT) lines.push(word);
		else lines[lines.length - 1] = `${line} ${word}`.trim();
	}
	return lines.join(`\n${' '.repeat(INDENT)}`);
}
