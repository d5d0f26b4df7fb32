import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { plainStatus } from '../../schemas/status';
import { refundByNonce } from './refundByNonce.graphql';
import { refundInitiate } from './refundInitiate.graphql';
import { amountFound } from '../../idempotency/comparison';
import { missingNonceSource, nonceFor } from '../../idempotency/nonce';
import {
	readOnDuplicate,
	saysDuplicate,
	sendOnce,
	type Comparison,
	type OnDuplicate,
} from '../../idempotency/sendOnce';
import { check } from '../../schemas/field';
import { currency, inRand } from '../../schemas/money';
import { onlineRefundSchema, type OnlineRefund } from './onlineRefund.schema';
import { attemptGraphql, queryGraphql } from '../../transport/graphql';
import { whatWasSaid } from '../../transport/messages';
import type { Outcome, Service } from '../../transport/service';
import type { Item } from '../../run/item';
import type { Movement } from '../../run/operation';

/** A refund of a payment request, which REST does not offer (public GraphQL reference). */
export interface OnlineRefundPlan {
	online: OnlineRefund;
	nonce: string;
	onDuplicate: OnDuplicate;
}

/** Shown when the refund is of a payment request. */
const displayOptions = { show: { refundOf: ['paymentRequest'] } };

export const onlineRefundFields: INodeProperties[] = [
	{
		displayName: 'Payment Request ID',
		name: 'paymentRequestId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. cGF5bWVudFJlcXVlc3Q6MQ==',
		description: 'The ID of a completed payment request',
		displayOptions,
	},
	{
		displayName: 'Beneficiary Reference',
		name: 'beneficiaryReference',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Refund 1017',
		description: "Shown on the payer's bank statement, at most 30 characters",
		displayOptions,
	},
];

/** @throws {InvalidInput} */
export function prepareOnlineRefund(item: Item, { clientId }: Service): OnlineRefundPlan {
	const raw = {
		paymentRequestId: item.get('paymentRequestId'),
		amount: item.get('amount'),
		reason: item.get('reason'),
		beneficiaryReference: item.get('beneficiaryReference'),
	};
	const online = check(onlineRefundSchema, raw, missingNonceSource(item));
	const nonce = nonceFor(item, {
		clientId,
		operation: 'refund.create.online',
		body: inputOf(online),
		externalReference: undefined,
	});
	return { online, nonce, onDuplicate: readOnDuplicate(item.collection('options')) };
}

export function onlineMovement({ online, nonce }: OnlineRefundPlan): Movement {
	return { amount: online.amount, nonce, preview: { ...inputOf(online), nonce } };
}

/** @throws {ServiceFailure} */
export async function sendOnlineRefund(
	{ online, nonce, onDuplicate }: OnlineRefundPlan,
	service: Service,
): Promise<IDataObject> {
	return await sendOnce(service, {
		request: async () => await initiate(service, { ...inputOf(online), nonce }),
		nonce,
		onDuplicate,
		find: async () => await findByNonce(service, nonce),
		compare: (found) => compare(online, found),
		lookUpAdvice: 'Look for the payment request in the Stitch dashboard: it shows its refunds.',
	});
}

function inputOf({ amount, ...rest }: OnlineRefund): IDataObject {
	return { ...rest, amount: { quantity: inRand(amount), currency } };
}

/**
 * Sends the mutation. A refund that came back exists, even where the service could not tell all of
 * it: called a failed one, it would be given again. What the service said stands in `warnings`.
 */
async function initiate(service: Service, input: IDataObject): Promise<Outcome> {
	const outcome = await attemptGraphql(service, {
		query: refundInitiate,
		variables: { input },
		// The nonce makes a second one the same refund.
		repeat: 'always',
	});
	const { data, refusals = [] } = outcome.part ?? {};
	const { clientRefundInitiate } = (data ?? {}) as {
		clientRefundInitiate?: { refund?: IDataObject | null } | null;
	};
	const refund = asRefund(clientRefundInitiate?.refund ?? {});
	// One that was sent before has to be compared with this one.
	const isThere = refund.id && refund.status && !refusals.some(saysDuplicate);
	if ('failure' in outcome && !isThere) return outcome;
	if (!refund.id) return { failure: { kind: 'unreadable', status: 200 } };
	const warnings = refusals.length > 0 && { warnings: refusals.map(whatWasSaid) };
	return { answer: { status: 200, body: { ...refund, ...warnings } } };
}

async function findByNonce(service: Service, nonce: string): Promise<IDataObject | undefined> {
	const data = await queryGraphql(service, {
		query: refundByNonce,
		variables: { nonce },
		repeat: 'always',
	});
	const { client } = data as {
		client?: { refunds?: { edges?: Array<{ node: IDataObject }> } };
	};
	const edge = client?.refunds?.edges?.find(({ node }) => node.nonce === nonce);
	return edge && asRefund(edge.node);
}

function asRefund(node: IDataObject): IDataObject {
	const { created, paymentInitiationRequest, status, ...rest } = node;
	const { id, externalReference } = (paymentInitiationRequest ?? {}) as IDataObject;
	return {
		...rest,
		paymentRequestId: id,
		...(externalReference ? { externalReference } : {}),
		...plainStatus(status, 'Refund'),
		createdAt: created,
	};
}

function compare(online: OnlineRefund, found: IDataObject): Comparison[] {
	const { quantity } = (found.amount ?? {}) as IDataObject;
	return [
		{ label: 'Amount', asked: inRand(online.amount), found: amountFound(quantity) },
		{
			label: 'Payment Request ID',
			asked: online.paymentRequestId,
			found: found.paymentRequestId as string | undefined,
		},
	];
}
