import {
	isExpression,
	isResourceLocatorValue,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { asText } from '../schemas/asText';
import type { Mistake } from '../schemas/invalidInput';
import { shownReference } from '../transport/wording';
import { readInputFile, storeFiles, type Files, type InputFile, type OutputFile } from './files';
import { ItemExecution } from './execution';
import { emptyColumns, plainColumn } from './plainColumn';
import { isOfOneRun } from './reference';
import { isTool, whyLeftToModel } from './tool';

/** One input item, with the node's parameters evaluated for it. */
export class Item {
	/** Values that replace those of `get`: IDs that were looked up, and the External Reference. */
	private readonly known = new Map<string, unknown>();

	constructor(
		private readonly context: IExecuteFunctions,
		/** Counted from 0, as n8n shows it. */
		readonly index: number,
	) {}

	/** The workflow's time zone (IANA name), which applies to dates without one. */
	get timezone(): string {
		return this.context.getTimezone();
	}

	get execution(): ItemExecution {
		return new ItemExecution(this.context, this.index);
	}

	get node(): INode {
		return this.context.getNode();
	}

	get isForTool(): boolean {
		return isTool(this.node);
	}

	/** Whether n8n runs the node again, with all its items, when one of them has failed. */
	get isRetriedOnFail(): boolean {
		return this.node.retryOnFail === true;
	}

	/**
	 * When this execution sent its first payment, in milliseconds since the epoch; `now` if it has sent
	 * none. n8n keeps it through Retry On Fail, loops and waits. The Retry button starts a new execution.
	 * 0 while the clock is set back to before it: then nothing shows which payments are older.
	 */
	sendingSince(now: number): number {
		const kept = this.context.getContext('flow');
		const execution = this.context.getExecutionId();
		const { stitch } = kept as { stitch?: { execution: string; since: number } };
		if (stitch?.execution === execution) return stitch.since <= now ? stitch.since : 0;
		kept.stitch = { execution, since: now };
		return now;
	}

	/**
	 * Whether a person has retried an execution. n8n then runs this node again if it had failed, but
	 * even if n8n was killed after it: such an execution starts from the beginning.
	 */
	get isRetry(): boolean {
		return this.context.getMode() === 'retry';
	}

	/**
	 * The External Reference by which people know the item, as a message may show it; undefined where
	 * the operation has none, or none that can be read.
	 */
	get reference(): string | undefined {
		try {
			const reference = asText(this.get('externalReference'));
			return reference === undefined ? undefined : shownReference(reference);
		} catch {
			// What cannot be read is rejected elsewhere, with its reason.
			return undefined;
		}
	}

	/** The item's own fields. */
	get row(): IDataObject {
		return this.input?.json ?? {};
	}

	/**
	 * A parameter's value; undefined if the editor does not show it. The External Reference stays as it
	 * was first read: an expression such as `$now` returns a different one each time, and a message must
	 * name the one that was sent.
	 */
	get(name: string): unknown {
		if (this.known.has(name)) return this.known.get(name);
		const value = this.read(name);
		if (name === 'externalReference') this.known.set(name, value);
		return value;
	}

	private read(name: string): unknown {
		const stored = this.stored(name);
		const plain = plainColumn(isResourceLocatorValue(stored) ? stored.value : stored, this.row);
		if (plain !== undefined) return plain;
		// With the fallback `undefined`, n8n throws for a parameter that is not shown.
		return this.context.getNodeParameter(name, this.index, null, { extractValue: true });
	}

	/** How a field names its object: `list`, `id`, …; undefined for any other field. */
	modeOf(name: string): string | undefined {
		const stored = this.stored(name);
		return isResourceLocatorValue(stored) ? stored.mode : undefined;
	}

	/** The columns that a field puts its text together from, and that this item does not have or leaves empty. */
	emptyColumns(name: string): string[] {
		const empty = emptyColumns(this.stored(name), this.row);
		// For a tool of an AI agent, n8n may find more than the item has.
		return empty.filter((column) => {
			const expression = `{{ $json[${JSON.stringify(column)}] }}`;
			return asText(this.context.evaluateExpression(expression, this.index)) === undefined;
		});
	}

	/** Whether a field takes its value from an expression. */
	hasExpression(name: string): boolean {
		return isExpression(this.stored(name));
	}

	/** Why a field that bounds money is rejected; none where no model can write it. */
	whyLeftToModel(name: string, field: string): Mistake[] {
		return whyLeftToModel(this.node, field, this.stored(name));
	}

	/** Whether this is a retry and a field, made from the execution or the clock, has changed. */
	hasChangedInRetry(name: string): boolean {
		return this.isRetry && isOfOneRun(this.stored(name));
	}

	/** Sets the ID of the object that a parameter names in another way, for `get`. */
	locate(name: string, id: string): void {
		this.known.set(name, id);
	}

	/** A parameter as it is saved, before n8n evaluates it; null if the editor does not show it. */
	private stored(name: string): unknown {
		return this.context.getNodeParameter(name, this.index, null, { rawExpressions: true });
	}

	/** Its files, by the names of their binary fields. */
	get files(): Files {
		const binary = this.input?.binary;
		return binary === undefined ? {} : { binary };
	}

	private get input(): INodeExecutionData | undefined {
		return this.context.getInputData()[this.index];
	}

	/** The value of a parameter of type collection; empty if the user added nothing. */
	collection(name: string): IDataObject {
		return this.context.getNodeParameter(name, this.index, {}) as IDataObject;
	}

	async store(files: readonly OutputFile[]): Promise<Files> {
		return await storeFiles(this.context, files);
	}

	/** The file in a binary field of this item; undefined if there is none. */
	file(field: unknown): InputFile | undefined {
		return readInputFile(this.context, this.index, field);
	}
}
