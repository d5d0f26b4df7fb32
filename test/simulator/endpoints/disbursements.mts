import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { banksWithoutInstant, disbursementBanks } from '../banks.mts';
import { conflict, duplicateNonce, invalidInput, notFound } from '../errors.mts';
import type { RestCall } from '../http/rest.mts';
import { addRoute, answerWithFirst, check } from '../http/rest.mts';
import { centsOf } from '../money.mts';
import {
	currency,
	externalReference,
	nonce,
	numericQuantity,
	paidAccount,
	text,
} from '../schemas.mts';
import type { ClientState } from '../state/client.mts';
import type { Disbursement } from '../state/disbursements.mts';
import { accountShown, firstUnder, statusShown, timeShown } from '../state/readings.mts';
import { refuseInOrder } from '../state/refusalOrder.mts';

/** Spec 2.5; the longest texts are from the public documentation. */
const createBody = z.object({
	amount: z.object({ currency, quantity: numericQuantity }),
	nonce,
	externalReference: externalReference.optional(),
	beneficiaryReference: text(20),
	beneficiary: z.object({
		name: text(20),
		accountNumber: paidAccount,
		bank: z.enum(disbursementBanks),
	}),
	type: z.enum(['instant', 'default']).default('default'),
});

const cancelBody = z.object({ id: z.string().min(1), reason: z.string().min(1) });

const scopes = ['client_disbursement'];

/** Spec 4.3: create, retrieve and cancel disbursements. */
export function disbursementRoutes(app: FastifyInstance): void {
	addRoute(app, { method: 'POST', path: '/disbursements', scopes, status: 201, handle: create });
	addRoute(app, { method: 'GET', path: '/disbursements/:id', scopes, status: 200, handle: get });
	addRoute(app, {
		method: 'POST',
		path: '/disbursements/cancel',
		scopes,
		status: 200,
		handle: cancel,
	});
}

/** Our choice: the real check-digit tables differ by bank, so here a number ending in 9 fails. */
function passesCheckDigit(accountNumber: string): boolean {
	return !accountNumber.endsWith('9');
}

function create(call: RestCall): object | undefined {
	const { client, body } = call;
	const order = check(createBody, body);
	const { beneficiary, amount } = order;
	if (order.type === 'instant' && banksWithoutInstant.has(beneficiary.bank)) {
		throw invalidInput(`type: ${beneficiary.bank} does not support instant disbursements`);
	}
	const { byNonce } = client.disbursements;
	const first = refuseInOrder(client, {
		byNonce: () => firstUnder(client, byNonce.get(order.nonce), duplicateNonce),
		byState() {
			if (passesCheckDigit(beneficiary.accountNumber)) return;
			throw invalidInput('beneficiary.accountNumber: check-digit verification did not pass');
		},
	});
	if (first !== undefined) return void answerWithFirst(call, present(client, first));
	const cents = centsOf(amount.quantity) ?? 0;
	const disbursement = client.disbursements.create({
		...order,
		quantity: amount.quantity,
		cents,
	});
	return present(client, disbursement);
}

function get({ client, params }: RestCall): object {
	return present(client, find(client, params.id ?? ''));
}

/** Spec 3.2: only paused disbursements are eligible. The status of the refusal is our choice. */
function cancel({ client, body }: RestCall): object {
	const { id, reason } = check(cancelBody, body);
	const disbursement = find(client, id);
	if (disbursement.status !== 'paused') {
		throw conflict(`Only a paused disbursement can be cancelled; this is ${disbursement.status}.`);
	}
	client.disbursements.setStatus(disbursement, 'cancelled', reason);
	return { id, reason };
}

function find(client: ClientState, id: string): Disbursement {
	const disbursement = client.disbursements.byId.get(id);
	if (!disbursement) throw notFound('There is no such disbursement.');
	return disbursement;
}

/** The resource of spec 2.5. */
export function present(client: ClientState, disbursement: Disbursement): object {
	const { beneficiary, statusReason } = disbursement;
	return {
		id: disbursement.id,
		amount: { currency: 'ZAR', quantity: disbursement.quantity },
		nonce: disbursement.nonce,
		externalReference: disbursement.externalReference,
		beneficiaryReference: disbursement.beneficiaryReference,
		beneficiary: {
			name: beneficiary.name,
			accountNumber: accountShown(client, beneficiary.accountNumber),
			bankId: beneficiary.bank,
		},
		type: disbursement.type,
		status: statusShown(client, disbursement.status, 'Disbursement'),
		[client.settings.reasonIn]: statusReason,
		description: disbursement.description,
		createdAt: timeShown(client, disbursement.createdAt),
	};
}
