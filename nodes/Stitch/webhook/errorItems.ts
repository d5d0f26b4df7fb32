import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { asNodeError } from '../run/nodeError';

/**
 * What a trigger's execution passes on. A node that goes on when it fails gives an item with `error`
 * for each event, which is in `details`: if this threw, n8n would pass on the input of the node, as if
 * unchecked events were good. Both outputs get the same; n8n sends such items to the error output.
 * @throws {NodeOperationError | NodeApiError} where the node stops when it fails
 */
export async function orErrorItems(
	context: IExecuteFunctions,
	work: () => Promise<INodeExecutionData[][]>,
): Promise<INodeExecutionData[][]> {
	try {
		return await work();
	} catch (cause) {
		const error = asNodeError(context.getNode(), cause);
		if (!context.continueOnFail()) throw error;
		const { message, description } = error;
		const howToFix = `${description ?? ''} ${unchecked}`.trim();
		return [
			context.getInputData().map(({ json: event }, item) => ({
				json: { error: message, details: { howToFix, event } },
				pairedItem: { item },
			})),
		];
	}
}

const unchecked =
	'The event in "details" was not filtered and not checked for an earlier start of the workflow.';
