import type { CatalogueEntry, FindOperation } from '../run/operation';
import { bank } from './bank';
import { bankAccount } from './bankAccount';
import { card } from './card';
import { charge } from './charge';
import { disbursement } from './disbursement';
import { disputeEvidence } from './disputeEvidence';
import { eventSubscription } from './eventSubscription';
import { fingerprintEvent } from './fingerprintEvent';
import { floatAccount } from './floatAccount';
import { graphql } from './graphql';
import { paymentConsent } from './paymentConsent';
import { paymentRequest } from './paymentRequest';
import { payoutList } from './payoutList';
import { refund } from './refund';
import { terminalSession } from './terminalSession';
import { transaction } from './transaction';

/** Every resource of the action node, in the order of the drop-down. */
export const resources: CatalogueEntry[] = [
	bank,
	bankAccount,
	transaction,
	card,
	charge,
	disbursement,
	disputeEvidence,
	eventSubscription,
	fingerprintEvent,
	floatAccount,
	graphql,
	paymentConsent,
	paymentRequest,
	payoutList,
	refund,
	terminalSession,
];

/** The operation that a node's parameters choose; undefined for values that no drop-down offers. */
export const findOperation: FindOperation = (resource, operation) =>
	resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operation);
