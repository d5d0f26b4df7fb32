import type { Ledger } from '../ledger.mts';

/** The float account that disbursements are paid from. Amounts in cents. */
export class Float {
	available: number;
	readonly #ledger: Ledger;

	constructor(available: number, ledger: Ledger) {
		this.available = available;
		this.#ledger = ledger;
	}

	take(cents: number): void {
		this.available -= cents;
		this.#ledger.moneyOut += cents;
	}

	giveBack(cents: number): void {
		this.available += cents;
	}
}
