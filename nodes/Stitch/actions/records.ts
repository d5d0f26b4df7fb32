import type { Resource } from '../run/resource';
import { cards } from './card/cards';
import { charges } from './charge/charges';
import { disbursements } from './disbursement/disbursements';
import { eventSubscriptions } from './eventSubscription/eventSubscriptions';
import { paymentConsents } from './paymentConsent/paymentConsents';
import { paymentRequests } from './paymentRequest/paymentRequests';
import { refunds } from './refund/refunds';
import { terminalSessions } from './terminalSession/terminalSessions';

/** The records of all resources: the lists of the editor and the events of the triggers come from them. */
export const records: readonly Resource[] = [
	cards,
	charges,
	disbursements,
	eventSubscriptions,
	paymentConsents,
	paymentRequests,
	refunds,
	terminalSessions,
];
