import { knownHolder } from '../../../simulator/verification/knownHolder.mts';
import { byAddress, type OperationRow } from './row.mts';
import { textAsFile } from './textAsFile.mts';

const { accountType, email, identityNumber, initials, familyName, phone } = knownHolder;

/** What the service knows or keeps: accounts, transactions, events, files, and answers to queries. */
export const knowledge: OperationRow[] = [
	{
		operation: 'bank.getAll',
		parameters: { limit: 2 },
		gives: [{ bank: 'absa', payments: 'operational' }, { bank: 'african_bank' }],
	},
	{
		operation: 'bankAccount.getAll',
		parameters: {},
		gives: [{ id: 'account-1', currency: 'ZAR' }, { id: 'account-2' }],
	},
	{
		operation: 'bankAccount.verify',
		before: async () => ({ id: identityNumber, bank: 'FNB' }),
		parameters: {
			bank: '={{ $json.bank }}',
			accountNumber: '1234567890',
			documentNumber: '={{ $json.id }}',
			accountType,
			familyName,
			initials,
			additionalFields: { email, phone },
		},
		gives: [
			{
				bank: 'fnb',
				outcome: 'verified',
			},
		],
		leaves: { verifications: 1 },
	},
	{
		operation: 'transaction.getAll',
		before: async () => ({ account: 'account-1' }),
		parameters: { bankAccountId: '={{ $json.account }}', limit: 2 },
		gives: [
			{ id: 'account-1-transaction-1', bankAccountId: 'account-1' },
			{ id: 'account-1-transaction-2' },
		],
	},
	{
		operation: 'graphql.execute',
		when: 'with the client token',
		before: async (records) => await records.disbursement('salary-1'),
		parameters: {
			query:
				'query Newest($first: UInt) { client { disbursements(first: $first) { edges { node { nonce } } } } }',
			variables: '={{ { "first": 1 } }}',
		},
		gives: [{ client: { disbursements: { edges: [{ node: { nonce: 'salary-1' } }] } } }],
	},
	{
		operation: 'graphql.execute',
		when: 'with a user token',
		parameters: { authentication: 'userToken', query: '{ user { bankAccounts { id } } }' },
		gives: [{ user: { bankAccounts: [{ id: 'account-1' }, { id: 'account-2' }] } }],
	},
	{
		operation: 'eventSubscription.getAll',
		async before(records) {
			await records.eventSubscription('https://old-tunnel.example.com/webhook/1/webhook');
			return await records.eventSubscription('https://other.example.com/hook', ['payment']);
		},
		parameters: {},
		gives: [
			{
				url: 'https://old-tunnel.example.com/webhook/1/webhook',
				// This n8n knows no public address.
				isElsewhere: null,
				filterTypes: ['disbursement'],
			},
			{ url: 'https://other.example.com/hook', filterTypes: ['payment'] },
		],
		leaves: { subscriptions: 2 },
	},
	{
		operation: 'eventSubscription.delete',
		async before(records) {
			await records.eventSubscription('https://n8n.example.com/webhook/1/webhook');
			return await records.eventSubscription('https://Old-Tunnel.example.com/webhook/1/webhook');
		},
		parameters: { url: byAddress('={{ $json.url.toLowerCase() }}') },
		gives: [{ deleted: true }],
		look: async ({ client }) => await client.webhooks(),
		leaves: { subscriptions: [{ url: 'https://n8n.example.com/webhook/1/webhook' }] },
	},
	{
		operation: 'fingerprintEvent.getAll',
		when: 'by correlation ID',
		async before({ client }) {
			await client.addFingerprintEvent({ correlationId: 'order-1', deviceId: 'device-1' });
			await client.addFingerprintEvent({ correlationId: 'order-2', deviceId: 'device-1' });
			return { order: 'order-1' };
		},
		parameters: { correlationId: '={{ $json.order }}' },
		gives: [{ correlationId: 'order-1', deviceId: 'device-1' }],
	},
	{
		operation: 'fingerprintEvent.getAll',
		when: 'by device ID',
		async before({ client }) {
			await client.addFingerprintEvent({ correlationId: 'order-1', deviceId: 'device-1' });
			await client.addFingerprintEvent({ correlationId: 'order-1', deviceId: 'device-2' });
			return { device: 'device-2' };
		},
		parameters: { searchBy: 'deviceId', deviceId: '={{ $json.device }}' },
		gives: [{ correlationId: 'order-1', deviceId: 'device-2' }],
	},
	{
		operation: 'disputeEvidence.upload',
		before: async () => ({ text: 'Delivered on Monday', case: 'CASE-1' }),
		through: textAsFile,
		parameters: { caseReference: '={{ $json.case }}' },
		gives: [{ type: 'dispute_evidence', caseReference: 'CASE-1', fileName: 'delivery-note.txt' }],
		leaves: { files: [{ size: 'Delivered on Monday'.length }] },
	},
];
