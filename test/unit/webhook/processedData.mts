/**
 * n8n's table of processed data and what n8n's helpers do to it: read a row, add to it and write it
 * back, without a lock. Only the creation of a row is safe from others: its name is a primary key.
 */
export class ProcessedData {
	/** What each call was given. */
	readonly recordings: Array<{ ids: string[]; how: object }> = [];

	/**
	 * @param rows by node
	 * @param step what happens between the steps of a call: time passes, or the connection is lost
	 */
	constructor(
		readonly rows = new Map<string, string[]>(),
		private readonly step: () => Promise<void> = async () => {},
	) {}

	/** What n8n gives to a trigger in a new execution, as far as it is about what was processed. */
	execution(id: string, mode = 'trigger') {
		const node = { id, name: id, type: 'trigger', credentials: {} };
		// The same for all tries of n8n to run the node.
		const executeData = { node };
		return {
			getMode: () => mode,
			getInstanceId: () => 'n8n',
			getWorkflow: () => ({ id: 'workflow' }),
			getNode: () => ({ ...node }),
			getExecuteData: () => executeData,
			helpers: {
				checkProcessedAndRecord: async (
					ids: string[],
					scope: string,
					how: { mode: string; maxEntries: number },
				) => {
					this.recordings.push({ ids, how: { scope, ...how } });
					return await this.record(scope === 'node' ? id : '', ids, how.maxEntries);
				},
			},
		};
	}

	private async record(name: string, ids: string[], maxEntries: number) {
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
}
