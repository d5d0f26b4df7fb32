import type { IExecuteFunctions } from 'n8n-workflow';

import type { VirtualTime } from './virtual-time.mts';

/**
 * n8n's table of processed data and what n8n's helpers do to it: read a row, add to it and write it
 * back, without a lock. Only the creation of a row is safe from others: its name is a primary key.
 */
export class ProcessedData {
	readonly rows = new Map<string, string[]>();

	private executions = 0;

	private readonly time: VirtualTime;
	private readonly outage: number;

	/** @param outage how likely the connection is lost, in each step */
	constructor(time: VirtualTime, outage = 0) {
		this.time = time;
		this.outage = outage;
	}

	/** What n8n gives to a trigger in a new execution, as far as it is about what was processed. */
	execution(nodeId: string, mode = 'trigger'): IExecuteFunctions {
		const node = { id: nodeId, name: nodeId, type: 'trigger' };
		const execution = String(++this.executions);
		// The same for all tries of n8n to run the node.
		const executeData = { node };
		const context = {
			getMode: () => mode,
			getWorkflow: () => ({ id: 'workflow' }),
			getNode: () => ({ ...node }),
			getExecuteData: () => executeData,
			getExecutionId: () => execution,
			helpers: {
				// n8n reads the name of the node before it first waits.
				checkProcessedAndRecord: (ids: string[], _: string, how: { maxEntries?: number }) =>
					this.record(node.id, ids, how.maxEntries),
				clearAllProcessedItems: () => this.clear(node.id),
				getProcessedDataCount: () => this.count(node.id),
			},
		};
		return context as unknown as IExecuteFunctions;
	}

	private async record(name: string, ids: string[], maxEntries?: number) {
		await this.step();
		const read = this.rows.get(name);
		await this.step();
		const known = new Set(read);
		const added = ids.filter((id) => !known.has(id));
		if (read === undefined && this.rows.has(name)) throw new Error('duplicate key');
		const entries = [...(read ?? []), ...added];
		this.rows.set(name, maxEntries === undefined ? entries : entries.slice(-maxEntries));
		await this.step();
		return { new: added, processed: ids.filter((id) => known.has(id)) };
	}

	private async clear(name: string): Promise<void> {
		await this.step();
		this.rows.delete(name);
	}

	private async count(name: string): Promise<number> {
		await this.step();
		return this.rows.get(name)?.length ?? 0;
	}

	private async step(): Promise<void> {
		await this.time.pause(10 * this.time.random());
		if (this.time.random() < this.outage) throw new Error('connection lost');
	}
}
