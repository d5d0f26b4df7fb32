import type { IDataObject } from 'n8n-workflow';

import type { FailureDetails } from '../transport/failure';
import type { Outcome } from '../transport/service';
import type { Comparison } from './comparison';
import type { OnDuplicate } from './duplicateProtection';

/** Fields that the node adds to a payment; reading it again later does not return them. */
export const addedToPayment = [
	'client',
	'nonce',
	'alreadyExisted',
	'notCompared',
	'attempt',
	'earlierAttempts',
] as const;

/** What came of sending a payment; `blocked`: it was not sent, because something else forbids it. */
export type Sent = Outcome | { blocked: FailureDetails };

/** What a payment is sent with, or why it is not sent. */
export type Ready = { input: IDataObject } | Exclude<Sent, { answer: unknown }>;

/** What is the same for all payments of a kind. */
export interface PaymentTraits {
	/** Whether a payment has failed for good, so that it may be made again where the user asks for it. */
	hasFailed?(found: IDataObject): boolean;
	/**
	 * Whether it is looked up right before it is sent, because the service may not refuse a nonce that was
	 * used: it may answer with the first payment, or not know what was made in another way.
	 */
	readonly isLookedUpFirst?: boolean;
	/** Whether there can be a payment that is not found: the list is not documented enough. */
	readonly mayBeUnlisted?: boolean;
	/** Whether the first payment may be why the service refuses its repeat for its values. */
	readonly mayRefuseItself?: boolean;
	/** Where a person finds the payment by hand. */
	readonly lookUpAdvice: string;
}

/** A payment with everything that is needed to make it exactly once. */
export interface PaymentAttempt extends PaymentTraits {
	/** What people know the payment of a nonce by: `the reference salary-1`, `the nonce a1`. */
	name(nonce: string): string;
	nonce: string;
	/** Those of all attempts under which it may have been made, its own first. */
	nonces(): readonly string[];
	onDuplicate: OnDuplicate;
	/** Since when this execution has been sending payments; `now`, if this is the first. */
	since(now: number): number;
	/** Sends it under a nonce. */
	send(nonce: string): Promise<Sent>;
	/** Looks up the payment of a nonce; undefined if there is none. */
	find(nonce: string): Promise<IDataObject | undefined>;
	compare(found: IDataObject): Comparison[];
}

/** One failed attempt, as the output shows it. */
export type EarlierAttempt = Record<'id' | 'status' | 'reason' | 'reasonText', IDataObject[string]>;
