import type { CatalogueEntry, FindOperation, Operation } from '../run/operation';
import type { Resource } from '../run/resource';
import { getAll as getManyBanks } from '../actions/bank/getAll.operation';
import { getAll as getManyBankAccounts } from '../actions/bankAccount/getAll.operation';
import { verifyAccount } from '../actions/bankAccount/verify.operation';
import { getAll as getManyTransactions } from '../actions/transaction/getAll.operation';
import { deleteCard } from '../actions/card/delete.operation';
import { getAll as getManyCards } from '../actions/card/getAll.operation';
import { cards } from '../actions/card/cards';
import { create as createCharge } from '../actions/charge/create.operation';
import { get as getCharge } from '../actions/charge/get.operation';
import { charges } from '../actions/charge/charges';
import { cancel as cancelDisbursement } from '../actions/disbursement/cancel.operation';
import { create as createDisbursement } from '../actions/disbursement/create.operation';
import { get as getDisbursement } from '../actions/disbursement/get.operation';
import { getAll as getManyDisbursements } from '../actions/disbursement/getAll.operation';
import { disbursements } from '../actions/disbursement/disbursements';
import { upload as uploadDisputeEvidence } from '../actions/disputeEvidence/upload.operation';
import { deleteEventSubscription } from '../actions/eventSubscription/delete.operation';
import { getAll as getManyEventSubscriptions } from '../actions/eventSubscription/getAll.operation';
import { eventSubscriptions } from '../actions/eventSubscription/eventSubscriptions';
import { getAll as getManyFingerprintEvents } from '../actions/fingerprintEvent/getAll.operation';
import { getBalance as getFloatBalance } from '../actions/floatAccount/getBalance.operation';
import { execute as executeGraphql } from '../actions/graphql/execute.operation';
import { cancel as cancelPaymentConsent } from '../actions/paymentConsent/cancel.operation';
import { create as createPaymentConsent } from '../actions/paymentConsent/create.operation';
import { get as getPaymentConsent } from '../actions/paymentConsent/get.operation';
import { revoke as revokePaymentConsent } from '../actions/paymentConsent/revoke.operation';
import { waitForConsent } from '../actions/paymentConsent/waitForConsent.operation';
import { paymentConsents } from '../actions/paymentConsent/paymentConsents';
import { cancel as cancelPaymentRequest } from '../actions/paymentRequest/cancel.operation';
import { confirmReturn } from '../actions/paymentRequest/confirmReturn.operation';
import { create as createPaymentRequest } from '../actions/paymentRequest/create.operation';
import { get as getPaymentRequest } from '../actions/paymentRequest/get.operation';
import { getAll as getManyPaymentRequests } from '../actions/paymentRequest/getAll.operation';
import { simulatePayment } from '../actions/paymentRequest/simulatePayment.operation';
import { waitForPayment } from '../actions/paymentRequest/waitForPayment.operation';
import { paymentRequests } from '../actions/paymentRequest/paymentRequests';
import { checkPayouts } from '../payoutList/check.operation';
import { getPage as getPayoutListPage } from '../payoutList/getPage.operation';
import { create as createRefund } from '../actions/refund/create.operation';
import { get as getRefund } from '../actions/refund/get.operation';
import { getAll as getManyRefunds } from '../actions/refund/getAll.operation';
import { refunds } from '../actions/refund/refunds';
import { cancel as cancelTerminalSession } from '../actions/terminalSession/cancel.operation';
import { create as createTerminalSession } from '../actions/terminalSession/create.operation';
import { get as getTerminalSession } from '../actions/terminalSession/get.operation';
import { getAll as getManyTerminalSessions } from '../actions/terminalSession/getAll.operation';
import { terminalSessions } from '../actions/terminalSession/terminalSessions';

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
		// The value is older than the charges of payers, which are also transactions.
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

/** Undefined for values that no drop-down offers. */
export const findOperation: FindOperation = (resource, operation) =>
	resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operation);
