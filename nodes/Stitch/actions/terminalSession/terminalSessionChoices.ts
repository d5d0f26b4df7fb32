import { asFields } from '../../transport/json';
import { objectField, type SearchableList } from '../fields/locator';
import { inList } from '../fields/withReference';
import { paymentLabel } from '../recordLabel';
import { terminalSessions } from './terminalSessions';

/** The terminal sessions of the client, as the editor lists them. */
export const terminalSessionChoices = {
	...terminalSessions,
	search: 'searchTerminalSessions',
	label(session, timezone) {
		const { charge, disbursement } = asFields(session.intent);
		const { network, last4 } = asFields(asFields(asFields(session.outcome).charge).card);
		return paymentLabel(session, timezone, {
			amount: asFields(charge ?? disbursement).amount,
			who: last4 ? `${String(network ?? 'card')} …${String(last4)}` : undefined,
			reference: session.externalReference,
		});
	},
	withReference: inList(terminalSessions),
} satisfies SearchableList;

/** Names the terminal session that an operation works on. */
export const theTerminalSession = objectField(terminalSessionChoices, {
	displayName: 'Terminal Session',
	name: 'terminalSessionId',
	placeholder: 'e.g. c2Vzc2lvbjox',
});
