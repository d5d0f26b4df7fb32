import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';

import type { NewWorkflow } from '../host/api.mts';
import { projectFolder } from '../host/project.mts';

export type Json = Record<string, unknown>;

/** What nodes have put out, by their names. */
export type Outputs = Record<string, Json[]>;

/** What an item of n8n carries. */
export interface Item {
	json: Json;
	/** Files by their fields, their content in Base64. */
	binary?: Record<string, { data: string; fileName: string; mimeType: string }>;
}

export const examplesFolder = join(projectFolder, 'examples');

/** The names of the files of all example workflows. */
export function exampleFiles(): string[] {
	return readdirSync(examplesFolder).filter((file) => file.endsWith('.json'));
}

/** The files of the small workflows in the form of n8n's template library. */
export function templateFiles(): string[] {
	const names = readdirSync(join(examplesFolder, 'templates'));
	return names.filter((file) => file.endsWith('.json')).map((file) => `templates/${file}`);
}

/** An example as everybody imports it. */
export function readExample(file: string): NewWorkflow {
	return JSON.parse(readFileSync(join(examplesFolder, file), 'utf8')) as NewWorkflow;
}

/** What a node of the type Edit Fields sets a field to, as it is saved. */
export function assignedIn({ nodes }: NewWorkflow, node: string, field: string): unknown {
	const { assignments } = nodes.find(({ name }) => name === node)?.parameters.assignments as {
		assignments: Array<{ name: string; value: unknown }>;
	};
	return assignments.find(({ name }) => name === field)?.value;
}

/**
 * The text of a field, with what its expressions of n8n say.
 * @param context what the expressions find, such as `$json`
 */
export function textOf(field: unknown, context: object): string {
	return String(field)
		.replace(/^=/, '')
		.replaceAll(/\{\{([^]*?)\}\}/g, (_, expression: string) =>
			String(runInNewContext(expression, context)),
		);
}

/**
 * The value of a field that holds one expression of n8n and nothing else.
 * @param context what the expression finds, such as `$json`
 */
export function valueOf(field: unknown, context: object): unknown {
	const [, expression] = /^=\{\{([^]*)\}\}$/.exec(String(field)) ?? [];
	if (expression === undefined) throw new Error(`This is no expression: ${String(field)}`);
	return runInNewContext(expression, context);
}

/**
 * What a node of the type Edit Fields makes of an item.
 * @param context what its expressions find, such as `$json`
 */
export function setBy({ nodes }: NewWorkflow, node: string, context: object): Json {
	const { assignments } = nodes.find(({ name }) => name === node)?.parameters.assignments as {
		assignments: Array<{ name: string; value: unknown }>;
	};
	return Object.fromEntries(assignments.map(({ name, value }) => [name, textOf(value, context)]));
}

/** What n8n's `$` finds: what the nodes that have run put out. */
export function outputsOf(executed: Outputs) {
	return (name: string) => {
		const items = (executed[name] ?? []).map((json) => ({ json }));
		return { isExecuted: name in executed, all: () => items, first: () => items[0] };
	};
}

/**
 * What a code node makes of its input, where these nodes have run.
 * @param more what its code finds besides, such as `$now`
 */
export function runCode(
	{ nodes }: NewWorkflow,
	node: string,
	executed: Outputs,
	input: Json[] = [{}],
	more: object = {},
): Item[] {
	const code = String(nodes.find(({ name }) => name === node)?.parameters.jsCode);
	const items = input.map((json) => ({ json }));
	const $input = { all: () => items, first: () => items[0] };
	const context = { $: outputsOf(executed), $input, DateTime, Buffer, ...more };
	const made = runInNewContext(`(() => {${code}})()`, context) as unknown;
	// Of another context, as far as jest can tell.
	return JSON.parse(JSON.stringify(made)) as Item[];
}
