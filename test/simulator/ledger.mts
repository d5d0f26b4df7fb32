/** One request as the service received it. `status` 0 means that the socket closed without an answer. */
export interface RequestRecord {
	/** 1 for the client's first request. */
	n: number;
	method: string;
	path: string;
	status: number;
	/** Real time of arrival, milliseconds since 1970. */
	at: number;
	/** GraphQL: the operation that was sent. */
	operation?: string;
	/** The kind of the fault that was applied. */
	fault?: string;
}

/** What happened to one client: read by tests, changed by nothing but the simulator. */
export class Ledger {
	/** The first requests in full, up to `kept`; the counts go on. */
	readonly requests: RequestRecord[] = [];
	readonly kept = 200_000;
	readonly statuses: Record<string, number> = {};
	readonly routes: Record<string, number> = {};
	requestCount = 0;
	inFlight = 0;
	maxInFlight = 0;
	tokensIssued = 0;
	/** Cents that left the float account. */
	moneyOut = 0;

	/** Notes the arrival of a request and returns its record, to be completed by `finish`. */
	start(method: string, path: string, at: number): RequestRecord {
		const record: RequestRecord = { n: ++this.requestCount, method, path, status: 0, at };
		if (this.requests.length < this.kept) this.requests.push(record);
		if (++this.inFlight > this.maxInFlight) this.maxInFlight = this.inFlight;
		return record;
	}

	/** Takes back a record that turned out to belong to another client. */
	withdraw(record: RequestRecord): void {
		this.inFlight--;
		this.requestCount--;
		const index = this.requests.lastIndexOf(record);
		if (index >= 0) this.requests.splice(index, 1);
	}

	/** Notes the answer: its status, or 0 when the connection closed without one. */
	finish(record: RequestRecord, status: number, route: string): void {
		this.inFlight--;
		record.status = status;
		this.statuses[status] = (this.statuses[status] ?? 0) + 1;
		this.routes[route] = (this.routes[route] ?? 0) + 1;
	}

	/** Counts only: cheap to read. Money in cents. */
	summary(): Record<string, unknown> {
		return {
			requests: this.requestCount,
			inFlight: this.inFlight,
			maxInFlight: this.maxInFlight,
			tokensIssued: this.tokensIssued,
			statuses: this.statuses,
			routes: this.routes,
			moneyOut: this.moneyOut,
		};
	}
}
