import type { IExecuteFunctions, INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { connect, setupError } from '../transport/connect';
import { continuingOnFail } from '../webhook/deliver';
import type { StitchEvent } from '../webhook/event';
import { readPanel } from '../webhook/settings';
import { areFirstDeliveries } from '../webhook/startOnce';
import { changeItem, sortedByTime, type Change } from './changes';
import { pollingPanel, readSettings } from './settings';
import { readSome } from './window';

/** How many changes n8n's database remembers of each trigger: more than three days of a busy shop. */
const rememberedChanges = 50_000;

/**
 * How many changes a person is shown in the editor, and from how many objects of each list they are
 * chosen.
 */
const mostShown = 10;
const mostRead = 20;

/**
 * The part of the trigger that runs inside the execution: lets each change through once. A test in
 * the editor has nothing to let through yet and shows the latest changes.
 *
 * A retry by hand is deliberate, so its changes always pass.
 * @throws {NodeOperationError | NodeApiError} when the database or, in a test, Stitch cannot be read,
 * and in a retry of an execution that reported a failed poll
 */
export async function deliver(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return await continuingOnFail(context, async () => await newChanges(context));
}

async function newChanges(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	if (context.getMode() === 'manual') {
		return [items.some(isChange) ? items : await latestChanges(context)];
	}
	if (!items.some(isChange)) throw nothingToRetry(context);
	const changes = items.map(({ json }) => json as unknown as StitchEvent);
	const { options } = readPanel(context, pollingPanel);
	const areFirst = await areFirstDeliveries(context, changes, rememberedChanges, options);
	const paired = items.map((each, item) => ({ ...each, pairedItem: { item } }));
	return [paired.filter((_, item) => areFirst[item])];
}

function isChange({ json }: INodeExecutionData): boolean {
	return json.changeKey !== undefined;
}

/** n8n repeats an execution that reported a failed poll with one empty item. */
function nothingToRetry(context: IExecuteFunctions): NodeOperationError {
	const what = 'Nothing to retry: this execution only reported a failed poll';
	const description =
		'No change is lost: the next poll that succeeds starts the workflow with all of them.';
	return setupError(context, what, description);
}

/**
 * The latest changes that match the panel, for a person who builds the workflow. The published workflow
 * receives them anyway.
 * @throws also if there is none
 */
async function latestChanges(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const found = await readLatest(context);
	if (found.length > 0) return found.map((change) => changeItem(change, Date.now()));
	throw setupError(
		context,
		'Nothing in Stitch matches Events and Options yet',
		'You can still publish the workflow: it starts when something happens. To see data now, choose more Events, or make a payment with a test client.',
	);
}

async function readLatest(context: IExecuteFunctions): Promise<Change[]> {
	const { lists, isWanted } = readSettings(context);
	const shown = await readSome(await connect(context), lists, mostRead);
	const changes = shown.flatMap((each) => each.changes).filter(isWanted);
	// Two lists may show the same.
	const different = new Map(changes.map((change) => [change.id, change]));
	return sortedByTime([...different.values()]).slice(-mostShown);
}
