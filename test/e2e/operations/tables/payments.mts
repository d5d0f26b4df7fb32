import { byId, type OperationRow } from './row.mts';

/** Asks for what the row says, into an account. */
export const payable = {
	amount: '={{ $json.rand }}',
	externalReference: '={{ $json.reference }}',
	payerReference: 'Order',
	beneficiaryName: 'Example Shop',
	bank: 'fnb',
	accountNumber: '1234567890',
};

const order = { reference: 'order-1', rand: '150.50' };

/** Money that people pay: from their bank, by card, and at the till. */
export const payments: OperationRow[] = [
	{
		operation: 'paymentRequest.create',
		before: async () => order,
		parameters: payable,
		gives: [
			{
				status: 'pending',
				amount: 150.5,
				currency: 'ZAR',
				externalReference: 'order-1',
				paymentUrl: expect.stringContaining('/pay/'),
			},
		],
		leaves: { paymentRequests: [{ externalReference: 'order-1' }] },
	},
	{
		operation: 'paymentRequest.cancel',
		before: async (records) => await records.paymentRequest('order-1'),
		parameters: { paymentRequestId: byId('={{ $json.id }}'), reason: 'Order was withdrawn' },
		gives: [{ id: expect.any(String) }],
		leaves: { paymentRequests: [{ status: 'cancelled' }] },
	},
	{
		operation: 'paymentRequest.confirmReturn',
		async before(records) {
			const { id } = await records.paymentRequest('order-1');
			return { query: { id, status: 'complete' } };
		},
		parameters: { externalReference: 'order-1' },
		gives: [{ status: 'pending', returnedStatusAgrees: false, externalReferenceAgrees: true }],
	},
	{
		operation: 'paymentRequest.get',
		before: async (records) => await records.paidPaymentRequest('order-1'),
		parameters: { paymentRequestId: byId('={{ $json.id }}') },
		gives: [{ externalReference: 'order-1', status: 'completed' }],
	},
	{
		operation: 'paymentRequest.getAll',
		async before(records) {
			await records.paymentRequest('order-1');
			return await records.paidPaymentRequest('order-2');
		},
		parameters: { filters: { status: ['completed'] } },
		gives: [{ externalReference: 'order-2', status: 'completed' }],
	},
	{
		operation: 'paymentRequest.simulatePayment',
		before: async (records) => await records.paymentRequest('order-1'),
		parameters: { paymentRequestId: byId('={{ $json.id }}'), paidBy: 'eft', moneyArrives: true },
		gives: [{ externalReference: 'order-1', status: 'completed' }],
		leaves: { paymentRequests: [{ status: 'completed', confirmation: 'PaymentReceived' }] },
	},
	{
		operation: 'paymentRequest.waitForPayment',
		when: 'that was made before',
		before: async (records) => await records.paidPaymentRequest('order-1'),
		parameters: {},
		gives: [
			{
				waitForPayment: {
					outcome: 'paid',
					final: true,
					paymentRequest: { externalReference: 'order-1', status: 'completed' },
				},
			},
		],
	},
	{
		operation: 'terminalSession.create',
		when: 'for a charge',
		before: async () => order,
		parameters: {
			amount: '={{ $json.rand }}',
			terminalId: 'terminal-1',
			externalReference: '={{ $json.reference }}',
			additionalFields: { cashbackAmount: '50' },
		},
		gives: [
			{
				status: 'pending',
				amount: 150.5,
				chargedTotal: 200.5,
				alreadyExisted: false,
			},
		],
		leaves: { terminalSessions: [{ externalReference: 'order-1' }] },
	},
	{
		operation: 'terminalSession.create',
		when: 'for a disbursement',
		before: async () => order,
		parameters: {
			intent: 'disbursement',
			amount: '={{ $json.rand }}',
			terminalId: 'terminal-1',
			externalReference: '={{ $json.reference }}',
			simplify: false,
		},
		gives: [{ status: 'pending', intent: { disbursement: { amount: 150.5 } } }],
		leaves: { terminalSessions: [{ externalReference: 'order-1' }] },
	},
	{
		operation: 'terminalSession.cancel',
		before: async (records) => await records.terminalSession('receipt-1'),
		parameters: { terminalSessionId: byId('={{ $json.id }}') },
		gives: [{ status: 'cancelled' }],
		leaves: { terminalSessions: [{ status: 'cancelled' }] },
	},
	{
		operation: 'terminalSession.get',
		before: async (records) => await records.paidTerminalSession('receipt-1'),
		parameters: { terminalSessionId: byId('={{ $json.id }}') },
		gives: [{ status: 'success', chargeId: expect.any(String) }],
	},
	{
		operation: 'terminalSession.getAll',
		async before(records) {
			await records.terminalSession('receipt-1');
			await records.paidTerminalSession('receipt-2');
			return { receipt: 'receipt-2' };
		},
		parameters: { filters: { externalReference: '={{ $json.receipt }}' } },
		gives: [{ externalReference: 'receipt-2', status: 'success' }],
	},
	{
		operation: 'card.delete',
		async before({ client }) {
			await client.addCard({ payerId: 'payer-1', last4: '0001' });
			return await client.addCard({ payerId: 'payer-1', last4: '0002' });
		},
		parameters: { cardId: byId('={{ $json.id }}') },
		gives: [{ deleted: true }],
		look: async (records) => await records.ask('client_card', '/cards?payerId=payer-1'),
		leaves: { data: [{ last4: '0001' }] },
	},
	{
		operation: 'card.getAll',
		async before({ client }) {
			await client.addCard({ payerId: 'payer-1', last4: '0001' });
			await client.addCard({ payerId: 'payer-2', last4: '0002' });
			return { payer: 'payer-2' };
		},
		parameters: { payerId: '={{ $json.payer }}' },
		gives: [{ last4: '0002' }],
	},
];
