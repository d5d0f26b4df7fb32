import { DateTime } from 'luxon';

import { readExample, valueOf } from '../setup/examples.mts';
import type { NewWorkflow, WorkflowNode } from '../host/api.mts';

type Json = Record<string, unknown>;

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

/** What comes after a node, however far, in a run of its own as well. */
function after(workflow: NewWorkflow, name: string, known = new Set<string>()): Set<string> {
	const { nodes, connections } = workflow;
	const ofType = (type: string) => nodes.filter((node) => node.type.endsWith(type));
	const calls = ofType('.executeWorkflow').some((node) => node.name === name);
	const called = calls ? ofType('.executeWorkflowTrigger').map((node) => node.name) : [];
	const next = (connections[name]?.main ?? []).flatMap((output) => output ?? []);
	for (const node of [...next.map((one) => one.node), ...called]) {
		if (known.has(node)) continue;
		known.add(node);
		after(workflow, node, known);
	}
	return known;
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

/** The nodes that decide whether a payment is made, as "file: node". */
export function decidingNodes(file: string): string[] {
	const workflow = readExample(file);
	const paying = payingNodes(workflow);
	return workflow.nodes
		.filter(({ type }) => /\.(if|switch|filter)$/.test(type))
		.filter(({ name }) => paying.some((one) => after(workflow, name).has(one)))
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
		return { all: () => items, first, item: items[0] };
	};
	const $now = DateTime.fromISO('2026-11-28T08:00:00Z');
	return { $, $binary: binary, $json: json, $runIndex: runIndex, $now, DateTime };
}

/** The number of the first condition of a node that holds, counted from 0; -1 if none does. */
export function firstThatHolds(place: string, found: Found) {
	const context = contextOf(found);
	return conditionsOf(nodeAt(place)).findIndex((one) => valueOf(one, context) === true);
}
