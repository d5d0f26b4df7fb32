import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { beneficiaryBanks, payerBanks } from '../banks.mts';
import { conflict, invalidInput, notFound } from '../errors.mts';
import type { RestCall } from '../http/rest.mts';
import { addRoute, check } from '../http/rest.mts';
import { centsOf } from '../money.mts';
import { currency, externalReference, numberQuantity, paidAccount, text } from '../schemas.mts';
import type { ClientState } from '../state/client.mts';
import type { PaymentRequest } from '../state/paymentRequests.mts';

const money = z.object({ currency, quantity: numberQuantity });
const switched = z.object({ enabled: z.boolean().default(false) }).default({ enabled: false });

/** Spec 2.2. */
const payer = z.object({
	identifier: z.string().optional(),
	identifyingDocument: z
		.object({
			type: z.enum(['identity_document', 'passport', 'temporary_residence']),
			country: z.string(),
			number: z.string(),
		})
		.optional(),
	mobileNumber: z.string().optional(),
	email: z.string().optional(),
	fullName: z.string().optional(),
	accountCreatedDate: z
		.string()
		.refine((date) => !Number.isNaN(Date.parse(date)), { message: 'must be an ISO date' })
		.optional(),
});

/** Spec 2.3; the longest texts are from the public documentation. */
const paymentMethods = z.object({
	eft: z
		.object({
			enabled: z.boolean().default(true),
			payerReference: text(12).optional(),
			beneficiaryReference: text(20).optional(),
			beneficiary: z
				.object({
					name: text(20),
					bank: z.enum(beneficiaryBanks),
					accountNumber: paidAccount,
				})
				.optional(),
			capitecPay: switched,
			absaEft: switched,
		})
		.prefault({}),
	card: switched,
	crypto: switched,
});

/** Spec 2.1: nested objects must be stringified JSON. */
const metadata = z
	.record(z.string(), z.unknown())
	.refine((data) => Object.values(data).every((value) => typeof value !== 'object'), {
		message: 'nested objects must be stringified JSON',
	});

/** Spec 2.1. */
const createBody = z.object({
	amount: money,
	merchantId: z.string().min(1).optional(),
	externalReference: externalReference.optional(),
	expireAt: z.iso.datetime({ offset: true, message: 'must be an ISO 8601 date-time' }),
	restrictPayerBank: z.enum(payerBanks).optional(),
	payer: payer.optional(),
	paymentMethods,
	metadata: metadata.optional(),
	splitSettlements: z
		.array(z.object({ merchantId: z.string().min(1), amount: money }))
		.min(1)
		.max(1)
		.optional(),
});

type CreateBody = z.infer<typeof createBody>;

const cancelBody = z.object({ reason: z.string().min(1) });

const scopes = ['client_paymentrequest'];

/** The sub-merchants that are provisioned against every client. */
const merchants = ['merchant-1', 'merchant-2'];

/** Spec 4.1: create, retrieve and cancel payment requests. */
export function paymentRequestRoutes(app: FastifyInstance): void {
	addRoute(app, { method: 'POST', path: '/payment-requests', scopes, status: 201, handle: create });
	addRoute(app, { method: 'GET', path: '/payment-requests/:id', scopes, status: 200, handle: get });
	addRoute(app, {
		method: 'POST',
		path: '/payment-requests/:id/cancel',
		scopes,
		status: 200,
		handle: cancel,
	});
}

/** The rules of spec 2.1 and 2.3 that tie several fields together. */
function refusalOf(client: ClientState, order: CreateBody): string | undefined {
	const { eft, card, crypto } = order.paymentMethods;
	if (!eft.enabled && !card.enabled && !crypto.enabled) {
		return 'paymentMethods: at least one must be enabled';
	}
	if (!eft.enabled && (eft.capitecPay.enabled || eft.absaEft.enabled)) {
		const method = eft.capitecPay.enabled ? 'capitecPay' : 'absaEft';
		return `paymentMethods.eft.${method}: requires eft to be enabled`;
	}
	if (order.merchantId !== undefined && eft.beneficiary) {
		return 'merchantId: mutually exclusive with paymentMethods.eft.beneficiary';
	}
	if (order.merchantId !== undefined && !merchants.includes(order.merchantId)) {
		return 'merchantId: not provisioned against the client';
	}
	if (eft.enabled && eft.payerReference === undefined) {
		return 'paymentMethods.eft.payerReference: required for Pay by Bank';
	}
	if (eft.enabled && !eft.beneficiary && order.merchantId === undefined) {
		return 'paymentMethods.eft.beneficiary: required when there is no merchantId';
	}
	if (Date.parse(order.expireAt) <= client.now()) return 'expireAt: must be in the future';
	const total = centsOf(order.amount.quantity) ?? 0;
	const split = centsOf(order.splitSettlements?.[0]?.amount.quantity) ?? 0;
	return split > total ? 'splitSettlements: more than the total' : undefined;
}

function create({ client, body }: RestCall): object {
	const order = check(createBody, body);
	const refusal = refusalOf(client, order);
	if (refusal) throw invalidInput(refusal);
	const { eft } = order.paymentMethods;
	const paymentRequest = client.paymentRequests.create({
		quantity: order.amount.quantity,
		cents: centsOf(order.amount.quantity) ?? 0,
		externalReference: order.externalReference,
		expireAt: order.expireAt,
		merchantId: order.merchantId,
		payerReference: eft.payerReference,
		beneficiaryReference: eft.beneficiaryReference,
		metadata: order.metadata,
	});
	return present(client, paymentRequest);
}

function get({ client, params }: RestCall): object {
	return present(client, find(client, params.id ?? ''));
}

/** Spec 3.1: not once completed or expired. The 409 is our choice. */
function cancel({ client, params, body }: RestCall): object {
	const paymentRequest = find(client, params.id ?? '');
	const { reason } = check(cancelBody, body);
	if (paymentRequest.status !== 'pending') {
		throw conflict(`The payment request is ${paymentRequest.status}.`);
	}
	client.paymentRequests.cancel(paymentRequest, reason);
	return { id: paymentRequest.id };
}

function find(client: ClientState, id: string): PaymentRequest {
	const paymentRequest = client.paymentRequests.byId.get(id);
	if (!paymentRequest) throw notFound('There is no such payment request.');
	return paymentRequest;
}

/** The resource of spec 2.4. */
export function present(client: ClientState, paymentRequest: PaymentRequest): object {
	return {
		id: paymentRequest.id,
		amount: { currency: 'ZAR', quantity: paymentRequest.quantity },
		externalReference: paymentRequest.externalReference,
		expireAt: paymentRequest.expireAt,
		status: paymentRequest.status,
		interaction: { type: 'redirect', url: client.hostedPage(paymentRequest.id) },
		merchantId: paymentRequest.merchantId,
	};
}
