import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { PreparedPayment } from '../idempotency/payment';
import { ServiceFailure, type Happened } from '../transport/failure';
import type { Service } from '../transport/service';
import type { Item } from './item';
import { nameOfItem } from './itemName';
import { asNodeError, errorOutput, type NodeError } from './nodeError';
import type { Operation } from './operation';
import { maskForAgent, shapeOutput } from './simplify';

/** One input item during a run: first its prepared plan, as long as it is needed, then its result. */
export interface Entry {
	readonly item: Item;
	plan?: unknown;
	payment?: PreparedPayment | undefined;
	/** The nonce of its payment, even after it was sent. */
	nonce?: string;
	output?: INodeExecutionData[];
	/** Whether its output is the item itself, which is not to be processed. */
	isPassedBy?: true;
	error?: NodeError;
	/** Whether the service has done what the item asks for. */
	happened: Happened;
}

/** Ends an entry with what prevented its result. A payment's nonce is kept with it. */
export function fail(entry: Entry, cause: unknown): void {
	const { item, nonce } = entry;
	entry.error = asNodeError(item.node, cause, item.index, entry.happened);
	const happened = cause instanceof ServiceFailure ? cause.details.happened : 'no';
	// Something that has happened stays so, whatever fails afterwards.
	if (happened !== 'no') entry.happened = happened;
	const facts = entry.error.context.data as IDataObject | undefined;
	entry.error.context.data = {
		...(nonce !== undefined && { nonce }),
		...facts,
		// A workflow that counts or branches cannot tell it from words.
		...(happened === 'maybe' && { happened }),
	};
}

/**
 * Throws the error of the first failed entry and lists the state of the others: n8n then shows no output,
 * and requests without a nonce must not be sent a second time.
 * @throws {NodeOperationError | NodeApiError}
 */
export function throwFirst(entries: readonly Entry[]): void {
	const failed = entries.find(({ error }) => error !== undefined);
	if (failed?.error === undefined) return;
	const { error, item } = failed;
	// On an output, each item is linked to its input instead.
	const name = entries.length > 1 ? nameOfItem(item.index, item.reference) : item.reference;
	if (name !== undefined) error.message = `${name}: ${error.message}`;
	const others = entries.filter((entry) => entry !== failed);
	const done = indexesOf(others, 'yes');
	const unknown = indexesOf(others, 'maybe');
	const unsure = others.find(({ happened }) => happened === 'maybe');
	error.description = [
		error.description,
		done && `Already processed: items ${done}.`,
		unknown && `Possibly processed: items ${unknown}.`,
		// The advice about them, unless the failed item has given it already.
		failed.happened !== 'maybe' && unsure?.error?.description,
	]
		.filter(Boolean)
		.join(' ');
	throw error;
}

/** Item numbers as people write them, of the items of which the same is known: `0-411, 413`. */
function indexesOf(entries: readonly Entry[], happened: Happened): string {
	const ranges: Array<[from: number, to: number]> = [];
	for (const { item } of entries.filter((entry) => entry.happened === happened)) {
		const last = ranges.at(-1);
		if (last?.[1] === item.index - 1) last[1] = item.index;
		else ranges.push([item.index, item.index]);
	}
	return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

interface Finishing {
	operation: Operation;
	service: Service;
	/** Whether the user wants columns instead of what the service sent. */
	simplified: boolean;
}

/**
 * Turns the record of an entry into the node's output: completed, and as columns if the user wants that.
 */
export async function finish(entry: Entry, finishing: Finishing): Promise<void> {
	const finished: INodeExecutionData[] = [];
	try {
		for (const { json, ...output } of entry.output ?? []) {
			finished.push({ ...output, json: await completed(json, entry.item, finishing) });
		}
		entry.output = finished;
	} catch (cause) {
		fail(entry, cause);
	}
}

async function completed(
	read: IDataObject,
	{ isForTool }: Item,
	{ operation, service, simplified }: Finishing,
): Promise<IDataObject> {
	const { complete } = operation;
	const json = simplified && complete ? await complete(read, service) : read;
	const output = shapeOutput(json, operation, simplified);
	return simplified && isForTool ? maskForAgent(output) : output;
}

/** The output item of an input item that failed, with its files. */
export function failedItem(
	error: NodeError,
	item: Pick<Item, 'files' | 'index'>,
): INodeExecutionData {
	return { json: errorOutput(error), ...item.files, pairedItem: { item: item.index } };
}
