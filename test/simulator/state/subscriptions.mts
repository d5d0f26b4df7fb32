import { isLoopback } from '../loopback.mts';
import type { ClientState } from './client.mts';

/** What a subscription can ask for (public documentation). */
const filterTypes = new Set([
	'payment',
	'payment.confirmation',
	'disbursement',
	'refund',
	'transaction',
	'payment-consent-request',
	// These four are deprecated.
	'settlement',
	'direct-deposit',
	'payment-initiation',
	'payment-initiation.confirmation',
	// Guides name these two, the list of types does not.
	'terminal-session.success',
	'terminal-session.failure',
]);

export interface Subscription {
	id: string;
	url: string;
	filterTypes: string[];
	/** Shown once, when the subscription is added. */
	secret: string;
}

/** The webhook subscriptions of one client (spec 6). */
export class Subscriptions {
	#all: Subscription[] = [];
	readonly #client: ClientState;

	constructor(client: ClientState) {
		this.#client = client;
	}

	list(): Subscription[] {
		return this.#all;
	}

	/** Why a subscription is not possible, or undefined when it is. */
	refusalOf(url: unknown, types: string[]): string | undefined {
		const { settings } = this.#client;
		if (types.length === 0) return 'filterTypes: at least one is needed';
		const unknown = types.find((type) => !filterTypes.has(type));
		if (unknown !== undefined) return `filterTypes: ${unknown} is not known`;
		if (typeof url !== 'string' || !URL.canParse(url)) return 'url: must be an absolute address';
		const address = new URL(url);
		if (isLoopback(address)) {
			return settings.allowLoopbackWebhooks ? undefined : 'url: must be a public https address';
		}
		return address.protocol === 'https:' ? undefined : 'url: must be a public https address';
	}

	/** Adds a subscription. The same url may be added more than once: each has its own secret. */
	add(url: string, types: string[]): Subscription {
		const { random } = this.#client;
		const subscription = {
			id: `ep_${random.bytes(12).toString('hex')}`,
			url,
			filterTypes: types,
			secret: newSecret(this.#client),
		};
		this.#all.push(subscription);
		return subscription;
	}

	/** Deletes by url, all of it or the given types only. Returns whether there was one. */
	remove(url: string, types: string[] | undefined): boolean {
		const found = this.#all.filter((subscription) => subscription.url === url);
		if (found.length === 0) return false;
		for (const subscription of found) {
			subscription.filterTypes = subscription.filterTypes.filter(
				(type) => types !== undefined && !types.includes(type),
			);
		}
		this.#all = this.#all.filter((subscription) => subscription.filterTypes.length > 0);
		return true;
	}
}

function newSecret(client: ClientState): string {
	return `whsec_${client.random.bytes(24).toString('base64')}`;
}
