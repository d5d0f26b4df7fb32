import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { asFields } from '../transport/json';

type Context = Pick<IExecuteFunctions, 'evaluateExpression' | 'getNode' | 'getParentNodes'>;

/** What the nodes of this package that lead to this one have put out in this execution. */
export function earlierOutputs(context: Context): IDataObject[] {
	const { name, type } = context.getNode();
	return context
		.getParentNodes(name)
		.filter((node) => node.type === type)
		.flatMap((node) => outputOf(context, node.name));
}

function outputOf(context: Context, name: string): IDataObject[] {
	try {
		const items: unknown = context.evaluateExpression(`{{ $(${JSON.stringify(name)}).all() }}`, 0);
		return Array.isArray(items) ? items.map((item) => asFields(asFields(item).json)) : [];
	} catch {
		// It is in a branch that was not taken.
		return [];
	}
}
