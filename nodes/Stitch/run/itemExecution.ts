import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeTypeAndVersion,
} from 'n8n-workflow';

import { hasTimeLimit } from '../transport/n8nInternals';
import { earlierOutputs, laterNodes, ownAddresses, resumeAddress } from './execution';

/** The execution that an input item belongs to, and how it is made to wait for a person. */
export class ItemExecution {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly index: number,
	) {}

	get itemCount(): number {
		return this.context.getInputData().length;
	}

	/**
	 * Whether n8n may have taken the outputs of earlier nodes from a different execution: it does so in a
	 * retry, and if a person has started the execution in the middle.
	 */
	get mayHaveEarlierOutput(): boolean {
		return ['retry', 'manual'].includes(this.context.getMode());
	}

	get resumeUrl(): string {
		return resumeAddress(this.context);
	}

	/** The beginnings of this n8n's addresses; see `ownAddresses`. */
	get n8nAddresses(): string[] {
		return ownAddresses(this.context);
	}

	/** Whether n8n ends this execution after a set time; see `hasTimeLimit`. */
	get hasTimeLimit(): boolean {
		return hasTimeLimit(this.context);
	}

	/** The nodes that may run in this execution after this node; see `laterNodes`. */
	get laterNodes(): NodeTypeAndVersion[] {
		return laterNodes(this.context);
	}

	/** What the input and earlier nodes of this package say about an object; see `earlierOutputs`. */
	earlier(id: string): IDataObject[] {
		return [this.input?.json ?? {}, ...earlierOutputs(this.context)].filter(
			(json) => json.id === id,
		);
	}

	/**
	 * Makes the execution wait after this node. When the time is up, n8n passes the node's input to the
	 * next node without running this one again, so the row is replaced by the output for that case.
	 * It has to contain the row: when a payer returns, the node's expressions read it again.
	 */
	async park(until: Date, whenTimeIsUp: IDataObject): Promise<void> {
		if (this.input !== undefined) this.input.json = whenTimeIsUp;
		await this.context.putExecutionToWait(until);
	}

	private get input(): INodeExecutionData | undefined {
		return this.context.getInputData()[this.index];
	}
}
