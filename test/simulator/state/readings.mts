import { z } from 'zod/v4';
import type { ClientState } from './client.mts';

/**
 * Points that the specification leaves open, each with its readings: `docs/not-yet-tested.md` has the same
 * table for people. `worlds.mts` composes them.
 */
export const readings = {
	/**
	 * What a create brings under a nonce that was used: 409, the first object with 200 or 201, or, for
	 * terminal sessions and in-person refunds, another object.
	 */
	usedNonce: z.enum(['refused', 'firstWith200', 'firstWith201', 'ignored']).default('refused'),
	/** Milliseconds after which a list shows a new object. */
	listedAfterMs: z.number().min(0).default(0),
	/** Whether GraphQL shows disbursements and payment requests under other IDs than REST. */
	idsInGraphql: z.enum(['same', 'other']).default('same'),
	/** Whether a client may read the lists of GraphQL, which no scope grants in so many words. */
	lists: z.enum(['readable', 'forbidden']).default('readable'),
	/** How REST writes times: in UTC and saying so, in UTC or South African time without a zone, not at all. */
	times: z.enum(['zoned', 'utc', 'southAfrican', 'missing']).default('zoned'),
	/** Where REST says why a disbursement has its status. */
	reasonIn: z.enum(['statusReason', 'reason']).default('statusReason'),
	/** How account numbers come back. */
	accounts: z.enum(['whole', 'masked', 'withoutZeros']).default('whole'),
	/** What the status of a disbursement and of an in-person refund is; all others are text. */
	statusAs: z.enum(['text', 'object']).default('text'),
};

/**
 * What a create answers with instead of a new object; undefined where it makes one.
 * @param first what was created under the nonce; undefined if it is new
 * @param mayBeIgnored whether nothing says that this nonce is looked at
 */
export function firstUnder<Thing>(
	{ settings }: ClientState,
	first: Thing | undefined,
	refusal: () => Error,
	mayBeIgnored = false,
): Thing | undefined {
	const { usedNonce } = settings;
	if (first === undefined || (usedNonce === 'ignored' && mayBeIgnored)) return undefined;
	if (usedNonce === 'refused' || usedNonce === 'ignored') throw refusal();
	return first;
}

/** The objects that a list shows by now. */
export function listedBy<Thing extends { createdAt: string }>(
	client: ClientState,
	things: Iterable<Thing>,
): Thing[] {
	const latest = client.now() - client.settings.listedAfterMs;
	return [...things].filter(({ createdAt }) => Date.parse(createdAt) <= latest);
}

/** The ID of an object as GraphQL shows it. */
export function idInGraphql({ settings }: ClientState, id: string): string {
	return settings.idsInGraphql === 'other' ? `graphql-${id}` : id;
}

const southAfricaMs = 2 * 60 * 60 * 1000;

/** A time as REST writes it. */
export function timeShown({ settings }: ClientState, time: string): string | undefined {
	switch (settings.times) {
		case 'zoned':
			return time;
		case 'utc':
			return time.replace('Z', '');
		case 'southAfrican':
			return new Date(Date.parse(time) + southAfricaMs).toISOString().replace('Z', '');
		case 'missing':
			return undefined;
	}
}

/** A status as REST writes it: as an object, it has the type that GraphQL has for it. */
export function statusShown(
	{ settings }: ClientState,
	status: string,
	prefix: string,
): string | object {
	const word = `${status.charAt(0).toUpperCase()}${status.slice(1)}`;
	return settings.statusAs === 'object' ? { __typename: `${prefix}${word}` } : status;
}

/** An account number as it comes back. */
export function accountShown({ settings }: ClientState, account: string): string {
	if (settings.accounts === 'masked') return account.replace(/.(?=.{4})/g, '*');
	return settings.accounts === 'withoutZeros' ? account.replace(/^0+/, '') : account;
}
