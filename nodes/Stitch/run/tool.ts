import { isExpression, type INode } from 'n8n-workflow';

import type { Mistake } from '../schemas/invalidInput';
import { asSentence } from '../transport/wording';
import { isNodeError } from './nodeError';

/** What stays the same whatever a model writes: other nodes, and what belongs to the workflow. */
export const workflowVariables = [
	...['node', 'workflow.id', 'workflow.name', 'vars', 'env'],
	...['jmespath', 'if', 'ifEmpty', 'max', 'min', 'average'],
];

/** n8n's variables and functions, such as `$json`, `$now`, `$workflow.id` and `$fromAI`. */
const variable = /\$(workflow\.\w+|[A-Za-z]\w*)/g;

/** The first variable of an expression that is none of these; undefined if it has no other. */
export function otherVariable(expression: string, known: readonly string[]): string | undefined {
	const other = [...expression.matchAll(variable)].find(([, name = '']) => !known.includes(name));
	return other?.[0];
}

/** Whether an AI agent runs the node as its tool; n8n then gives its type this ending. */
export function isTool({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}

/**
 * Why a value that bounds money is rejected where a model can write it: in a tool, even `$json` is what the
 * model wrote.
 * @param stored the parameter as it is saved
 */
export function whyLeftToModel(
	node: Pick<INode, 'type'>,
	field: string,
	stored: unknown,
): Mistake[] {
	if (!isTool(node) || !isExpression(stored)) return [];
	const found = otherVariable(stored, workflowVariables);
	if (found === undefined) return [];
	const what = `is made with ${found}, and in a tool no model may decide it`;
	const fix = 'Enter the value, or take it from a node before the agent.';
	return [{ field, what, fix }];
}

/** Puts the advice into the message, which is all that n8n passes on to a model. */
export function withAdvice(cause: unknown): unknown {
	if (!isNodeError(cause)) return cause;
	const { message, description } = cause;
	if (description) cause.message = `${asSentence(message)} ${description}`;
	return cause;
}
