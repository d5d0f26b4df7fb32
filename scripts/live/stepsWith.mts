import type { IDataObject } from 'n8n-workflow';

import type { Belongings } from './client.mts';
import { asSent, byId, linkOf, one, when, type Step } from './steps.mts';

/** What only some clients can try, because it needs something of theirs. */
export function stepsWith(belongings: Belongings, run: string): Step[] {
	return [
		...splitSteps(belongings, run),
		...sessionSteps(belongings, run),
		...refundSteps(belongings, run),
	];
}

function splitSteps({ merchantId }: Belongings, run: string): Step[] {
	const split = (id: string) => ({ splitSettlement: { part: { amount: '0.40', merchantId: id } } });
	return [
		{
			operation: 'paymentRequest.create',
			when: 'of which another merchant gets a part',
			parameters: () =>
				when(merchantId, (id) => ({ ...linkOf('split', run), additionalFields: split(id) })),
			missing: 'set STITCH_MERCHANT_ID to try this',
			makes: 'splitRequest',
		},
		{
			operation: 'paymentRequest.get',
			when: 'of which another merchant gets a part',
			parameters: (made) =>
				when(made.splitRequest, ({ id }) => ({ ...asSent, paymentRequestId: byId(id) })),
			tells: splitAmounts,
		},
	];
}

/** What comes back of split amounts is not documented enough. */
function splitAmounts({ primaryMerchantAmount, splitSettlements }: IDataObject = {}): string {
	return JSON.stringify({ primaryMerchantAmount, splitSettlements });
}

function sessionSteps({ terminalId }: Belongings, run: string): Step[] {
	const externalReference = `live-till-${run}`;
	const session = (terminal: string) => ({
		...asSent,
		amount: '1.00',
		terminalId: terminal,
		externalReference,
	});
	return [
		{
			operation: 'terminalSession.create',
			parameters: () => when(terminalId, session),
			missing: 'set STITCH_TERMINAL_ID to try this',
			makes: 'session',
		},
		{
			operation: 'terminalSession.getAll',
			when: 'by reference',
			parameters: (made) => when(made.session, () => ({ ...one, filters: { externalReference } })),
			makes: 'listedSession',
		},
		{
			operation: 'terminalSession.create',
			when: 'once more: nobody is charged twice',
			// What the list does not show yet would be sent a second time.
			parameters: (made) => when(made.listedSession, () => when(terminalId, session)),
			missing: notListed,
			wrong: ({ id } = {}, made) =>
				id === made.session?.id ? undefined : 'IT WAS STARTED A SECOND TIME under the same nonce',
		},
		{
			operation: 'terminalSession.cancel',
			parameters: (made) => when(made.session, ({ id }) => ({ terminalSessionId: byId(id) })),
			mayRefuse: { statuses: [400, 409, 422], meaning: 'it can no longer be cancelled' },
		},
	];
}

function refundSteps({ paidSessionId }: Belongings, run: string): Step[] {
	const refund = (session: string) => ({
		...asSent,
		refundOf: 'terminalSession',
		terminalSessionId: byId(session),
		amount: '0.40',
		reason: 'requested_by_customer',
		nonceSource: 'custom',
		customNonce: `live-refund-${run}`,
	});
	return [
		{
			operation: 'refund.create',
			when: 'in-person',
			parameters: () => when(paidSessionId, refund),
			missing: 'set STITCH_PAID_SESSION_ID to try this',
			makes: 'inPersonRefund',
		},
		{
			operation: 'refund.getAll',
			when: 'in-person, by nonce',
			parameters: (made) =>
				when(made.inPersonRefund, () => ({
					...{ ...one, refundsOf: 'charge' },
					filters: { nonce: `live-refund-${run}` },
				})),
			makes: 'listedRefund',
		},
		{
			operation: 'refund.create',
			when: 'in-person, once more: nothing is given back twice',
			parameters: (made) => when(made.listedRefund, () => when(paidSessionId, refund)),
			missing: notListed,
			wrong: ({ id } = {}, made) =>
				id === made.inPersonRefund?.id
					? undefined
					: 'IT WAS GIVEN BACK A SECOND TIME under the same nonce',
		},
	];
}

const notListed = 'the list shows no first one';
