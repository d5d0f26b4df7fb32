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

/** The names of the nodes of an example that make payments, and do not only try them. */
export function payingNodes({ nodes }: NewWorkflow): string[] {
	return nodes
		.filter(
			({ parameters: { resource, operation, options } }) =>
				operation === 'create' &&
				PAYING.includes(String(resource)) &&
				(options as Json | undefined)?.dryRun !== true,
		)
		.map(({ name }) => name);
}

interface Condition {
	leftValue: string;
	rightValue: string;
	operator: { operation: string };
}

interface Conditions {
	options: { caseSensitive: boolean };
	combinator: 'and' | 'or';
	conditions: Condition[];
}

/** The conditions of a node, one for each of its outputs, in the order in which n8n tries them. */
function conditionsOf({ parameters }: WorkflowNode): Conditions[] {
	const { conditions, rules } = parameters as {
		conditions?: Conditions;
		rules?: { values: Array<{ conditions: Conditions }> };
	};
	return rules ? rules.values.map((rule) => rule.conditions) : conditions ? [conditions] : [];
}

/** Whether conditions hold, as n8n compares. */
function holds({ options, combinator, conditions }: Conditions, context: object): boolean {
	const value = (field: string): unknown =>
		field.startsWith('=') ? valueOf(field, context) : field;
	const text = (field: string) => {
		const written = String(value(field) ?? '');
		return options.caseSensitive ? written : written.toLowerCase();
	};
	const all = conditions.map(({ leftValue, rightValue, operator: { operation } }) => {
		switch (operation) {
			case 'true':
				return value(leftValue) === true;
			case 'equals':
				return text(leftValue) === text(rightValue);
			case 'notEquals':
				return text(leftValue) !== text(rightValue);
			case 'regex':
				return new RegExp(rightValue).test(text(leftValue));
			default:
				throw new Error(`This comparison is not tried here: ${operation}`);
		}
	});
	return combinator === 'and' ? !all.includes(false) : all.includes(true);
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

/** The number of the first output of a node whose conditions hold, counted from 0; -1 if none do. */
export function firstThatHolds(place: string, found: Found) {
	const context = contextOf(found);
	return conditionsOf(nodeAt(place)).findIndex((one) => holds(one, context));
}
