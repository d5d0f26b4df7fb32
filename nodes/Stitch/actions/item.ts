import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { readInputFile, type InputFile } from './inputFile';

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

	/** A parameter's value; nothing where the editor does not show it. */
	get(name: string): unknown {
		return this.context.getNodeParameter(name, this.index, undefined, { extractValue: true });
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
