import type { FaultRule } from '../../../simulator/faults.mts';
import { knownHolder } from '../../../simulator/verification/knownHolder.mts';
import type { Records } from '../../support/records.mts';
import { payable } from './payments.mts';
import { byAddress, byId, type OperationRow } from './row.mts';
import { textAsFile } from './textAsFile.mts';

/** Two input items, of which only one can be carried out. */
interface ErrorRow extends Pick<OperationRow, 'operation' | 'parameters' | 'through'> {
	/** Puts in place what the good item needs, and may add fields to it. */
	before?: (records: Records) => Promise<Record<string, unknown>>;
	good: Record<string, unknown>;
	bad: Record<string, unknown>;
	/** What the items on the first output hold. */
	gives: object[];
	/** What the message of the bad item says. */
	says: string;
	/** What must be in the client's ledger afterwards: nothing was sent for the bad item. */
	leaves?: object;
	/** For what no input can cause. */
	fault?: FaultRule;
}

const charge = {
	terminalId: 'terminal-1',
	amount: '={{ $json.rand }}',
	externalReference: '={{ $json.receipt }}',
};

/** One item that goes well and one that does not, for every resource. */
export const errors: ErrorRow[] = [
	{
		operation: 'bank.getAll',
		parameters: { limit: '={{ $json.most }}' },
		good: { most: 1 },
		bad: { most: 0 },
		gives: [{ bank: 'absa' }],
		says: "'Limit' cannot be 0",
	},
	{
		operation: 'bankAccount.verify',
		parameters: {
			bank: 'fnb',
			accountNumber: '={{ $json.account }}',
			documentNumber: knownHolder.identityNumber,
			accountType: knownHolder.accountType,
		},
		good: { account: '1234567890' },
		bad: { account: '12345A7890' },
		gives: [{ accountNumber: '1234567890' }],
		says: 'Account Number',
	},
	{
		operation: 'card.getAll',
		before: async ({ client }) => await client.addCard({ payerId: 'payer-1' }),
		parameters: { payerId: '={{ $json.payer }}' },
		good: { payer: 'payer-1' },
		bad: { payer: '', note: 'nobody' },
		gives: [{ payerId: 'payer-1' }],
		says: "'Payer ID' is empty",
	},
	{
		operation: 'charge.create',
		before: async (records) => ({ consent: (await records.grantedConsent('sub')).id }),
		parameters: {
			paymentConsentId: '={{ $json.consent }}',
			amount: '={{ $json.rand }}',
			externalReference: '={{ $json.reference }}',
		},
		good: { reference: 'sub-1', rand: '99' },
		bad: { reference: 'sub-2', rand: '99', consent: '' },
		gives: [{ externalReference: 'sub-1', status: 'success' }],
		says: "'Payment Consent ID' is empty",
		leaves: { charges: [{ externalReference: 'sub-1' }] },
	},
	{
		operation: 'disbursement.create',
		parameters: {
			amount: '={{ $json.rand }}',
			externalReference: '={{ $json.reference }}',
			beneficiaryName: 'T Tester',
			bank: 'absa',
			accountNumber: '1234567890',
			beneficiaryReference: 'Salary',
		},
		good: { reference: 'salary-1', rand: '150.50' },
		bad: { reference: 'salary-2', rand: '1150.505' },
		gives: [{ externalReference: 'salary-1' }],
		says: "'Amount in Rand' has more than two decimals: 1150.505",
		leaves: { disbursements: [{ externalReference: 'salary-1' }] },
	},
	{
		operation: 'disputeEvidence.upload',
		through: textAsFile,
		parameters: { binaryField: '={{ $json.field }}', caseReference: 'CASE-1' },
		good: { field: 'data', text: 'Delivered' },
		bad: { field: 'photo', text: 'Delivered' },
		gives: [{ caseReference: 'CASE-1' }],
		leaves: { files: [{}] },
		says: 'Input Binary Field',
	},
	{
		operation: 'eventSubscription.delete',
		before: async (records) => await records.eventSubscription('https://old.example.com/hook'),
		parameters: { url: byAddress('={{ $json.url }}') },
		good: {},
		bad: { url: 'https://nowhere.example.com/hook' },
		gives: [{ deleted: true }],
		says: 'There is no event subscription at this address',
		leaves: { subscriptions: 0 },
	},
	{
		operation: 'fingerprintEvent.getAll',
		before: async ({ client }) => await client.addFingerprintEvent({ correlationId: 'order-1' }),
		parameters: { correlationId: '={{ $json.order }}' },
		good: { order: 'order-1' },
		bad: { order: 'x'.repeat(129) },
		gives: [{ correlationId: 'order-1' }],
		says: 'Correlation ID',
	},
	{
		operation: 'floatAccount.getBalance',
		parameters: {},
		good: {},
		bad: {},
		gives: [{ accountNumber: '1234567890' }],
		says: 'Stitch refused',
		fault: { kind: 'status', status: 400, match: { path: '/graphql' }, requests: [2] },
	},
	{
		operation: 'graphql.execute',
		parameters: { query: '={{ $json.query }}' },
		good: { query: '{ client { bankAccounts { accountFunction } } }' },
		bad: { query: '{ client { nothing } }' },
		gives: [{ client: { bankAccounts: [{ accountFunction: 'float' }] } }],
		says: 'Cannot query field "nothing"',
	},
	{
		operation: 'paymentConsent.create',
		parameters: {
			chargeAtOnce: true,
			firstChargeAmount: '={{ $json.rand }}',
			firstChargeReference: '={{ $json.reference }}',
		},
		good: { reference: 'sub-1', rand: '99' },
		bad: { reference: 'sub-2', rand: '-99' },
		gives: [{ status: 'pending' }],
		says: "'First Charge Amount in Rand' must be more than 0",
		leaves: { consents: [{ status: 'pending' }] },
	},
	{
		operation: 'paymentRequest.create',
		parameters: payable,
		good: { reference: 'order-1', rand: 20 },
		bad: { reference: 'order-2', rand: '$20' },
		gives: [{ externalReference: 'order-1' }],
		says: 'Amount',
		leaves: { paymentRequests: [{ externalReference: 'order-1' }] },
	},
	{
		operation: 'refund.create',
		before: async (records) => await records.paidTerminalSession('receipt-1'),
		parameters: {
			refundOf: 'terminalSession',
			terminalSessionId: byId('={{ $json.id }}'),
			amount: '={{ $json.rand }}',
		},
		good: { rand: 40 },
		bad: { rand: 40, id: 'nobody-knows-it' },
		gives: [{ amount: 40 }],
		says: 'does not know an ID in the request',
		leaves: { refunds: [{ amount: 40 }] },
	},
	{
		operation: 'terminalSession.create',
		parameters: charge,
		good: { receipt: 'receipt-1', rand: 20 },
		bad: { receipt: '', rand: 20 },
		gives: [{ externalReference: 'receipt-1' }],
		says: 'External Reference',
		leaves: { terminalSessions: [{ externalReference: 'receipt-1' }] },
	},
	{
		operation: 'transaction.getAll',
		parameters: { bankAccountId: '={{ $json.account }}', limit: 1 },
		good: { account: 'account-1' },
		bad: { account: 'account-99' },
		gives: [{ bankAccountId: 'account-1' }],
		says: 'Stitch does not know this ID',
	},
];
