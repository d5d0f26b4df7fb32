import type { CatalogueEntry, FindOperation, Operation } from '../run/operation';
import type { Resource } from '../run/resource';
import { getAll as getManyBanks } from './bank/getAll.operation';
import { getAll as getManyBankAccounts } from './bankAccount/getAll.operation';
import { verifyAccount } from './bankAccount/verify.operation';
import { getAll as getManyTransactions } from './transaction/getAll.operation';
import { deleteCard } from './card/delete.operation';
import { getAll as getManyCards } from './card/getAll.operation';
import { cards } from './card/cards';
import { create as createCharge } from './charge/create.operation';
import { get as getCharge } from './charge/get.operation';
import { charges } from './charge/charges';
import { cancel as cancelDisbursement } from './disbursement/cancel.operation';
import { create as createDisbursement } from './disbursement/create.operation';
import { get as getDisbursement } from './disbursement/get.operation';
import { getAll as getManyDisbursements } from './disbursement/getAll.operation';
import { disbursements } from './disbursement/disbursements';
import { upload as uploadDisputeEvidence } from './disputeEvidence/upload.operation';
import { deleteEventSubscription } from './eventSubscription/delete.operation';
import { getAll as getManyEventSubscriptions } from './eventSubscription/getAll.operation';
import { eventSubscriptions } from './eventSubscription/eventSubscriptions';
import { getAll as getManyFingerprintEvents } from './fingerprintEvent/getAll.operation';
import { getBalance as getFloatBalance } from './floatAccount/getBalance.operation';
import { execute as executeGraphql } from './graphql/execute.operation';
import { cancel as cancelPaymentConsent } from './paymentConsent/cancel.operation';
import { create as createPaymentConsent } from './paymentConsent/create.operation';
import { get as getPaymentConsent } from './paymentConsent/get.operation';
import { revoke as revokePaymentConsent } from './paymentConsent/revoke.operation';
import { waitForConsent } from './paymentConsent/waitForConsent.operation';
import { paymentConsents } from './paymentConsent/paymentConsents';
import { cancel as cancelPaymentRequest } from './paymentRequest/cancel.operation';
import { confirmReturn } from './paymentRequest/confirmReturn.operation';
import { create as createPaymentRequest } from './paymentRequest/create.operation';
import { get as getPaymentRequest } from './paymentRequest/get.operation';
import { getAll as getManyPaymentRequests } from './paymentRequest/getAll.operation';
import { simulatePayment } from './paymentRequest/simulatePayment.operation';
import { waitForPayment } from './paymentRequest/waitForPayment.operation';
import { paymentRequests } from './paymentRequest/paymentRequests';
import { checkPayouts } from './payoutList/check.operation';
import { getPage as getPayoutListPage } from './payoutList/getPage.operation';
import { create as createRefund } from './refund/create.operation';
import { get as getRefund } from './refund/get.operation';
import { getAll as getManyRefunds } from './refund/getAll.operation';
import { refunds } from './refund/refunds';
import { cancel as cancelTerminalSession } from './terminalSession/cancel.operation';
import { create as createTerminalSession } from './terminalSession/create.operation';
import { get as getTerminalSession } from './terminalSession/get.operation';
import { getAll as getManyTerminalSessions } from './terminalSession/getAll.operation';
import { terminalSessions } from './terminalSession/terminalSessions';

/**
 * Every resource of the action node with its operations, in the order of the drop-downs: by name, as n8n
 * asks. The editor lists the actions in the same order, eight on its first screen, so that payouts and
 * payment links are below it. No name is bent for that: people search, and the words are in the codex file.
 */
export const resources: readonly CatalogueEntry[] = [
	{ value: 'bank', name: 'Bank', operations: [getManyBanks] },
	{
		value: 'bankAccount',
		name: 'Bank Account',
		operations: [getManyBankAccounts, verifyAccount],
		opensOn: 'verify',
	},
	{
		value: 'transaction',
		// Its value is older than the charges of payers, which are also transactions.
		name: 'Bank Transaction',
		operations: [getManyTransactions],
	},
	entryOf(cards, [deleteCard, getManyCards]),
	entryOf(charges, [createCharge, getCharge]),
	entryOf(disbursements, [
		cancelDisbursement,
		createDisbursement,
		getDisbursement,
		getManyDisbursements,
	]),
	{ value: 'disputeEvidence', name: 'Dispute Evidence', operations: [uploadDisputeEvidence] },
	entryOf(eventSubscriptions, [deleteEventSubscription, getManyEventSubscriptions]),
	{ value: 'fingerprintEvent', name: 'Fingerprint Event', operations: [getManyFingerprintEvents] },
	{ value: 'floatAccount', name: 'Float Account', operations: [getFloatBalance] },
	{ value: 'graphql', name: 'GraphQL', operations: [executeGraphql] },
	entryOf(paymentConsents, [
		cancelPaymentConsent,
		createPaymentConsent,
		getPaymentConsent,
		revokePaymentConsent,
		waitForConsent,
	]),
	entryOf(paymentRequests, [
		cancelPaymentRequest,
		confirmReturn,
		createPaymentRequest,
		getPaymentRequest,
		getManyPaymentRequests,
		simulatePayment,
		waitForPayment,
	]),
	{
		value: 'payoutList',
		name: 'Payout List',
		operations: [checkPayouts, getPayoutListPage],
	},
	entryOf(refunds, [createRefund, getRefund, getManyRefunds]),
	entryOf(terminalSessions, [
		cancelTerminalSession,
		createTerminalSession,
		getTerminalSession,
		getManyTerminalSessions,
	]),
];

function entryOf({ value, name }: Resource, operations: Operation[]): CatalogueEntry {
	return { value, name, operations };
}

/** The operation that a node's parameters choose; undefined for values that no drop-down offers. */
export const findOperation: FindOperation = (resource, operation) =>
	resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operation);
