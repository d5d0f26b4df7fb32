import type { IDataObject } from 'n8n-workflow';

import type { FailureDetails } from '../transport/failure';
import type { Outcome } from '../transport/service';
import type { Comparison } from './comparison';
import type { OnDuplicate } from './duplicateProtection';
import type { PaymentKind } from './paymentKind';
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

/** A payment, with everything that is needed to make it exactly once. */
export interface PaymentToMake extends Pick<
	PaymentKind,
	'hasFailed' | 'isCancelled' | 'isDone' | 'lookUpAdvice'
> {
	/** The name by which people know the payment of a nonce: `the reference salary-1`, `the nonce a1`. */
	name(nonce: string): string;
	nonce: string;
	/** The nonces under which it may have been made, its own first: one for each repeat. */
	nonces(): readonly string[];
	onDuplicate: OnDuplicate;
	rules: UsedNonce;
	/** Since when this execution has been sending payments; `now`, if this is the first. */
	sendingSince(now: number): number;
	send(nonce: string): Promise<Sent>;
	/** Looks up the payment of a nonce; undefined if there is none. */
	find(nonce: string): Promise<IDataObject | undefined>;
	/** The values that must be the same in a payment that the service has and in this one. */
	compare(payment: IDataObject): Comparison[];
}

/** A repeat that has failed, as the output shows it. */
export type EarlierAttempt = Record<'id' | 'status' | 'reason' | 'reasonText', IDataObject[string]>;
