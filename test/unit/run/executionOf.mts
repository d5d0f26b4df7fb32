import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

interface Asked {
	name: string;
	index: number;
	fallback: unknown;
	options?: IDataObject;
}

/** An execution with rows, whose parameters are stored like this and evaluate to that. */
export function executionOf(
	rows: IDataObject[],
	{ stored = {}, evaluated = {}, node = {} }: Record<string, IDataObject> = {},
) {
	const input = rows.map((json) => ({ json }));
	const asked: Asked[] = [];
	const waits: Date[] = [];
	const flow = {};
	const execution = { id: '1' };
	const context = {
		getInputData: () => input,
		getNodeParameter(name: string, index: number, fallback: unknown, options?: IDataObject) {
			asked.push({ name, index, fallback, options });
			const values = options?.rawExpressions === true ? stored : evaluated;
			return values[name] ?? fallback;
		},
		getContext: () => flow,
		getExecutionId: () => execution.id,
		getNode: () => ({ name: 'Stitch', type: 'package.stitch', ...node }) as INode,
		getTimezone: () => 'Africa/Johannesburg',
		getChildNodes: () => [{ name: 'After', disabled: false }],
		getParentNodes: () => [],
		evaluateExpression: (expression: string, index: number) => `${expression} of item ${index}`,
		putExecutionToWait: async (until: Date) => void waits.push(until),
	};
	return { context: context as unknown as IExecuteFunctions, input, asked, waits, execution };
}
