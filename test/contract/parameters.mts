import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';
import type { WorkflowNode } from '../host/api.mts';

/**
 * What n8n's editor would not take as it stands in a node of a workflow.
 * @param types descriptions of node types, with the names that workflows use
 * @returns one line for an unknown type or version, for each parameter that the type does not know
 * or does not show beside the others, and for each that the editor would mark in red
 */
export function findings(node: WorkflowNode, types: INodeTypeDescription[]): string[] {
	const type = types.find(
		({ name, version }) => name === node.type && [version].flat().includes(node.typeVersion),
	);
	if (type === undefined) return [`${node.name}: no type ${node.type} ${node.typeVersion}`];
	const kept = NodeHelpers.getNodeParameters(
		type.properties,
		node.parameters as INode['parameters'],
		true,
		false,
		node,
		type,
	);
	const filled = { ...node, parameters: kept } as INode;
	const issues = NodeHelpers.getNodeParametersIssues(type.properties, filled, type);
	return [
		...lost(node.parameters, kept, '').map((path) => `${node.name}: unknown parameter ${path}`),
		...Object.values(issues?.parameters ?? {})
			.flat()
			.map((issue) => `${node.name}: ${issue}`),
	];
}

/** Where a value of `given` is not in `kept`. */
function lost(given: unknown, kept: unknown, path: string): string[] {
	if (typeof given !== 'object' || given === null) return Object.is(given, kept) ? [] : [path];
	if (typeof kept !== 'object' || kept === null) return [path];
	return Object.entries(given).flatMap(([key, value]) =>
		lost(value, (kept as Record<string, unknown>)[key], path === '' ? key : `${path}.${key}`),
	);
}
