import type { IDataObject } from 'n8n-workflow';

import { addedToPayment } from '../../idempotency/paymentToMake';
import { meaningOf, type Resource } from '../../run/resource';
import { moneyIn, randOf } from '../../schemas/money';
import { withStatusAsWord } from '../../schemas/status';
import { asFields } from '../../transport/json';
import type { RestList } from '../../transport/paging';
import { amountColumns, cell, pick, reasonCell } from '../columns';
import { referenceFinder } from '../fields/referenceFinder';
import { paymentLabel } from '../paymentLabel';
import { flatPart } from '../eventParts';

/** The terminal sessions of the client (companion spec 4.2). */
const list = {
	path: '/terminal-sessions',
	pageSize: 50,
	asOutput: (session) => withStatusAsWord(session, ''),
} satisfies RestList;

/**
 * Terminal sessions (companion spec 3.1, 4.2). The specification does not show the status of a cancelled
 * one; the word of all other resources counts as final. With any other unknown status, the wait
 * continues until the time is up.
 */
export const terminalSessions = {
	value: 'terminalSession',
	name: 'Terminal Session',
	noun: 'terminal session',
	statuses: { pending: 'open', success: 'done', failure: 'failed', cancelled: 'failed' },
	money: (session) => (isAuthorised(session) ? 'authorised' : undefined),
	one: list,
	keeps: addedToPayment,
	list,
	findByReference: referenceFinder(list),
	simplify: simplifyTerminalSession,
	label(session) {
		const { charge, disbursement } = asFields(session.intent);
		const { network, last4 } = asFields(asFields(asFields(session.outcome).charge).card);
		return paymentLabel(session, {
			amount: asFields(charge ?? disbursement).amount,
			who: last4 ? `${String(network ?? 'card')} …${String(last4)}` : undefined,
			reference: session.externalReference,
		});
	},
	field: { name: 'terminalSessionId', placeholder: 'e.g. c2Vzc2lvbjox' },
	choice: { search: 'searchTerminalSessions', example: 'R149.50 · visa …4242', from: [list] },
	events: [
		{
			family: 'terminalSession',
			name: 'Terminal Session',
			meanings: {
				failure: 'A payment on a terminal did not succeed',
				success:
					'A payment on a terminal succeeded. With the capture method Manual, it is only authorised.',
			},
			filterType: (status) => `${typePrefix}${status}`,
			statusPrefix: '',

			readFlatEvent(data, type) {
				const { state } = flatPart(data);
				const __typename = type.slice(typePrefix.length);
				return { data: withAmount(data), state: { ...state, __typename } };
			},

			changes: list,
		},
	],
} satisfies Resource;

const typePrefix = 'terminal-session.';

/** The amount of a session is in its intent (companion spec 2.1). */
function withAmount(session: IDataObject): IDataObject {
	const { charge, disbursement } = asFields(session.intent);
	const { amount, currency } = asFields(charge ?? disbursement);
	return session.amount === undefined ? { ...session, amount, currency } : session;
}

/** An authorised session counts as done, but only a capture settles it (companion spec 2.1). */
function isAuthorised(session: IDataObject): boolean {
	const { capture } = asFields(asFields(session.intent).charge);
	return meaningOf(session, terminalSessions) === 'done' && asFields(capture).method === 'manual';
}

/** With cashback, the customer is charged both (companion spec 2.1). */
function chargedTotal({ amount, cashback }: IDataObject): { chargedTotal?: number | null } {
	if (!cashback) return {};
	const [sale, cash] = [moneyIn(amount), moneyIn(asFields(cashback).amount)];
	return { chargedTotal: sale && cash ? randOf(sale.cents + cash.cents) : null };
}

const authorisedOnly = 'Authorised only: you are paid once the charge is captured';

export function simplifyTerminalSession(session: IDataObject): IDataObject {
	const { charge: asked, disbursement } = asFields(session.intent);
	const charge = asFields(asFields(session.outcome).charge);
	const card = asFields(charge.card);
	const isCreated = session.alreadyExisted !== undefined;
	return {
		externalReference: cell(session.externalReference),
		// Only rand is supported (companion spec 2.1).
		amount: amountColumns(asFields(asked ?? disbursement)).amount,
		...chargedTotal(asFields(asked)),
		status: cell(session.status),
		chargeStatus: cell(charge.status),
		reasonText: reasonCell(session) ?? cell(isAuthorised(session) ? authorisedOnly : undefined),
		...(isCreated
			? pick(session, ['alreadyExisted', 'createdAt'])
			: { cardNetwork: cell(card.network) }),
		cardLast4: cell(card.last4),
		retrievalReferenceNumber: cell(charge.retrievalReferenceNumber),
		...(!isCreated && { chargeId: cell(charge.id) }),
		id: cell(session.id),
	};
}
