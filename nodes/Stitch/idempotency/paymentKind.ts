import type { IDataObject } from 'n8n-workflow';

import type { Mistake } from '../schemas/invalidInput';
import type { Money } from '../schemas/money';
import type { FailureDetails } from '../transport/failure';
import type { RepeatRule } from '../transport/retry';
import type { Outcome, Service } from '../transport/service';
import type { Comparison } from './comparison';
import type { Protection } from './duplicateProtection';
import type { PaymentKindName } from './usedNonce';

/** The node's parameters as they evaluate for one item. */
export interface Parameters {
	/** Undefined if the editor does not show the parameter. */
	get(name: string): unknown;
	/** Whether n8n runs the node again, with all its items, when one of them has failed. */
	readonly isRetriedOnFail: boolean;
	/** Since when the execution has been sending payments; `now`, if this is the first. */
	sendingSince(now: number): number;
	/** The columns that a field puts its text together from, and that the item does not have or leaves empty. */
	emptyColumns?(name: string): string[];
}

export interface PaymentValues {
	amount: Money;
	externalReference?: string | undefined;
	protection: Protection;
}

/**
 * One kind of payment that a nonce protects (spec 2.5, 4.3): how it is read, checked and sent, and how
 * the first payment of a nonce is found and compared with this one.
 */
export interface PaymentKind<Checked extends PaymentValues = PaymentValues> {
	/** Part of every nonce. It never changes. */
	readonly kind: PaymentKindName;
	/**
	 * Reads and checks the item's parameters.
	 * @param mistakes found besides, which are reported together with others
	 * @throws {InvalidInput} with every mistake in the item
	 */
	read(parameters: Parameters, mistakes: Mistake[]): Checked;
	/**
	 * Only the values that identify the payment, and none that may differ at the next try. It never
	 * changes. Needed if By Content is offered.
	 */
	identity?(values: Checked): object;
	/** The request's body, without the nonce. */
	body(values: Checked): IDataObject;
	/** The body as a person may see it; by default, the body itself. */
	preview?(values: Checked, body: IDataObject): IDataObject;
	/** The money that moves, if it is more than the amount. */
	total?(values: Checked): Money;
	/** Checks what must be true before it is sent, even in a dry run. */
	ready?(service: Service, body: IDataObject, values: Checked): Promise<Ready>;
	/** Makes the payment; `repeat` says when the request is sent again by itself. */
	send(service: Service, input: IDataObject, repeat: RepeatRule): Promise<Outcome>;
	/** Looks up the first payment of a nonce; undefined if there is none. */
	find(service: Service, nonce: string): Promise<IDataObject | undefined>;
	/** The payments under these nonces and no others; where it is missing, each is looked up by `find`. */
	listByNonce?(service: Service, nonces: readonly string[]): Promise<IDataObject[]>;
	/** The payments with these External References and no others, if they can be asked for by them. */
	listByReference?(service: Service, references: readonly string[]): Promise<IDataObject[]>;
	/** How a person finds the payment by hand. */
	readonly lookUpAdvice: string;
	/** The values that must be the same in the first payment and in this one. */
	compare(values: Checked, found: IDataObject): Comparison[];
	/** Whether a payment has failed for good, so that it may be made again where the user asks for it. */
	hasFailed?(found: IDataObject): boolean;
	/** Whether somebody stopped it: it is never made again under the same reference. */
	isCancelled?(found: IDataObject): boolean;
	/** Whether it was paid, for good. */
	isDone?(found: IDataObject): boolean;
}

/** The values with which a payment is sent, or why it is not sent. */
export type Ready =
	{ input: IDataObject } | { failure: FailureDetails } | { blocked: FailureDetails };
