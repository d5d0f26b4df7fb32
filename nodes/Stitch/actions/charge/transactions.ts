import type { IDataObject } from 'n8n-workflow';

import { recordUnder } from '../../idempotency/lookUp';
import { readStatus } from '../../schemas/status';
import { unreadableList } from '../../transport/failure';
import { callGraphql } from '../../transport/graphql';
import { asFields } from '../../transport/json';
import type { ObjectReading } from '../../transport/object';
import { connectionAt, nodesOf } from '../../transport/paging';
import type { Service } from '../../transport/service';
import { pick } from '../columns';
import { chargeById, chargeList } from './charge.graphql';

export const statusPrefix = 'Transaction';

/** Also reads refunds of charges: both are transactions (public reference). */
export const oneTransaction: ObjectReading = { query: chargeById, asOutput: asCharge };

/** The name of the type for refunds is not published. */
export const namesRefund = (type: unknown): boolean =>
	typeof type === 'string' && /refund/i.test(type);

/** By the names of Stitch's types (public reference). */
export const methods: Record<string, string> = {
	ApplePayTransaction: 'applePay',
	CapitecPayRecurringTransaction: 'capitecPay',
	CapitecPayTransaction: 'capitecPay',
	CardTransaction: 'card',
	GooglePayTransaction: 'googlePay',
	SamsungPayTransaction: 'samsungPay',
};

/** REST has no charges: this gives a charge the flat shape and the field names that REST would use. */
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
 * The charge or refund that was made under a nonce; undefined if there is none.
 * @throws {ServiceFailure} also if Stitch does not offer the list
 */
export async function chargeByNonce(
	service: Service,
	nonce: string,
): Promise<IDataObject | undefined> {
	return recordUnder(nonce, await listCharges(service, { nonce: { eq: nonce } }));
}

/**
 * The charges and their refunds with one of these nonces or External References. The size of Stitch's
 * pages is not known: the list is asked for the missing ones until it returns nothing more.
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

/** For messages: charges and refunds are both transactions, and share their nonces. */
export function chargeOrRefund({
	originalChargeId,
	paymentMethod,
}: IDataObject): 'a charge' | 'a refund' {
	const isRefund = originalChargeId !== undefined || namesRefund(paymentMethod);
	return isRefund ? 'a refund' : 'a charge';
}

export function isCharge(found: IDataObject): boolean {
	return chargeOrRefund(found) === 'a charge';
}

/** A refund of a charge with the field names of other refunds; `charge` is null if it is no refund. */
export function asChargeRefund(found: IDataObject): IDataObject {
	const charge = chargeOrRefund(found) === 'a refund' ? found.originalChargeId : null;
	return { ...chargeRefundColumns(found), charge };
}

export function chargeRefundColumns(found: IDataObject): IDataObject {
	return pick(found, chargeRefundFields);
}

const chargeRefundFields = [
	'id',
	'externalReference',
	'amount',
	'nonce',
	'status',
	'statusDate',
	'statusReason',
	'metadata',
];
