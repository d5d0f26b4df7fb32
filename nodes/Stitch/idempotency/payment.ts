import type { IDataObject } from 'n8n-workflow';
import type { z } from 'zod/v4';

import { asText, check, choice, shown, type Mistake } from '../schemas/field';
import type { Money } from '../schemas/money';
import type { Outcome, Service, ServiceRequest } from '../transport/service';
import { makeNonce, nonceSources, type NonceSource } from './nonce';
import { sendOnce, type Comparison, type OnDuplicate } from './sendOnce';

/** The node's parameters as they evaluate for one item. */
export interface Parameters {
	/** Undefined where the editor does not show it. */
	get(name: string): unknown;
	/** The value of a parameter of type collection; empty where nothing was added. */
	collection(name: string): IDataObject;
}

/** The checked values of a payment, as far as every payment has them. */
interface Values {
	amount: Money;
	externalReference?: string;
}

/**
 * One kind of payment that a nonce protects (spec 2.5, 4.3): what is read, how it is checked and
 * sent, and how the first one of a nonce is found and compared with this one.
 */
export interface PaymentKind<Checked extends Values = Values> {
	/** Part of every nonce, for example `disbursement.create`. It never changes. */
	readonly kind: string;
	/** Reads the item's parameters: raw values, with the rules that they are checked against. */
	read(parameters: Parameters): {
		raw: Record<string, unknown>;
		schema: z.ZodType<Checked>;
	};
	/** What is sent, without the nonce. */
	body(values: Checked): IDataObject;
	/** What a person may see of the body; the body itself unless said. */
	preview?(values: Checked, body: IDataObject): IDataObject;
	/** The money that moves, where that is more than the amount. */
	total?(values: Checked): Money;
	/** The request that makes the payment, or a function that sends what is not REST. */
	request(body: IDataObject): ServiceRequest | ((service: Service) => Promise<Outcome>);
	/** Looks the first payment of a nonce up; undefined where there is none. */
	find(service: Service, nonce: string): Promise<IDataObject | undefined>;
	/** What has to be the same in the first payment and in this one. */
	compare(values: Checked, found: IDataObject): Comparison[];
	/** Where a person finds the payment by hand. */
	readonly lookUpAdvice: string;
}

/** A payment that is about to be made; the guards of a run look at it before any is sent. */
export interface PlannedPayment {
	amount: Money;
	nonce: string;
	/** What would be sent, with account numbers masked; the answer of a dry run. */
	preview: IDataObject;
}

/** A payment of one item that was read and checked, and can be made. */
export interface PreparedPayment extends PlannedPayment {
	/** @throws {ServiceFailure} */
	send(service: Service): Promise<IDataObject>;
}

/**
 * Reads and checks the payment of one item; nothing is sent.
 * @throws {InvalidInput} with every mistake in the item
 */
export function preparePayment<Checked extends Values>(
	payment: PaymentKind<Checked>,
	parameters: Parameters,
	clientId: string,
): PreparedPayment {
	const source = parameters.get('nonceSource');
	const custom = source === 'custom' ? parameters.get('customNonce') : undefined;
	const { raw, schema } = payment.read(parameters);
	const values = check(schema, raw, missingNonceSource(source, raw.externalReference, custom));
	const body = payment.body(values);
	const { externalReference } = values;
	const nonce = makeNonce(source as NonceSource, {
		clientId,
		kind: payment.kind,
		body,
		externalReference,
		custom,
	});
	const onDuplicate = readOnDuplicate(parameters.collection('options'));
	return {
		amount: payment.total?.(values) ?? values.amount,
		nonce,
		preview: { ...(payment.preview?.(values, body) ?? body), nonce },
		send: async (service) =>
			await sendOnce(service, {
				request: payment.request({ ...body, nonce }),
				nonce,
				onDuplicate,
				find: async () => await payment.find(service, nonce),
				compare: (found) => payment.compare(values, found),
				lookUpAdvice: payment.lookUpAdvice,
			}),
	};
}

/** Whether the source of the nonce is known and filled in; to be reported with the item's rest. */
function missingNonceSource(
	source: unknown,
	externalReference: unknown,
	custom: unknown,
): Mistake[] {
	if (!nonceSources.some((known) => known === source)) {
		const fix = `Use one of: ${nonceSources.join(', ')}.`;
		return [{ what: `Nonce cannot be ${shown(source)}`, fix }];
	}
	if (source === 'externalReference' && asText(externalReference) === undefined) {
		return [
			{
				what: 'External Reference is empty',
				fix: 'Fill in External Reference, which the nonce comes from, or choose another Nonce.',
			},
		];
	}
	if (source === 'custom' && asText(custom) === undefined) {
		return [{ what: 'Custom Nonce is empty', fix: 'Fill in Custom Nonce.' }];
	}
	return [];
}

/** @throws {InvalidInput} */
function readOnDuplicate({ onDuplicate }: IDataObject): OnDuplicate {
	return choice('On Duplicate', ['fail', 'returnExisting'], onDuplicate, 'returnExisting');
}
