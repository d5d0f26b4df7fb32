/** Some answers together: how long they took, and among how many requests. */
export class Answers {
	count = 0;

	/** Milliseconds. */
	private time = 0;

	/** The same, each divided by how many requests were allowed. */
	private timePerRequest = 0;

	/**
	 * @param took milliseconds
	 * @param among how many requests were allowed at the time
	 */
	note(took: number, among: number): void {
		this.count++;
		this.time += took;
		this.timePerRequest += took / among;
	}

	/** Milliseconds; NaN if there were none. */
	get mean(): number {
		return this.time / this.count;
	}

	/** How many of them the service gives in a millisecond. */
	get perMs(): number {
		return this.count / this.timePerRequest;
	}
}
