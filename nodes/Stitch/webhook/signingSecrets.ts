import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { clientOf } from '../transport/clientToken';
import {
	allKept,
	forget,
	keep,
	ownerOf,
	secretOf,
	type StaticDataHolder,
	type Subscribed,
} from './keptSubscriptions';

/** A subscription that this node has made, as far as it is known. */
export interface OwnSubscription {
	url: string;
	id: string;
	filterTypes: string[];
	clientId: string;
	isTest: boolean;
	/** Undefined if it belongs to another client than the credential's, or cannot be opened with it. */
	secret: string | undefined;
}

/** What this process knows of the subscriptions of one node. */
interface Memory {
	/** By address. */
	current: Map<string, Subscribed & { clientId: string }>;
	/** IDs of subscriptions that were replaced or removed. */
	gone: Set<string>;
}

/**
 * By owner. n8n saves what is kept with a workflow as a whole, so a long run can write back what it
 * read before the workflow was published again. What this process knows better cannot be undone so.
 */
const memories = new Map<string, Memory>();

function memoryOf(context: StaticDataHolder): Memory {
	const fresh: Memory = { current: new Map(), gone: new Set() };
	// A test in the editor has a short life and data of its own.
	if (context.getMode() === 'manual') return fresh;
	const owner = ownerOf(context);
	const memory = memories.get(owner) ?? fresh;
	memories.set(owner, memory);
	return memory;
}

/** Keeps a subscription that was just made. */
export function remember(
	context: StaticDataHolder,
	credential: ICredentialDataDecryptedObject,
	url: string,
	subscribed: Subscribed,
): void {
	const { current, gone } = memoryOf(context);
	const before = current.get(url);
	if (before !== undefined) gone.add(before.id);
	gone.delete(subscribed.id);
	current.set(url, { ...subscribed, clientId: clientOf(credential) });
	keep(context, credential, url, subscribed);
}

/** Forgets the subscription of an address, which is gone. */
export function drop(context: StaticDataHolder, url: string): void {
	const { current, gone } = memoryOf(context);
	for (const known of [current.get(url), allKept(context)[url]]) {
		if (known !== undefined) gone.add(known.id);
	}
	current.delete(url);
	forget(context, url);
}

/**
 * The subscriptions of this node. What an old write of another run has undone is put right again, and
 * so is a seal that a renewed client secret no longer opens, as long as this process knows the secret.
 */
export function ownSubscriptions(
	context: StaticDataHolder,
	credential: ICredentialDataDecryptedObject,
): OwnSubscription[] {
	const kept = allKept(context);
	const { current } = memoryOf(context);
	return [...new Set([...Object.keys(kept), ...current.keys()])].flatMap((url) => {
		const own = ownSubscription(context, credential, url);
		return own === undefined ? [] : [own];
	});
}

function ownSubscription(
	context: StaticDataHolder,
	credential: ICredentialDataDecryptedObject,
	url: string,
): OwnSubscription | undefined {
	const { current, gone } = memoryOf(context);
	const stored = allKept(context)[url];
	const isGone = stored !== undefined && gone.has(stored.id);
	if (isGone) forget(context, url);
	const kept = isGone ? undefined : stored;
	const before = current.get(url);
	const isReplaced = kept !== undefined && before !== undefined && kept.id !== before.id;
	// By another process, after this one had learned of it.
	if (isReplaced) gone.add(before.id);
	const known = isReplaced ? undefined : before;
	const facts = kept ?? known;
	if (facts === undefined) return undefined;
	const { id, filterTypes, clientId } = facts;
	const own = { url, id, filterTypes, clientId, isTest: kept?.isTest ?? false };
	if (clientId !== clientOf(credential)) return { ...own, secret: undefined };
	const opened = kept && secretOf(kept, credential, url);
	const secret = opened ?? known?.secret;
	if (secret === undefined) return { ...own, secret };
	if (opened === undefined) keep(context, credential, url, { id, filterTypes, secret });
	current.set(url, { id, filterTypes, clientId, secret });
	return { ...own, secret };
}
