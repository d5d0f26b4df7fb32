import type { IDataObject } from 'n8n-workflow';

import { answer, serviceOf, type Script } from '../builders.mts';
import type { OnDuplicate } from '../../../nodes/Stitch/idempotency/duplicateProtection';
import type { PaymentToMake } from '../../../nodes/Stitch/idempotency/paymentToMake';
import { sendOnce } from '../../../nodes/Stitch/idempotency/sendOnce';
import {
	repeatRule,
	usedNonces,
	type UsedNonce,
} from '../../../nodes/Stitch/idempotency/usedNonce';
import { ServiceFailure, type FailureDetails } from '../../../nodes/Stitch/transport/failure';

export const conflict = answer(409, { title: 'Conflict', code: 'CONFLICT' });
export const lost = { kind: 'answerLost', happened: 'maybe' } as const;

/** What each look-up of a nonce brings, one after the other; a failure is thrown. */
type LookUps = Array<IDataObject | ServiceFailure | undefined>;

export interface Case {
	script: Script;
	found?: LookUps;
	onDuplicate?: OnDuplicate;
	nonces?: string[];
	/** What is known of a used nonce, where that is not what is known of payouts. */
	rules?: Partial<UsedNonce>;
	/** Whether a payment of its kind can fail for good. */
	canFail?: boolean;
	/** Whether the node can see that a payment of its kind was paid. */
	canBeDone?: boolean;
	/** Why it is not sent at all. */
	blocked?: FailureDetails;
	/** How long this execution has been sending, in milliseconds. */
	sendingFor?: number;
	/** What was found under its nonce before its turn. */
	foundAhead?: IDataObject;
}

/** Asks `sendOnce` for a payment of R10.00 to account 1; the answers and look-ups are scripted. */
export function send({
	script,
	found: listed = [],
	onDuplicate = 'returnExisting',
	nonces = ['nonce-1'],
	rules: more = {},
	canFail = true,
	canBeDone = true,
	blocked,
	sendingFor = 0,
	foundAhead,
}: Case) {
	const { service, sent, clock } = serviceOf([...script], { maxTries: 3 });
	const found = [...listed];
	const rules = { ...usedNonces['disbursement.create'], ...more };
	const lookedUp: string[] = [];
	const allNonces = jest.fn(() => nonces);
	const find = async (nonce: string) => {
		lookedUp.push(nonce);
		const next = found.shift();
		if (next instanceof ServiceFailure) throw next;
		return next;
	};
	const payment: PaymentToMake = {
		name: () => 'the reference salary-1',
		nonce: nonces[0] ?? '',
		nonces: allNonces,
		onDuplicate,
		since: (now) => now - sendingFor,
		send: async (nonce) =>
			blocked
				? { blocked }
				: await service.tryCall({
						method: 'POST',
						path: '/x',
						body: { nonce },
						repeat: repeatRule(rules),
					}),
		find,
		compare: ({ amount, account }) => [
			{ label: 'Amount', asked: '10.00', found: amount as string | undefined },
			{ label: 'Account Number', asked: '1', found: account as string | undefined, secret: true },
		],
		hasFailed: canFail ? ({ status }) => status === 'error' : undefined,
		isDone: canBeDone ? ({ status }) => status === 'completed' : undefined,
		rules,
		lookUpAdvice: 'Look in the dashboard.',
	};
	const result = sendOnce(service, payment, foundAhead);
	return { result, sent, clock, lookedUp, allNonces };
}

export async function failureOf(result: Promise<unknown>) {
	return await result.then(
		() => undefined,
		(cause: ServiceFailure) => cause.details,
	);
}

/** Long before the payment is sent, and when it is. */
export const [before, now] = ['2026-10-25T10:00:00.000Z', '2026-11-20T10:00:00.000Z'];

export const paid = {
	id: '1',
	amount: '10.00',
	account: '1',
	status: 'completed',
	createdAt: before,
};
export const failed = {
	createdAt: before,
	id: '1',
	amount: '10.00',
	account: '1',
	status: 'error',
	statusReason: 'account_closed',
};
export const notReachable = new ServiceFailure({
	kind: 'status',
	happened: 'maybe',
	status: 500,
	title: 'Away',
});
