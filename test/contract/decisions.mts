import { DateTime } from 'luxon';

import { readExample, valueOf, type Json } from '../setup/examples.mts';
import type { NewWorkflow, WorkflowNode } from '../host/api.mts';

/** What an expression finds when it is evaluated. */
export interface Found {
	/** The item that it decides about. */
	json?: Json;
	/** What other nodes have put out, by their names: the items, or the item of each run. */
	nodes?: Record<string, Json | Json[]>;
	/** How often the node has run before. */
	runIndex?: number;
	/** The files of the item. */
	binary?: Json;
}

/** Cases of one node: what it finds, and the number of the output that it takes; -1 for the last or none. */
export type Cases = Array<[what: string, found: Found, output: number]>;

/** What makes a payment, or asks a payer for one. */
const PAYING = ['disbursement', 'refund', 'charge', 'paymentRequest', 'terminalSession'];

/** The names of the nodes of an example that make payments. */
export function payingNodes({ nodes }: NewWorkflow): string[] {
	return nodes
		.filter(
			({ parameters: { resource, operation } }) =>
				operation === 'create' && PAYING.includes(String(resource)),
		)
		.map(({ name }) => name);
}

/** The conditions of a node, in the order in which n8n tries them. */
function conditionsOf({ parameters }: WorkflowNode): string[] {
	const { conditions, rules } = parameters as {
		conditions?: { conditions: Array<{ leftValue: string }> };
		rules?: { values: Array<{ conditions: { conditions: Array<{ leftValue: string }> } }> };
	};
	const groups = rules ? rules.values.map((rule) => rule.conditions) : [conditions];
	return groups.flatMap((group) => group?.conditions.map(({ leftValue }) => leftValue) ?? []);
}

/** The nodes of an example that decide what happens next, as "file: node". */
export function decidingNodes(file: string): string[] {
	return readExample(file)
		.nodes.filter(({ type }) => /\.(if|switch|filter)$/.test(type))
		.map(({ name }) => `${file}: ${name}`);
}

/** The node of an example that is called `file: node`. */
export function nodeAt(place: string): WorkflowNode {
	const [, file = '', name = ''] = /^(.*?): (.*)$/.exec(place) ?? [];
	const node = readExample(file).nodes.find((one) => one.name === name);
	if (node === undefined) throw new Error(`There is no node ${name} in ${file}.`);
	return node;
}

/** What the expressions of a node can use. */
export function contextOf({ json = {}, nodes = {}, runIndex = 0, binary }: Found): object {
	const $ = (other: string) => {
		const put = nodes[other] ?? [];
		const items = (Array.isArray(put) ? put : [put]).map((one) => ({ json: one }));
		const first = (_output = 0, run = 0) => items[run];
		return { isExecuted: other in nodes, all: () => items, first, item: items[0] };
	};
	const $now = DateTime.fromISO('2026-11-28T08:00:00Z');
	return { $, $binary: binary, $json: json, $runIndex: runIndex, $now, DateTime };
}

/** The number of the first condition of a node that holds, counted from 0; -1 if none does. */
export function firstThatHolds(place: string, found: Found) {
	const context = contextOf(found);
	return conditionsOf(nodeAt(place)).findIndex((one) => valueOf(one, context) === true);
}
