import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { resumeAddress } from './resumeAddress';
import { readInputFile, type InputFile } from './inputFile';
import { plainColumn } from './plainColumn';

/** One input item with the node's parameters as they evaluate for it. */
export class Item {
	constructor(
		private readonly context: IExecuteFunctions,
		/** Counted from 0, as n8n shows it. */
		readonly index: number,
	) {}

	/** The workflow's time zone (IANA name), in which a date without a zone is meant. */
	get timezone(): string {
		return this.context.getTimezone();
	}

	/** How many items reach the node together with this one, itself included. */
	get count(): number {
		return this.context.getInputData().length;
	}

	/** Whether an AI agent runs the node; n8n then gives its type this ending. */
	get isForTool(): boolean {
		return this.context.getNode().type.endsWith('Tool');
	}

	/** Whether n8n runs the node again, with all its items, when one of them has failed. */
	get isRetriedOnFail(): boolean {
		return this.context.getNode().retryOnFail === true;
	}

	/** Where this execution goes on when it waits. */
	get resumeUrl(): string {
		return resumeAddress(this.context);
	}

	/**
	 * Lets the execution wait once this node is done. When the time passes, n8n hands the node's input
	 * to the next node and asks nobody, so the input is replaced by what is to be said then. The
	 * input's own fields stay: the node's expressions are read from them again when a payer returns.
	 */
	async park(until: Date, whenTimeIsUp: IDataObject): Promise<void> {
		const { input } = this;
		if (input !== undefined) input.json = { ...input.json, ...whenTimeIsUp };
		await this.context.putExecutionToWait(until);
	}

	/** A parameter's value; nothing where the editor does not show it. */
	get(name: string): unknown {
		const stored = this.context.getNodeParameter(name, this.index, null, { rawExpressions: true });
		const plain = plainColumn(stored, this.input?.json ?? {});
		if (plain !== undefined) return plain;
		// With the fallback `undefined`, n8n throws for a parameter that is not shown.
		return this.context.getNodeParameter(name, this.index, null, { extractValue: true });
	}

	private get input(): INodeExecutionData | undefined {
		return this.context.getInputData()[this.index];
	}

	/** The value of a parameter of type collection; empty where nothing was added. */
	collection(name: string): IDataObject {
		return this.context.getNodeParameter(name, this.index, {}) as IDataObject;
	}

	/** The file in a binary field of this item; nothing where there is none. */
	file(field: unknown): InputFile | undefined {
		return readInputFile(this.context, this.index, field);
	}
}
