import type { IDataObject } from 'n8n-workflow';

import { addedToPayment } from '../../idempotency/attempt';
import type { Lifecycle } from '../../run/lifecycle';
import { asFields } from '../../transport/json';
import { readObject } from '../../transport/object';
import type { PagedList } from '../../transport/paging';
import { amountColumns, cell, reasonCell } from '../columns';
import { objectField, type Searchable } from '../fields/locator';
import { findByReference } from '../fields/withReference';
import { paymentLabel } from '../recordLabel';
import { flatPart, type EventFamily } from '../resourceTypes';

/**
 * The terminal sessions of the client and their lifecycle (companion spec 3.1, 4.2). The
 * specification does not show the status of a cancelled one; the word of all other resources counts
 * as final. With any other unknown status, the wait continues until the time is up.
 */
export const terminalSessions: Lifecycle & PagedList = {
	noun: 'terminal session',
	path: '/terminal-sessions',
	pageSize: 50,
	statuses: { pending: 'open', success: 'done', failure: 'failed', cancelled: 'failed' },
	keeps: addedToPayment,
};

export const terminalSessionEvents: EventFamily = {
	family: 'terminalSession',
	name: 'Terminal Session',
	resource: 'terminalSession',
	meanings: {
		failure: 'A payment on a terminal did not succeed',
		success: 'A payment on a terminal succeeded',
	},
	filterType: (status) => `${typePrefix}${status}`,
	statusPrefix: '',

	fromFlatEvent(data, type) {
		const { state } = flatPart(data);
		const __typename = type.slice(typePrefix.length);
		return { data: withAmount(data), state: { ...state, __typename } };
	},

	readCurrent: async (service, id) => await readObject(service, terminalSessions, id),
	simplify: simplifyTerminalSession,
	changes: { paged: terminalSessions },
};

const typePrefix = 'terminal-session.';

/** The amount of a session is in its intent (companion spec 2.1). */
function withAmount(session: IDataObject): IDataObject {
	const { charge, disbursement } = asFields(session.intent);
	const { amount, currency } = asFields(charge ?? disbursement);
	return session.amount === undefined ? { ...session, amount, currency } : session;
}

/** A terminal session as columns, in the order in which a person reads them. */
export function simplifyTerminalSession(session: IDataObject): IDataObject {
	const { charge: asked, disbursement } = asFields(session.intent);
	const charge = asFields(asFields(session.outcome).charge);
	const card = asFields(charge.card);
	const isCreated = session.alreadyExisted !== undefined;
	return {
		externalReference: cell(session.externalReference),
		...amountColumns(asFields(asked ?? disbursement)),
		status: cell(session.status),
		reasonText: reasonCell(session),
		...(isCreated && { alreadyExisted: session.alreadyExisted }),
		cardNetwork: cell(card.network),
		cardLast4: cell(card.last4),
		retrievalReferenceNumber: cell(charge.retrievalReferenceNumber),
		...(!isCreated && { chargeId: cell(charge.id) }),
		id: cell(session.id),
	};
}

/** The terminal sessions of the client, as the editor lists them. */
export const terminalSessionChoices = {
	...terminalSessions,
	search: 'searchTerminalSessions',
	example: 'R149.50 · visa …4242',
	label(session, timezone) {
		const { charge, disbursement } = asFields(session.intent);
		const { network, last4 } = asFields(asFields(asFields(session.outcome).charge).card);
		return paymentLabel(session, timezone, {
			amount: asFields(charge ?? disbursement).amount,
			who: last4 ? `${String(network ?? 'card')} …${String(last4)}` : undefined,
			reference: session.externalReference,
		});
	},
	withReference: findByReference(terminalSessions),
} satisfies PagedList & Searchable;

/** Names the terminal session that an operation works on. */
export const theTerminalSession = objectField(terminalSessionChoices, {
	displayName: 'Terminal Session',
	name: 'terminalSessionId',
	placeholder: 'e.g. c2Vzc2lvbjox',
});
