import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';

import { readExample } from '../setup/examples.mts';

export type Json = Record<string, unknown>;
/** What nodes have put out, by their names. */
export type Outputs = Record<string, Json[]>;

const { nodes } = readExample('pay-a-file.json');
/** The parameters of a node. */
export const nodeOf = (name: string) => nodes.find((node) => node.name === name)?.parameters ?? {};

export const BOSS = 'boss@example.com';
export const CLERK = 'clerk@example.com';

/** What n8n's `$` finds: what the nodes that have run put out. */
export function outputsOf(executed: Outputs) {
	return (name: string) => {
		const items = (executed[name] ?? []).map((json) => ({ json }));
		return { isExecuted: name in executed, all: () => items, first: () => items[0] };
	};
}

/** What a code node makes of its input, where these nodes of the workflow have run. */
export function run(node: string, executed: Outputs, input: Json[] = [{}], prevNode = {}): Json[] {
	const items = input.map((json) => ({ json }));
	const made = runInNewContext(`(() => {${String(nodeOf(node).jsCode)}})()`, {
		$: outputsOf(executed),
		$input: { all: () => items, first: () => items[0] },
		$prevNode: prevNode,
		$now: DateTime.fromISO('2026-11-27T22:30:00Z'),
		DateTime,
	}) as Array<{ json: Json }>;
	return (JSON.parse(JSON.stringify(made)) as typeof made).map(({ json }) => json);
}

/** A row as the page has shown it. */
export const shown = (externalReference: string, more: Json = {}) => ({
	...{ row: 2, externalReference, pay: true, verdict: 'willBePaid', amount: 10 },
	...{ accountNumber: '1234567890', bank: 'fnb', similarPayoutAt: null },
	...{ nonce: `nonce-${externalReference}`, client: 'test' },
	...more,
});
