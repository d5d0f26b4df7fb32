import { byId, type OperationRow } from './row.mts';

const floatAccount = {
	availableBalance: 1_000_000,
	accountNumber: '1234567890',
	branchCode: '250655',
};

const refundOfPayment = {
	amount: '40.50',
	paymentRequestId: byId('={{ $json.id }}'),
	refundOf: 'paymentRequest',
	beneficiaryReference: 'Refund 1017',
};

/** A row of a sheet with a column that is not known by its heading. */
const listedRow = {
	...{ Staff: 'salary-1', Naam: 'T Tester', Bank: 'Absa', Rekeningnommer: '1234567890' },
	...{ 'Netto loon': '150.50', Staatverwysing: 'Salary' },
};

/** Money that leaves the float account, and money that goes back to payers. */
export const payouts: OperationRow[] = [
	{
		operation: 'disbursement.create',
		before: async () => ({ reference: 'salary-1', rand: '150.50' }),
		parameters: {
			amount: '={{ $json.rand }}',
			externalReference: '={{ $json.reference }}',
			beneficiaryName: 'T Tester',
			bank: 'Absa',
			accountNumber: '1234567890',
			beneficiaryReference: 'Salary',
		},
		gives: [
			{
				status: 'pending',
				amount: 150.5,
				externalReference: 'salary-1',
				alreadyExisted: false,
				createdAt: expect.any(String),
			},
		],
		leaves: { disbursements: [{ externalReference: 'salary-1', amount: { quantity: '150.50' } }] },
	},
	{
		operation: 'disbursement.cancel',
		before: async (records) => await records.pausedDisbursement('salary-1'),
		parameters: { disbursementId: byId('={{ $json.id }}'), reason: 'Paid in another way' },
		gives: [{ id: expect.any(String) }],
		leaves: { disbursements: [{ status: 'cancelled' }] },
	},
	{
		operation: 'disbursement.get',
		before: async (records) => await records.pausedDisbursement('salary-1'),
		parameters: { disbursementId: byId('={{ $json.id }}') },
		gives: [{ externalReference: 'salary-1', status: 'paused' }],
	},
	{
		operation: 'disbursement.getAll',
		async before(records) {
			await records.disbursement('salary-1');
			await records.pausedDisbursement('salary-2');
			return { wanted: 'salary-2' };
		},
		parameters: { returnAll: true, filters: { nonce: '={{ $json.wanted }}' } },
		gives: [{ externalReference: 'salary-2', status: 'paused' }],
	},
	{
		operation: 'payoutList.check',
		before: async () => listedRow,
		parameters: { columns: { externalReference: 'Staff' } },
		gives: [
			{
				...{ pay: true, verdict: 'willBePaid', row: 2, bank: 'absa', amount: 150.5 },
				summary: { toPay: 1, sumToPay: 150.5, floatBalance: 1_000_000, client: 'test' },
			},
		],
		leaves: { disbursements: [] },
	},
	{
		operation: 'payoutList.getPage',
		before: async () => ({ ...{ pay: true, verdict: 'willBePaid', row: 2 }, amount: 150.5 }),
		parameters: { page: 'review', details: { businessName: 'A <b>Shop</b>' } },
		gives: [
			{
				html: expect.stringContaining('A &#60;b&#62;Shop'),
				formHtml: expect.stringContaining('Will be paid: 1 payment, R150.50'),
				asked: '1 payment, R150.50',
			},
		],
	},
	{ operation: 'floatAccount.getBalance', parameters: {}, gives: [floatAccount] },
	{
		operation: 'refund.create',
		when: 'of a terminal session',
		before: async (records) => await records.paidTerminalSession('receipt-1'),
		parameters: {
			refundOf: 'terminalSession',
			terminalSessionId: byId('={{ $json.id }}'),
			amount: '40.50',
		},
		gives: [{ amount: 40.5, status: 'success', refundOf: expect.any(String) }],
		leaves: { refunds: [{ amount: 40.5 }], moneyOut: 4050 },
	},
	{
		operation: 'refund.create',
		when: 'of a charge',
		async before(records) {
			const { id } = await records.paidTerminalSession('receipt-1');
			const path = `/terminal-sessions/${encodeURIComponent(id)}`;
			return await records.ask('client_terminal_session', path);
		},
		parameters: {
			refundOf: 'charge',
			chargeId: '={{ $json.outcome.charge.id }}',
			amount: 10,
			reason: 'duplicate_charge',
		},
		gives: [{ amount: 10, status: 'success', refundOf: expect.any(String) }],
		leaves: { refunds: [{ amount: 10 }] },
	},
	{
		operation: 'refund.create',
		when: 'of a payment request',
		before: async (records) => await records.paidPaymentRequest('order-1'),
		parameters: refundOfPayment,
		gives: [{ status: 'pending', alreadyExisted: false, refundOf: expect.any(String) }],
		leaves: { paymentRefunds: [expect.anything()] },
	},
	{
		operation: 'refund.get',
		when: 'of a payment request',
		before: async (records) => await records.onlineRefund('order-1'),
		parameters: { refundId: byId('={{ $json.id }}') },
		gives: [{ amount: 40, status: 'pending', nonce: 'order-1' }],
	},
	{
		operation: 'refund.get',
		when: 'of a charge in person',
		before: async (records) => await records.refund('receipt-1'),
		parameters: { refundId: byId('={{ $json.id }}') },
		gives: [{ amount: 40, status: 'success', nonce: 'receipt-1' }],
	},
	{
		operation: 'refund.getAll',
		when: 'of payment requests',
		before: async (records) => await records.onlineRefund('order-1'),
		parameters: {},
		gives: [{ amount: 40, status: 'pending', nonce: 'order-1' }],
	},
	{
		operation: 'refund.getAll',
		when: 'of charges in person',
		async before(records) {
			await records.refund('receipt-1');
			return await records.refund('receipt-2');
		},
		parameters: {
			refundsOf: 'charge',
			filters: { terminalSession: '={{ $json.terminalSession }}' },
		},
		gives: [{ nonce: 'receipt-2' }],
	},
];
