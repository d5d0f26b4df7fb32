import type { IDataObject } from 'n8n-workflow';

/** One operation of the node, as a workflow performs it. */
export interface Step {
	/** `value` of the resource and of the operation, with a point between. */
	operation: `${string}.${string}`;
	/** What tells it from other steps of the same operation. */
	when?: string;
	/** What a person fills in, with what earlier steps have made; undefined if that is missing. */
	parameters(made: Made): IDataObject | undefined;
	/** Why its parameters may be missing, where that is more than that nothing is there. */
	missing?: string;
	/** The name under which the first record is kept for later steps. */
	makes?: string;
	/** What is wrong with an answer that was read. */
	wrong?(first: IDataObject | undefined, made: Made): string | undefined;
	/** What the answer shows besides its status. */
	tells?(first: IDataObject | undefined): string;
	/** Statuses of a refusal that is an answer, too, and what it means. */
	mayRefuse?: { statuses: number[]; meaning: string };
	/** Whether nobody may know what became of it, because a list shows the first one only later. */
	mayBeUnlisted?: boolean;
}

/** What earlier steps have made or found. */
export type Made = Partial<Record<string, { id: string; nonce?: unknown }>>;

export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** Only with what exists already: an operation on one object needs its ID. */
export const when = <Known, Given>(
	known: Known | undefined,
	given: (known: Known) => Given,
): Given | undefined => (known === undefined ? undefined : given(known));

/** Less than the payment request asks for. */
const refundOf = (paymentRequest: string) => ({
	refundOf: 'paymentRequest',
	paymentRequestId: byId(paymentRequest),
	amount: '0.40',
	reason: 'requested_by_customer',
	beneficiaryReference: 'Live check',
});

const unpaid = { statuses: [400, 409, 422], meaning: 'what was only simulated is not given back' };

/** A link to pay R1. */
export const linkOf = (name: string, run: string) => ({
	amount: '1.00',
	externalReference: `live-${name}-${run}`,
	payerReference: 'Live check',
	beneficiaryName: 'Live check',
	bank: 'fnb',
	accountNumber: '1234567890',
	additionalFields: {},
});

/** A payout of R1. */
export const payoutOf = (run: string) => ({
	amount: '1.00',
	externalReference: `live-payout-${run}`,
	beneficiaryName: 'Live check',
	bank: 'fnb',
	// Ends in 0: Stitch pays it for a test client (spec 4.7).
	accountNumber: '1234567890',
	beneficiaryReference: 'Live check',
});

/** All that Stitch has sent, with the nonce. */
export const asSent = { simplify: false };

/** The smallest page. */
export const one = { limit: 1 };

/**
 * What is tried with every client, in this order.
 * @param run tells what this run makes from what earlier runs have made
 */
