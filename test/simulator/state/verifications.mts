import { base62Text } from '../random.mts';
import type { ClientState } from './client.mts';

/** Spec 4.4: results are kept for up to 48 hours after the first request. */
const keptFor = 48 * 60 * 60 * 1000;

interface StoredVerification {
	id: string;
	firstAskedAt: number;
}

/** Which verifications a client asked for: repeats of the identical body share one entry. */
export class Verifications {
	readonly #stored = new Map<string, StoredVerification>();
	/** Spec 4.4: repeat look-ups within the window are not billed again. */
	billed = 0;
	readonly #client: ClientState;

	constructor(client: ClientState) {
		this.#client = client;
	}

	/** The entry for a body (its JSON with sorted keys), new when there is none or it is too old. */
	entryFor(key: string): StoredVerification {
		const known = this.#stored.get(key);
		const now = this.#client.clock.now();
		if (known && now - known.firstAskedAt < keptFor) return known;
		this.billed++;
		const entry = {
			id: `bav_${base62Text(this.#client.random, 22)}`,
			firstAskedAt: now,
		};
		this.#stored.set(key, entry);
		return entry;
	}

	/** When the bank has answered; undefined while the check is running. ISO 8601. */
	verifiedAt({ firstAskedAt }: StoredVerification): string | undefined {
		const { clock, settings } = this.#client;
		const at = firstAskedAt + settings.verifiedAfterMs;
		return at <= clock.now() ? new Date(at).toISOString() : undefined;
	}
}
