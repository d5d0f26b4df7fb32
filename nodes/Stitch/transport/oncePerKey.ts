/** Work that is done once for all who want it at the same time. */
export class OncePerKey<Value> {
	private readonly underWay = new Map<string, Promise<Value>>();

	/**
	 * What `work` brings; while it is under way for a key, everybody with this key gets the same.
	 * @throws whatever `work` throws, to all of them
	 */
	async do(key: string, work: () => Promise<Value>): Promise<Value> {
		const others = this.underWay.get(key);
		if (others !== undefined) return await others;
		const mine = work();
		this.underWay.set(key, mine);
		try {
			return await mine;
		} finally {
			this.underWay.delete(key);
		}
	}
}
