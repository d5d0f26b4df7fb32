import { DateTime } from 'luxon';

import { readExample, runCode, type Json, type Outputs } from '../setup/examples.mts';

const example = readExample('pay-a-file.json');
/** The parameters of a node. */
export const nodeOf = (name: string) =>
	example.nodes.find((node) => node.name === name)?.parameters ?? {};

export const BOSS = 'boss@example.com';
export const CLERK = 'clerk@example.com';

/**
 * What a code node makes of its input, where these nodes of the workflow have run.
 * In Johannesburg, it is the 28th already.
 */
export function run(node: string, executed: Outputs, input?: Json[], more: object = {}): Json[] {
	const $now = DateTime.fromISO('2026-11-27T22:30:00Z');
	return runCode(example, node, executed, input, { $now, ...more }).map(({ json }) => json);
}

/** A row as the page has shown it. */
export const shown = (externalReference: string, more: Json = {}) => ({
	...{ row: 2, externalReference, pay: true, verdict: 'willBePaid', amount: 10 },
	...{ accountNumber: '1234567890', bank: 'fnb', similarPayoutAt: null },
	...{ nonce: `nonce-${externalReference}`, client: 'test' },
	...more,
});
