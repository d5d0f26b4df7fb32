import { normalized } from './eventSubscriptions';

/**
 * Whether an address surely is not one of this n8n; null if that cannot be told. It is asked this
 * way round because n8n's conditions take null for false: "is true" then never removes a
 * subscription that is in use.
 * @param own what the addresses of this n8n begin with; the first is that of its webhooks
 */
export function isElsewhere(url: string, own: readonly string[]): boolean | null {
	if (own.some((beginning) => normalized(url).startsWith(beginning))) return false;
	// Events are sent to https alone: with anything else, n8n does not know its own public address.
	return own[0]?.startsWith('https:') ? true : null;
}
