import {
	NodeOperationError,
	sleep,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import type { PlannedPayment } from '../idempotency/payment';
import { connect } from '../transport/connect';
import { isUnknown, ServiceFailure } from '../transport/failure';
import type { Service } from '../transport/service';
import { tokenFor } from './authentication';
import { inParallel } from './concurrency';
import { failedItem } from './failedItem';
import { guard, type ReadyPayment } from './guard';
import { Item } from './item';
import { asNodeError, type NodeError } from './nodeError';
import type { FindOperation, Operation } from './operation';
import { readRunOptions, type RunOptions } from './options';
import { waitUntilFinal } from './waitUntilFinal';

/** One input item on its way: what was prepared for it, then what came of it. */
interface Entry {
	item: Item;
	plan?: unknown;
	payment?: PlannedPayment;
	output?: INodeExecutionData[];
	error?: NodeError;
	/** What the service did: it carried the item out, or nobody knows. */
	carriedOut?: 'yes' | 'unknown';
}

/** What all steps of one run share. */
interface Run {
	/** For errors: without its parameters, which may hold an account number. */
	node: INode;
	operation: Operation;
	service: Service;
	options: RunOptions;
	entries: Entry[];
	/** Whether the items after a failed one are still sent. */
	continueOnFail: boolean;
}

/**
 * The item loop of the action node: prepares and checks all items, then sends them with bounded
 * concurrency, and returns the results in the order of the items, each linked to its own.
 * @param findOperation looks an operation up in the catalogue
 * @throws {NodeOperationError | NodeApiError} for the first item that failed, unless the node is
 * set to continue; then each failed item becomes an output item of its own
 */
export async function run(
	context: IExecuteFunctions,
	findOperation: FindOperation,
): Promise<INodeExecutionData[][]> {
	const entries: Entry[] = context
		.getInputData()
		.map((_, index) => ({ item: new Item(context, index) }));
	if (entries.length === 0) return [[]];
	const continueOnFail = context.continueOnFail();
	const node = { ...context.getNode(), parameters: {} };
	let started: Run;
	try {
		started = { node, entries, continueOnFail, ...(await setUp(context, node, findOperation)) };
	} catch (cause) {
		const error = asNodeError(node, cause, 0);
		if (!continueOnFail) throw error;
		// Thrown, n8n would pass the input on as if all of it were done.
		return [entries.map(({ item }) => failedItem(error, item.index))];
	}

	await prepareAll(started);
	checkPayments(started);
	throwFirst(started);
	await sendAll(started);
	throwFirst(started);
	await waitForAll(started);
	throwFirst(started);

	return [entries.flatMap(outputOf)];
}

/** What holds for all items. */
async function setUp(context: IExecuteFunctions, node: INode, findOperation: FindOperation) {
	const operation = chosenOperation(context, node, findOperation);
	const options = readRunOptions(context);
	const service = await connect(context, options, tokenFor(operation, context));
	return { operation, options, service };
}

function chosenOperation(
	context: IExecuteFunctions,
	node: INode,
	findOperation: FindOperation,
): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const value = context.getNodeParameter('operation', 0);
	const operation = findOperation(resource, value);
	if (operation !== undefined) return operation;
	throw new NodeOperationError(
		node,
		`The operation "${value}" does not exist for the resource "${resource}"`,
		{ description: 'Choose Resource and Operation from the lists.' },
	);
}

/** How many items are prepared before n8n gets a turn: a queue worker has to show that it is alive. */
const ITEMS_PER_TURN = 100;

async function prepareAll({ entries, operation, service, node }: Run): Promise<void> {
	for (const entry of entries) {
		if (entry.item.index % ITEMS_PER_TURN === ITEMS_PER_TURN - 1) await sleep(0);
		try {
			entry.plan = operation.prepare(entry.item, service);
			entry.payment = operation.payment?.(entry.plan);
		} catch (cause) {
			entry.error = asNodeError(node, cause, entry.item.index);
		}
	}
}

function checkPayments({ entries, options, node }: Run): void {
	const payments = entries.flatMap(({ item, payment }): ReadyPayment[] =>
		payment ? [{ itemIndex: item.index, payment }] : [],
	);
	for (const [itemIndex, cause] of guard(payments, options)) {
		const entry = entries[itemIndex];
		if (entry) entry.error = asNodeError(node, cause, itemIndex);
	}
}

async function sendAll({
	entries,
	operation,
	service,
	options,
	node,
	continueOnFail,
}: Run): Promise<void> {
	const ready = entries.filter(({ error }) => error === undefined);
	await inParallel(ready, options.concurrency, async (entry) => {
		const { item, plan, payment } = entry;
		try {
			if (options.dryRun && payment) {
				entry.output = asItems({ dryRun: true, ...payment.preview }, item.index);
			} else {
				entry.output = asItems(await operation.send(plan, service, item), item.index);
				entry.carriedOut = 'yes';
			}
		} catch (cause) {
			entry.error = asNodeError(node, cause, item.index);
			if (cause instanceof ServiceFailure && isUnknown(cause.details)) {
				entry.carriedOut = 'unknown';
			}
		}
		return entry.error === undefined || continueOnFail;
	});
}

/** "Wait Until Final": for all items together, once all of them were sent. */
async function waitForAll({ entries, operation, service, options, node }: Run): Promise<void> {
	const { lifecycle } = operation;
	const { wait, dryRun, concurrency } = options;
	if (lifecycle === undefined || wait === undefined || dryRun) return;
	const sent = entries.flatMap((entry) =>
		(entry.output ?? []).map(({ json }) => ({ entry, json })),
	);
	const outputs = sent.map(({ json }) => json);
	const results = await waitUntilFinal(service, lifecycle, outputs, { ...wait, concurrency });
	for (const [position, { entry }] of sent.entries()) {
		const outcome = results[position];
		if (outcome instanceof ServiceFailure) {
			entry.error = asNodeError(node, outcome, entry.item.index);
		} else if (outcome !== undefined) {
			entry.output = asItems(outcome, entry.item.index);
		}
	}
}

function throwFirst({ entries, continueOnFail }: Run): void {
	const failed = entries.find((entry) => entry.error !== undefined);
	if (continueOnFail || failed?.error === undefined) return;
	const { error, item } = failed;
	// Counted from 0, as everywhere in n8n. On an output each item is joined to its input instead.
	error.message += ` [item ${item.index}]`;
	// n8n shows no output then, and what has no nonce must not be sent a second time.
	const others = entries.filter((entry) => entry !== failed);
	const done = indexesOf(others, 'yes');
	const unknown = indexesOf(others, 'unknown');
	error.description = [
		error.description,
		done && `Carried out all the same: items ${done}.`,
		unknown && `Perhaps carried out, look them up: items ${unknown}.`,
	]
		.filter(Boolean)
		.join(' ');
	throw error;
}

/** The items that were carried out, or perhaps were, as a person writes them: `0-411, 413`. */
function indexesOf(entries: Entry[], carriedOut: Entry['carriedOut']): string {
	const ranges: Array<[from: number, to: number]> = [];
	for (const { item } of entries.filter((entry) => entry.carriedOut === carriedOut)) {
		const last = ranges.at(-1);
		if (last?.[1] === item.index - 1) last[1] = item.index;
		else ranges.push([item.index, item.index]);
	}
	return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

function asItems(output: IDataObject | IDataObject[], item: number): INodeExecutionData[] {
	return [output].flat().map((json) => ({ json, pairedItem: { item } }));
}

function outputOf({ output, error, item }: Entry): INodeExecutionData[] {
	return error ? [failedItem(error, item.index)] : (output ?? []);
}
