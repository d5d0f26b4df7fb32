import type { IDataObject } from 'n8n-workflow';

import type { FailureDetails } from '../transport/failure';
import type { Outcome } from '../transport/service';
import type { Comparison } from './comparison';

/** Fields that the node adds to a payment; reading it again later does not return them. */
export const addedToPayment = [
	'client',
	'nonce',
	'alreadyExisted',
	'notCompared',
	'attempt',
	'earlierAttempts',
] as const;

/**
 * What to do when the service already holds a payment under the nonce. `payAgainIfFailed`: where
 * that payment has failed for good, the next attempt is made, under a nonce of its own.
 */
export type OnDuplicate = 'returnExisting' | 'fail' | 'payAgainIfFailed';

/** What came of sending a payment; `blocked`: it was not sent, because something else forbids it. */
export type Sent = Outcome | { blocked: FailureDetails };

/** A payment with everything that is needed to make it exactly once. */
export interface PaymentAttempt {
	/** What people know the payment of a nonce by: `the reference salary-1`, `the nonce a1`. */
	name(nonce: string): string;
	/** The nonce of each attempt that may be made; one, unless failed payments are made again. */
	nonces: readonly string[];
	/** Those of attempts after the first that another run may have made. */
	laterNonces?(): readonly string[];
	onDuplicate: OnDuplicate;
	/** Since when this execution has been sending payments; `now`, if this is the first. */
	since(now: number): number;
	/** Sends it under a nonce. */
	send(nonce: string): Promise<Sent>;
	/** Looks up the payment of a nonce; undefined if there is none. */
	find(nonce: string): Promise<IDataObject | undefined>;
	compare(found: IDataObject): Comparison[];
	/** Whether a payment has failed for good. */
	hasFailed?(found: IDataObject): boolean;
	/** Whether there can be a payment that is not found. */
	mayBeUnlisted?: boolean;
	/** Looks it up before it is sent, where the service may not refuse a nonce that was used. */
	findFirst?(nonce: string): Promise<IDataObject | undefined>;
	/** Whether the first payment may be why the service refuses its repeat for its values. */
	mayRefuseItself?: boolean;
	/** Where a person finds the payment by hand. */
	lookUpAdvice: string;
}

/** One failed attempt, as the output shows it. */
export type EarlierAttempt = Record<'id' | 'status' | 'reason' | 'reasonText', IDataObject[string]>;