export function stepsOf(run: string): Step[] {
	const link = (name: string) => linkOf(name, run);
	const payout = { ...payoutOf(run), ...asSent };
	return [
		{
			operation: 'paymentRequest.create',
			parameters: () => link('pay'),
			makes: 'paymentRequest',
		},
		{
			operation: 'paymentRequest.get',
			parameters: (made) => when(made.paymentRequest, ({ id }) => ({ paymentRequestId: byId(id) })),
		},
		{
			operation: 'paymentRequest.simulatePayment',
			parameters: (made) => when(made.paymentRequest, ({ id }) => ({ paymentRequestId: byId(id) })),
		},
		{
			operation: 'refund.create',
			parameters: (made) => when(made.paymentRequest, ({ id }) => refundOf(id)),
			makes: 'onlineRefund',
			mayRefuse: unpaid,
		},
		{
			operation: 'refund.create',
			when: 'once more: nothing is given back twice',
			parameters: (made) =>
				made.onlineRefund ? when(made.paymentRequest, ({ id }) => refundOf(id)) : undefined,
			wrong: ({ id } = {}, made) =>
				id === made.onlineRefund?.id
					? undefined
					: 'IT WAS GIVEN BACK A SECOND TIME under one nonce',
			mayBeUnlisted: true,
		},
		{ operation: 'paymentRequest.getAll', parameters: () => one },
		{
			operation: 'paymentRequest.getAll',
			when: 'by reference',
			parameters: () => ({ ...one, filters: { externalReference: `live-pay-${run}` } }),
		},
		{
			operation: 'paymentRequest.create',
			when: 'to be cancelled',
			parameters: () => link('cancel'),
			makes: 'secondRequest',
		},
		{
			operation: 'paymentRequest.cancel',
			parameters: (made) =>
				when(made.secondRequest, ({ id }) => ({
					paymentRequestId: byId(id),
					reason: 'Live check',
				})),
		},
		{ operation: 'disbursement.create', parameters: () => payout, makes: 'disbursement' },
		{
			operation: 'disbursement.create',
			when: 'once more: nothing is paid twice',
			parameters: (made) => when(made.disbursement, () => payout),
			// Whether GraphQL knows it by the same ID is not documented.
			wrong: ({ id, alreadyExisted } = {}, made) =>
				id === made.disbursement?.id || alreadyExisted !== false
					? undefined
					: 'IT WAS PAID A SECOND TIME under the same nonce',
			mayBeUnlisted: true,
		},
		{
			operation: 'disbursement.get',
			parameters: (made) => when(made.disbursement, ({ id }) => ({ disbursementId: byId(id) })),
		},
		{ operation: 'disbursement.getAll', parameters: () => one },
		{
			operation: 'disbursement.getAll',
			when: 'by reference',
			parameters: () => ({ ...one, filters: { externalReference: payout.externalReference } }),
		},
		{
			operation: 'disbursement.cancel',
			parameters: (made) =>
				when(made.disbursement, ({ id }) => ({ disbursementId: byId(id), reason: 'Live check' })),
			mayRefuse: { statuses: [400, 409, 422], meaning: 'it can no longer be cancelled' },
		},
		{
			operation: 'paymentConsent.create',
			parameters: () => ({ externalReference: `live-consent-${run}` }),
			makes: 'consent',
		},
		{
			operation: 'paymentConsent.get',
			parameters: (made) => when(made.consent, ({ id }) => ({ id })),
		},
		{
			operation: 'paymentConsent.cancel',
			parameters: (made) => when(made.consent, ({ id }) => ({ id, reason: 'Live check' })),
		},
		{
			operation: 'bankAccount.verify',
			when: 'with the values that others have seen verified',
			parameters: () => ({
				bank: 'fnb',
				accountNumber: '1234567890',
				accountType: 'current',
				documentNumber: '5306075800082',
				familyName: 'Clegg',
				initials: 'J',
				additionalFields: {},
			}),
		},
		{ operation: 'floatAccount.getBalance', parameters: () => ({}) },
		{ operation: 'bank.getAll', parameters: () => one },
		{ operation: 'eventSubscription.getAll', parameters: () => one },
		{ operation: 'refund.getAll', parameters: () => ({ ...one, refundsOf: 'paymentRequest' }) },
		{
			operation: 'refund.getAll',
			when: 'in-person',
			parameters: () => ({ ...one, refundsOf: 'charge' }),
			makes: 'refund',
		},
		{
			operation: 'refund.get',
			when: 'in-person',
			parameters: (made) => when(made.refund, ({ id }) => ({ refundId: byId(id) })),
		},
		{
			operation: 'terminalSession.getAll',
			parameters: () => one,
			makes: 'terminalSession',
		},
		{
			operation: 'terminalSession.get',
			parameters: (made) =>
				when(made.terminalSession, ({ id }) => ({ terminalSessionId: byId(id) })),
		},
		{ operation: 'card.getAll', parameters: () => ({ ...one, payerId: 'live-check' }) },
		{
			operation: 'fingerprintEvent.getAll',
			parameters: () => ({ ...one, correlationId: 'live-check' }),
		},
	];
}
