import type { IDataObject } from 'n8n-workflow';

import { EarlierPayments, largestBatch } from '../idempotency/earlierPayments';
import type { Service } from '../transport/service';
import { batchesAtOnce } from './dryRun';
import type { Entry } from './entry';
import { wasSentBefore } from './sentBefore';

/** The payments that were found for the rows of a batch, by their nonces. */
type FoundAhead = Map<string, IDataObject>;

/**
 * Looks up the payments of the next rows, many with one request, as soon as a row turns out to have been
 * sent before: most of the file may then have been sent. It ends at a batch in which it finds none. A row
 * that it does not find, or cannot look up, is sent as if nobody had looked.
 */
export class LookAhead {
	private readonly earlier: EarlierPayments;

	private readonly batches = new Map<number, Promise<FoundAhead>>();

	private isWorthIt = false;

	private hasFailed = false;

	/** @param entries all of the run, in their order */
	constructor(
		private readonly entries: readonly Entry[],
		service: Service,
	) {
		this.earlier = new EarlierPayments(service.aside());
	}

	learn(entry: Entry): void {
		if (entry.payment?.lookUp !== undefined && wasSentBefore(entry)) this.isWorthIt = true;
	}

	/** The payment of a row, where it was looked up and found. */
	async find({ item, payment }: Entry): Promise<IDataObject | undefined> {
		if (!this.isWorthIt || this.hasFailed || payment?.lookUp === undefined) return undefined;
		const own = Math.floor(item.index / largestBatch);
		for (let next = own; next < own + batchesAtOnce; next++) {
			if (!this.batches.has(next)) this.batches.set(next, this.lookUp(next));
		}
		const found = await this.batches.get(own);
		const record = found?.get(payment.nonce);
		// It becomes the output, so it is not kept twice.
		found?.delete(payment.nonce);
		return record;
	}

	private async lookUp(batch: number): Promise<FoundAhead> {
		const found: FoundAhead = new Map();
		const rows = this.entries
			.slice(batch * largestBatch, (batch + 1) * largestBatch)
			.filter(({ output, error }) => output === undefined && error === undefined);
		try {
			await Promise.all(
				rows.map(async ({ payment }) => {
					const record = await payment?.lookUp?.(this.earlier);
					if (payment && record) found.set(payment.nonce, record);
				}),
			);
		} catch {
			this.hasFailed = true;
			return new Map();
		}
		if (rows.length > 0 && found.size === 0) this.isWorthIt = false;
		return found;
	}
}
