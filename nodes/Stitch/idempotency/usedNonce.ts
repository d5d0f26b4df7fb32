import type { RepeatRule } from '../transport/retry';

/** The known facts about a nonce that was used before, and what the node does because of them. */
export interface UsedNonce {
	/**
	 * What a second request under the nonce does. `refused`: it is refused, or answered with the first
	 * payment. `mayPayTwice`: no source says that Stitch checks the nonce, so it may be a second payment.
	 */
	readonly again: 'refused' | 'mayPayTwice';
	/**
	 * Whether the payment is looked up right before it is sent: the service may have a first payment, and
	 * not refuse a second one.
	 */
	readonly isLookedUpFirst: boolean;
	/** Whether there can be a payment that the list by nonce lacks, because it is not documented enough. */
	readonly mayBeUnlisted: boolean;
	/** Whether a repeat may be refused for its values because the first one left nothing to refund. */
	readonly mayRefuseItself: boolean;
	/** Which runs by n8n's Retry On Fail are rejected: `all`, or those that pay again what has failed. */
	readonly notRetried: 'all' | 'payAgain' | 'none';
}

/** Refusing a used nonce is specified (spec 4.3), or said by the public reference (`NONCE_DUPLICATE`). */
const refused = {
	again: 'refused',
	isLookedUpFirst: false,
	mayBeUnlisted: false,
	mayRefuseItself: false,
	notRetried: 'none',
} as const satisfies UsedNonce;

/**
 * For in-person payments, only a filter of their lists by nonce is specified (companion spec 4.2, 4.3).
 */
const mayPayTwice = {
	again: 'mayPayTwice',
	isLookedUpFirst: true,
	mayBeUnlisted: false,
	mayRefuseItself: false,
	notRetried: 'all',
} as const satisfies UsedNonce;

/**
 * Every kind of payment, by what the service does with a nonce that was used. The names are part of
 * every nonce and never change.
 */
export const usedNonces = {
	'disbursement.create': refused,
	'refund.create.online': { ...refused, mayRefuseItself: true },
	// The list of charges is not published, and a consent may make its first charge under the same nonce.
	'refund.create.recurring': {
		...refused,
		isLookedUpFirst: true,
		mayBeUnlisted: true,
		mayRefuseItself: true,
	},
	'charge.create': {
		...refused,
		isLookedUpFirst: true,
		mayBeUnlisted: true,
		notRetried: 'payAgain',
	},
	'terminalSession.create': mayPayTwice,
	'refund.create': { ...mayPayTwice, mayRefuseItself: true },
} as const satisfies Record<string, UsedNonce>;

export type PaymentKindName = keyof typeof usedNonces;

/** When a request that makes a payment is sent again by itself. */
export function repeatRule({ again }: UsedNonce): RepeatRule {
	return again === 'refused' ? 'always' : 'ifNotProcessed';
}
