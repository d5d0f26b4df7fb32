import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type NodeTypeAndVersion,
	type IWebhookFunctions,
} from 'n8n-workflow';

import { timeOf } from '../transport/clock';
import { asFields } from '../transport/json';

/** The address, signed by n8n, that resumes this execution while it waits. */
export function resumeAddress(context: IExecuteFunctions | IWebhookFunctions): string {
	return String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0));
}

/**
 * The beginnings of this n8n's addresses, each with a slash at its end: first those of its webhooks, then
 * those of the editor, with which test webhooks begin if the two differ.
 */
export function ownAddresses(context: IExecuteFunctions): string[] {
	// It ends with the name of the endpoint and the ID of the execution.
	const webhooks = new URL('..', resumeAddress(context)).href;
	const editor = new URL(context.getInstanceBaseUrl()).href;
	return [...new Set([webhooks, editor])];
}

type ExecutionContext = Pick<
	IExecuteFunctions,
	'evaluateExpression' | 'getChildNodes' | 'getNode' | 'getParentNodes'
>;

/** The outputs of this package's nodes that lead to this one, in this execution. */
export function earlierOutputs(context: ExecutionContext): IDataObject[] {
	const { name, type } = context.getNode();
	return context
		.getParentNodes(name)
		.filter((node) => node.type === type)
		.flatMap((node) => outputOfNode(context, node.name));
}

/** How long after a form was sent in somebody may still sit in front of it. */
const inFrontMs = 5 * 60_000;

/** Whether a person waits for this execution: in the editor, or in front of a form. */
export function isWatched(context: ExecutionContext & Pick<IExecuteFunctions, 'getMode'>): boolean {
	if (context.getMode() === 'manual') return true;
	const before = context.getParentNodes(context.getNode().name);
	const sent = before
		.filter(({ type }) => /\.form(Trigger)?$/.test(type))
		.flatMap(({ name }) => outputOfNode(context, name));
	return sent.some(({ submittedAt }) => Date.now() - (timeOf(submittedAt) ?? 0) < inFrontMs);
}

function outputOfNode(context: ExecutionContext, name: string): IDataObject[] {
	try {
		const items: unknown = context.evaluateExpression(`{{ $(${JSON.stringify(name)}).all() }}`, 0);
		return Array.isArray(items) ? items.map((item) => asFields(asFields(item).json)) : [];
	} catch {
		// It is in a branch that was not taken.
		return [];
	}
}

const withParameters = { includeNodeParameters: true };

/**
 * The nodes that may run in this execution after this node: those behind it, those in the branches
 * beside it, and the tools of the AI agents among them. A node that only leads here has run already.
 * Nodes that are turned off are left out.
 */
export function laterNodes(
	context: Omit<ExecutionContext, 'evaluateExpression'>,
): NodeTypeAndVersion[] {
	const { name } = context.getNode();
	const later = new Map<string, NodeTypeAndVersion>();
	const add = (nodes: NodeTypeAndVersion[]) => nodes.forEach((node) => later.set(node.name, node));

	add(context.getChildNodes(name, withParameters));
	// In a loop, a node before this one is also behind it.
	const before = context.getParentNodes(name).filter((node) => !later.has(node.name));
	for (const node of before) {
		// The first one leads to most others, so the nodes behind those are then known.
		if (!later.has(node.name)) add(context.getChildNodes(node.name, withParameters));
	}
	for (const node of before) later.delete(node.name);
	later.delete(name);

	const agentTools = { ...withParameters, connectionType: NodeConnectionTypes.AiTool };
	for (const node of [...later.keys()]) add(context.getParentNodes(node, agentTools));
	return [...later.values()].filter(({ disabled }) => !disabled);
}
