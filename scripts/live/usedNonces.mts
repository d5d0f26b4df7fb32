import type { IDataObject } from 'n8n-workflow';

import { fetchClientToken } from '../../nodes/Stitch/transport/clientToken';
import { helpers, type Belongings, type Credential } from './client.mts';
import { payoutOf, type Made } from './steps.mts';

/** A payment that earlier steps have made, as it was sent. */
export interface MadePayment {
	what: string;
	path: string;
	body: IDataObject;
	id: string;
	/** Whether Stitch says that there is no second one under its nonce (spec 4.3). */
	isProtected: boolean;
}

/** The payments that a run has made, of which the nonce is used by now. */
export function madePayments(made: Made, belongings: Belongings, run: string): MadePayment[] {
	const { beneficiaryName: name, accountNumber, bank, amount, ...payout } = payoutOf(run);
	const { terminalId: terminal, paidSessionId: terminalSession } = belongings;
	const all: Array<Omit<MadePayment, 'id'> & { first: Made[string] }> = [
		{
			what: 'Disbursement',
			path: '/disbursements',
			body: {
				...payout,
				amount: { currency: 'ZAR', quantity: amount },
				beneficiary: { name, accountNumber, bank },
			},
			first: made.disbursement,
			isProtected: true,
		},
		{
			what: 'Terminal session',
			path: '/terminal-sessions',
			body: {
				intent: { charge: { amount: 1, currency: 'ZAR' } },
				terminal,
				externalReference: `live-till-${run}`,
			},
			first: made.session,
			isProtected: false,
		},
		{
			what: 'In-person refund',
			path: '/refunds',
			body: { terminalSession, amount: 0.4, currency: 'ZAR', reason: 'requested_by_customer' },
			first: made.inPersonRefund,
			isProtected: false,
		},
	];
	return all.flatMap(({ first, body, ...payment }) =>
		first === undefined
			? []
			: { ...payment, id: first.id, body: { ...body, nonce: String(first.nonce) } },
	);
}

/**
 * Sends a payment a second time, as the node does not: it looks up first what its nonce may not protect.
 * @returns what Stitch does with a nonce that was used, and whether that is as it says
 */
export async function sendAgain(
	credential: Credential,
	{ path, body, id, isProtected }: MadePayment,
): Promise<{ said: string; isAsSaid: boolean }> {
	const { accessToken } = await fetchClientToken(helpers, credential);
	const answer = await fetch(`${credential.baseUrl}${path}`, {
		method: 'POST',
		headers: {
			// Behind the fingerprint that the node keeps with it.
			authorization: `Bearer ${accessToken.split(' ').at(-1)}`,
			'content-type': 'application/json',
		},
		body: JSON.stringify(body),
		redirect: 'manual',
		signal: AbortSignal.timeout(60_000),
	});
	const { id: found } = (await answer.json().catch(() => ({}))) as IDataObject;
	if (!answer.ok) return { said: `refused with ${answer.status}`, isAsSaid: true };
	if (found === id)
		return { said: `answered with ${answer.status} and the first one`, isAsSaid: true };
	return { said: `answered with ${answer.status} and ANOTHER ONE`, isAsSaid: !isProtected };
}
