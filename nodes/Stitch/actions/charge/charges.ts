import type { IDataObject } from 'n8n-workflow';

import { addedToPayment } from '../../idempotency/attempt';
import { recordUnder } from '../../idempotency/lookUp';
import type { Lifecycle } from '../../run/lifecycle';
import { readStatus } from '../../schemas/status';
import { unreadableList } from '../../transport/failure';
import { callGraphql } from '../../transport/graphql';
import { connectionAt, nodesOf } from '../../transport/paging';
import { asFields } from '../../transport/json';
import type { NodeReading } from '../../transport/object';
import type { Service } from '../../transport/service';
import { amountColumns, cell, given, reasonCell } from '../columns';
import { objectField, type Choices } from '../fields/locator';
import { checked } from '../fields/withReference';
import { timeInWords, paymentLabel } from '../recordLabel';
import { chargeById, chargeList } from './charge.graphql';

/** Part of the nonce of every charge. It never changes. */
export const chargeKind = 'charge.create';

/** The beginning of the names of status types. */
export const statusPrefix = 'Transaction';

/** Charges and their lifecycle (public reference: `PaymentTransaction`). */
export const charges: Lifecycle<NodeReading> = {
	noun: 'charge',
	statuses: { pending: 'open', success: 'done', failure: 'failed', cancelled: 'failed' },
	keeps: addedToPayment,
	query: chargeById,
	asOutput: asCharge,
};

/** Whether a type of the service is one of refunds; what it calls theirs is not published. */
export const namesRefund = (type: unknown): boolean =>
	typeof type === 'string' && /refund/i.test(type);

/** How a payer is charged, by the name of its type (public reference). */
export const methods: Record<string, string> = {
	ApplePayTransaction: 'applePay',
	CapitecPayRecurringTransaction: 'capitecPay',
	CapitecPayTransaction: 'capitecPay',
	CardTransaction: 'card',
	GooglePayTransaction: 'googlePay',
	SamsungPayTransaction: 'samsungPay',
};

/** A charge in the manner of REST, which has none: flat, with the words of REST. */
export function asCharge(node: IDataObject): IDataObject {
	const { id, __typename, state, paymentConsentRequest, originalTransaction, ...rest } = node;
	return {
		id,
		...rest,
		paymentMethod: methods[String(__typename)] ?? __typename,
		paymentConsentId: asFields(paymentConsentRequest).id,
		originalChargeId: asFields(originalTransaction).id,
		...readStatus(asFields(state), statusPrefix),
	};
}

/**
 * The charge, or the refund of one, that was made under a nonce; undefined if there is none.
 * @throws {ServiceFailure} also if Stitch does not offer the list
 */
export async function chargeUnder(
	service: Service,
	nonce: string,
): Promise<IDataObject | undefined> {
	return recordUnder(nonce, await listCharges(service, { nonce: { eq: nonce } }));
}

/**
 * The charges, and the refunds of charges, with one of these nonces or External References. How many
 * Stitch lists at once is not known: what a list lacks is asked for until there is nothing more.
 * @throws {ServiceFailure} also for a list that holds nothing of what was asked for
 */
export async function chargesWith(
	service: Service,
	by: 'nonce' | 'externalReference',
	values: readonly string[],
): Promise<IDataObject[]> {
	const found: IDataObject[] = [];
	let missing = [...values];
	while (missing.length > 0) {
		const listed = await listCharges(service, { [by]: { in: missing } });
		if (listed.length === 0) break;
		const seen = new Set(listed.map((charge) => charge[by]));
		const rest = missing.filter((value) => !seen.has(value));
		if (rest.length === missing.length) throw unreadableList();
		found.push(...listed);
		missing = rest;
	}
	return found;
}

/**
 * The charges with one of these External References; a refund of one is no charge.
 * @throws {ServiceFailure}
 */
export async function chargesWithReference(
	service: Service,
	references: readonly string[],
): Promise<IDataObject[]> {
	const found = await chargesWith(service, 'externalReference', references);
	return found.filter(isCharge);
}

async function listCharges(service: Service, filter: IDataObject): Promise<IDataObject[]> {
	const { data, notRead } = await callGraphql(service, {
		query: chargeList,
		variables: { filter },
		repeat: 'always',
	});
	return nodesOf(connectionAt(data, ['client', 'transactions']) ?? {}, notRead).map(asCharge);
}

/** What was made under a nonce, for messages: both kinds are transactions, and share their nonces. */
export function chargeOrRefund({
	originalChargeId,
	paymentMethod,
}: IDataObject): 'a charge' | 'a refund' {
	const isRefund = originalChargeId !== undefined || namesRefund(paymentMethod);
	return isRefund ? 'a refund' : 'a charge';
}

/** Whether a transaction is a charge, and not the refund of one. */
export function isCharge(found: IDataObject): boolean {
	return chargeOrRefund(found) === 'a charge';
}

/** A charge as columns, in the order in which a person reads them. */
export function simplifyCharge(charge: IDataObject): IDataObject {
	const isCreated = charge.alreadyExisted !== undefined;
	return {
		externalReference: cell(charge.externalReference),
		...amountColumns(charge),
		status: cell(charge.status),
		reasonText: reasonCell(charge),
		interactionUrl: cell(charge.interactionUrl),
		...given(charge, [isCreated ? 'alreadyExisted' : 'statusDate']),
		paymentMethod: cell(charge.paymentMethod),
		// A refund has no consent of its own, and must not look like a charge.
		...(charge.originalChargeId === undefined
			? { paymentConsentId: cell(charge.paymentConsentId) }
			: { originalChargeId: charge.originalChargeId }),
		id: cell(charge.id),
	};
}

/** Charges have no list to choose from: nothing is known of its order, nor of how many it holds. */
const chargeChoices = {
	label: (charge, timezone) =>
		paymentLabel(charge, timezone, {
			amount: asFields(charge.amount).quantity,
			who: timeInWords(charge.statusDate, timezone),
		}),
	withReference: async (service, reference) =>
		(await chargesWithReference(service, [reference])).map((each) => checked(each, reference)),
} satisfies Choices;

/** Names the charge that an operation works on. */
export const theCharge = objectField(chargeChoices, {
	displayName: 'Charge',
	name: 'recurringChargeId',
	placeholder: 'e.g. dHJhbnNhY3Rpb246MQ==',
	description: 'Give the external reference of the charge, or the ID that Charge → Create returned',
});
