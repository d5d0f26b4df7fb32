import type { IDataObject } from 'n8n-workflow';

import { addedToPayment } from '../../idempotency/attempt';
import type { GraphqlLifecycle } from '../../run/lifecycle';
import { readStatus } from '../../schemas/status';
import { readGraphql } from '../../transport/graphql';
import { readNode } from '../../transport/graphqlNode';
import { connectionAt, nodesOf } from '../../transport/graphqlPaging';
import { asFields, asJsonObject } from '../../transport/json';
import type { Service } from '../../transport/service';
import { amountColumns, cell, given, reasonColumns } from '../columns';
import { flatPart, isType, type EventFamily, type EventPart } from '../resourceTypes';
import { chargeById, chargeByNonce } from './charge.graphql';

/** Part of the nonce of every charge. It never changes. */
export const chargeKind = 'charge.create';

/** Placeholder of every field that takes the ID of a charge. */
export const idPlaceholder = 'e.g. dHJhbnNhY3Rpb246MQ==';

/** The beginning of the names of status types. */
const statusPrefix = 'Transaction';

/** Charges and their lifecycle (public reference: `PaymentTransaction`). */
export const charges: GraphqlLifecycle = {
	noun: 'charge',
	statuses: { pending: 'open', success: 'done', failure: 'failed', cancelled: 'failed' },
	keeps: addedToPayment,
	reading: { query: chargeById, asOutput: asCharge },
};

/**
 * No sample of these events is published, so all forms of other events are read. A refund of a charge
 * is a transaction, too, but no charge: taking it for one would count money twice.
 */
export const chargeEvents: EventFamily = {
	family: 'charge',
	name: 'Charge',
	resource: 'charge',
	kinds: {
		cancelled: 'The charge was cancelled: nothing was paid. Final.',
		failure: 'The payer could not be charged; the output says why. Final.',
		pending: 'The charge waits for the bank, or for the payer to confirm it',
		success: 'The payer was charged. Final.',
	},
	filterType: () => 'transaction',
	statusPrefix,
	fromGraphqlNode(_list, node) {
		const state = asFields(node.state);
		return isType(state, statusPrefix) ? chargeOnly({ data: node, state }) : undefined;
	},
	fromFlatEvent(data) {
		const state = asJsonObject(data.state) ?? asJsonObject(data.status);
		return chargeOnly(state ? { data, state } : flatPart(data));
	},
	readCurrent: async (service, id) => await readNode(service, charges.reading, id),
	simplify: simplifyCharge,
};

/** Whether a type of the service is one of refunds; what it calls theirs is not published. */
const namesRefund = (type: unknown) => typeof type === 'string' && /refund/i.test(type);

/** Fields that name a type, and those that name what a refund gives back (public reference). */
const typeField = /type(name)?$/i;
const originalField = /^original(transaction|payment|charge)(id)?$/i;

/** Its type is `TransactionFailure`; events in other words of the service say `failed`. */
function failureOf(status: IDataObject['']): IDataObject[''] {
	return /^(transaction)?failed$/i.test(String(status)) ? 'failure' : status;
}

/** Of a refund, what it is about, but no status of a charge. */
function chargeOnly({ data, state }: EventPart): EventPart {
	const isRefund = Object.entries(data).some(
		([name, value]) =>
			(typeField.test(name) && namesRefund(value)) || (originalField.test(name) && value),
	);
	const __typename = isRefund ? undefined : failureOf(state.__typename);
	return { data, state: { ...state, __typename } };
}

/** How a payer is charged, by the name of the type that tells it (public reference). */
const methods: Record<string, string> = {
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
	const { data, notRead } = await readGraphql(service, {
		query: chargeByNonce,
		variables: { nonce },
		repeat: 'always',
	});
	const nodes = nodesOf(connectionAt(data, ['client', 'transactions']) ?? {}, notRead);
	const node = nodes.find(({ nonce: found }) => found === nonce);
	return node && asCharge(node);
}

/** What was made under a nonce, for messages: both kinds are transactions, and share their nonces. */
export function kindOf({ originalChargeId, paymentMethod }: IDataObject): 'a charge' | 'a refund' {
	const isRefund = originalChargeId !== undefined || namesRefund(paymentMethod);
	return isRefund ? 'a refund' : 'a charge';
}

/** A charge as columns, in the order in which a person reads them. */
export function simplifyCharge(charge: IDataObject): IDataObject {
	return {
		externalReference: cell(charge.externalReference),
		...amountColumns(charge),
		status: cell(charge.status),
		...given(charge, ['final']),
		...reasonColumns(charge),
		interactionUrl: cell(charge.interactionUrl),
		...given(charge, ['alreadyExisted', 'notCompared', 'attempt', 'earlierAttempts']),
		paymentMethod: cell(charge.paymentMethod),
		paymentConsentId: cell(charge.paymentConsentId),
		// What a dry run would send.
		...given(charge, ['cardId', 'payerReference', 'merchantId', 'beneficiaryAccountId']),
		...given(charge, ['originalChargeId']),
		statusDate: cell(charge.statusDate),
		nonce: cell(charge.nonce),
		...given(charge, ['metadata']),
		id: cell(charge.id),
	};
}
