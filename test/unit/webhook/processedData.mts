import type { IExecuteFunctions } from 'n8n-workflow';

import type { VirtualTime } from './virtual-time.mts';

/**
 * n8n's table of processed data and what n8n's helpers do to it: read a row, add to it and write it
 * back, without a lock. Only the creation of a row is safe from others: its name is a primary key.
 */
export class ProcessedData {
	readonly rows = new Map<string, string[]>();

	/** What each call was given. */
	readonly recordings: string[][] = [];

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
		// The same for all tries of n8n to run the node.
		const executeData = { node };
		const context = {
			getMode: () => mode,
			getWorkflow: () => ({ id: 'workflow' }),
			getNode: () => ({ ...node }),
			getExecuteData: () => executeData,
			helpers: {
				checkProcessedAndRecord: async (ids: string[], _: string, how: { maxEntries: number }) =>
					await this.record(nodeId, ids, how.maxEntries),
			},
		};
		return context as unknown as IExecuteFunctions;
	}

	private async record(name: string, ids: string[], maxEntries: number) {
		this.recordings.push(ids);
		await this.step();
		const read = this.rows.get(name);
		await this.step();
		const known = new Set(read);
		const added = ids.filter((id) => !known.has(id));
		if (read === undefined && this.rows.has(name)) throw new Error('duplicate key');
		this.rows.set(name, [...(read ?? []), ...added].slice(-maxEntries));
		await this.step();
		return { new: added, processed: ids.filter((id) => known.has(id)) };
	}

	private async step(): Promise<void> {
		await this.time.pause(10 * this.time.random());
		if (this.time.random() < this.outage) throw new Error('connection lost');
	}
}
