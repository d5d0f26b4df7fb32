import type { IDataObject } from 'n8n-workflow';

import type { FailureDetails } from '../transport/failure';
import type { Outcome } from '../transport/service';
import type { Comparison } from './comparison';
import type { OnDuplicate } from './duplicateProtection';
import type { UsedNonce } from './usedNonce';

/** Fields that the node adds to a payment; reading it again later does not return them. */
export const addedToPayment = [
	'client',
	'nonce',
	'alreadyExisted',
	'notCompared',
	'notAsAsked',
	'notPaidAgain',
	'madeTwice',
	'attempt',
	'earlierAttempts',
] as const;

/**
 * The result of sending a payment. `blocked`: it was not sent, because something forbids it; `onlyTried`:
 * nothing was to be sent, and nothing forbids it.
 */
export type Sent = Outcome | { blocked: FailureDetails } | { onlyTried: true };

/** The values with which a payment is sent, or why it is not sent. */
export type Ready =
	{ input: IDataObject } | { failure: FailureDetails } | { blocked: FailureDetails };

/** The rules for all payments of a kind. */
export interface PaymentTraits {
	/** Whether a payment has failed for good, so that it may be made again where the user asks for it. */
	hasFailed?(payment: IDataObject): boolean;
	/** Whether somebody stopped it: it is never made again under the same reference. */
	isCancelled?(payment: IDataObject): boolean;
	/** Whether it was paid, for good. */
	isDone?(payment: IDataObject): boolean;
	/** How a person finds the payment by hand. */
	readonly lookUpAdvice: string;
}

/** A payment, with everything that is needed to make it exactly once. */
export interface PaymentToMake extends PaymentTraits {
	/** The name by which people know the payment of a nonce: `the reference salary-1`, `the nonce a1`. */
	name(nonce: string): string;
	nonce: string;
	/** The nonces under which it may have been made, its own first: one for each repeat. */
	nonces(): readonly string[];
	onDuplicate: OnDuplicate;
	/** What the service does with a used nonce. */
	rules: UsedNonce;
	/** Since when this execution has been sending payments; `now`, if this is the first. */
	since(now: number): number;
	/** Sends it under a nonce. */
	send(nonce: string): Promise<Sent>;
	/** Looks up the payment of a nonce; undefined if there is none. */
	find(nonce: string): Promise<IDataObject | undefined>;
	/** The values that must be the same in a payment that the service has and in this one. */
	compare(payment: IDataObject): Comparison[];
}

/** A repeat that has failed, as the output shows it. */
export type EarlierAttempt = Record<'id' | 'status' | 'reason' | 'reasonText', IDataObject[string]>;
