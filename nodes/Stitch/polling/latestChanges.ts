import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { asNodeError } from '../run/nodeError';
import { connect } from '../transport/connect';
import { asItem, type Change } from './change';
import { inOrder } from './cursor';
import { latestOf } from './readWindow';
import { readSettings } from './settings';

/** A person looks at them in the editor. */
const most = 10;

/**
 * The latest changes that match the panel, for a person who builds the workflow. It moves no cursor:
 * the published workflow gets them all the same.
 * @throws {NodeOperationError | NodeApiError} also if there is none
 */
export async function latestChanges(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const node = { ...context.getNode(), parameters: {} };
	let found: Change[];
	try {
		const { lists, isWanted } = readSettings(context);
		const service = await connect(context);
		found = inOrder(await latestOf(service, lists)).filter(isWanted);
	} catch (cause) {
		throw asNodeError(node, cause);
	}
	if (found.length > 0) return found.slice(-most).map((change) => asItem(change, Date.now()));
	throw new NodeOperationError(node, 'Nothing at Stitch matches Events and Options yet', {
		description:
			'You can still publish the workflow: it starts when something happens. To see data now, choose more Events, or make a payment with a test client.',
	});
}
