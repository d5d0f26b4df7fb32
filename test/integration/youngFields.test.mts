import type { IDataObject } from 'n8n-workflow';

import { graphqlService } from './graphqlService.mts';
import { searchList } from './harness.mts';
import { payoutParameters, payoutRow } from './payout.mts';
import { Polled } from './polled.mts';

const { client, control, pay, payable, run, ofClient } = graphqlService(61);

const scopes = [
	'client_card',
	'client_disbursement',
	'client_paymentrequest',
	'client_recurringpaymentconsentrequest',
	'client_refund',
	'transaction_initiate',
];

/** Runs an operation and returns its only record. */
async function one(parameters: IDataObject, row = {}): Promise<IDataObject> {
	const { records, error } = await run({ returnAll: true, ...parameters }, ofClient(scopes), [row]);
	if (error) throw error;
	expect(records).toHaveLength(1);
	return records[0] as IDataObject;
}

const paid = async () => {
	const { id } = await payable('order-1', 100);
	await control().payer('pay', String(id));
	await control().advance(60_000);
	return { id };
};

const refund = {
	resource: 'refund',
	operation: 'create',
	refundOf: 'paymentRequest',
	amount: '10',
	reason: 'requested_by_customer',
	beneficiaryReference: 'Refund 1',
	nonceSource: 'custom',
	customNonce: 'refund-1',
};

const refunded = async () => {
	const { id } = await paid();
	return await one({ ...refund, paymentRequestId: byId(id) });
};

const consented = async () => {
	const { id } = await one({
		resource: 'paymentConsent',
		operation: 'create',
		paymentMethod: 'card',
	});
	await control().consent('grant', String(id));
	return { id };
};

const charge = {
	resource: 'charge',
	operation: 'create',
	chargeWith: 'paymentConsent',
	amount: '99',
	externalReference: 'sub-1',
	nonceSource: 'externalReference',
};

const charged = async () => {
	const { id } = await consented();
	return await one({ ...charge, paymentConsentId: id });
};

const paidOut = async () => await one(payoutParameters(), payoutRow('PAY-1'));

const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });
const byReference = { __rl: true, mode: 'externalReference', value: 'order-1' };

interface Row {
	operation: string;
	/** Which of several rows of an operation it is. */
	how?: string;
	/** What there is already, made by a service that has everything. */
	before?: () => Promise<IDataObject>;
	parameters?: (made: IDataObject) => IDataObject;
	/** What the parameters read. */
	row?: IDataObject;
	gives: IDataObject;
}

/** What still works, and what of it is missing. */
const rows: Row[] = [
	{
		operation: 'paymentRequest.get',
		how: 'by its ID',
		before: paid,
		parameters: ({ id }) => ({ paymentRequestId: byId(id) }),
		gives: { paymentConfirmation: 'received' },
	},
	{
		operation: 'paymentRequest.get',
		how: 'by its reference',
		before: paid,
		parameters: () => ({ paymentRequestId: byReference }),
		gives: { paymentConfirmation: 'received', externalReference: 'order-1' },
	},
	{
		operation: 'paymentRequest.getAll',
		before: paid,
		gives: { paymentConfirmation: 'received', notRead: ['metadata'] },
	},
	{
		operation: 'paymentRequest.create',
		before: async () => await payable('order-1', 100),
		parameters: () => ({
			amount: '100',
			externalReference: 'order-1',
			expireAt: '2099-01-01T00:00:00Z',
			settleTo: 'merchant',
			merchantId: 'merchant-1',
			payerReference: 'Shop',
			options: { oneLinkPerReference: true },
		}),
		gives: { externalReference: 'order-1', alreadyExisted: true },
	},
	{
		operation: 'disbursement.create',
		before: paidOut,
		parameters: () => payoutParameters(),
		row: payoutRow('PAY-1'),
		gives: { alreadyExisted: true },
	},
	{
		operation: 'disbursement.getAll',
		before: async () => await pay('PAY-1', '10.00'),
		parameters: () => ({ simplify: false }),
		gives: { nonce: 'nonce-of-PAY-1', notRead: ['externalReference'] },
	},
	{
		operation: 'refund.create',
		how: 'of a payment request',
		before: paid,
		parameters: ({ id }) => ({ ...refund, paymentRequestId: byId(id) }),
		gives: { status: 'pending', alreadyExisted: false },
	},
	{
		operation: 'refund.create',
		how: 'of a payment request that was sent before',
		before: refunded,
		parameters: ({ refundOf }) => ({ ...refund, paymentRequestId: byId(refundOf) }),
		gives: { status: 'pending', alreadyExisted: true },
	},
	{
		operation: 'refund.get',
		how: 'by its ID',
		before: refunded,
		parameters: (made) => ({ refundId: byId(made.id) }),
		gives: { nonce: 'refund-1' },
	},
	{
		operation: 'refund.get',
		how: 'by the reference of its payment',
		before: refunded,
		parameters: () => ({ refundId: byReference }),
		gives: { nonce: 'refund-1' },
	},
	{
		operation: 'refund.getAll',
		before: refunded,
		parameters: () => ({ refundsOf: 'paymentRequest' }),
		gives: { nonce: 'refund-1' },
	},
	{
		operation: 'paymentConsent.get',
		before: consented,
		parameters: ({ id }) => ({ id, simplify: false }),
		gives: { status: 'granted', notRead: ['externalReference', 'metadata'] },
	},
	{
		operation: 'charge.get',
		before: charged,
		parameters: ({ id }) => ({ recurringChargeId: id }),
		gives: { status: 'success' },
	},
	{
		operation: 'paymentConsent.create',
		parameters: () => ({ paymentMethod: 'card' }),
		gives: { status: 'pending' },
	},
	{
		operation: 'paymentConsent.revoke',
		before: consented,
		parameters: ({ id }) => ({ id, reason: 'Moved away' }),
		gives: { status: 'revoked' },
	},
	{
		operation: 'charge.create',
		how: 'for the first time',
		before: consented,
		parameters: ({ id }) => ({ ...charge, paymentConsentId: id }),
		gives: { status: 'success', alreadyExisted: false },
	},
	{
		operation: 'charge.create',
		how: 'that was sent before',
		before: charged,
		parameters: ({ paymentConsentId }) => ({ ...charge, paymentConsentId }),
		gives: { alreadyExisted: true },
	},
	{
		operation: 'refund.create',
		how: 'of a charge',
		before: charged,
		parameters: ({ id }) => ({ ...refund, refundOf: 'recurringCharge', recurringChargeId: id }),
		gives: { status: 'pending' },
	},
	{
		operation: 'paymentConsent.cancel',
		before: async () =>
			await one({ resource: 'paymentConsent', operation: 'create', paymentMethod: 'card' }),
		parameters: ({ id }) => ({ id, reason: 'Moved away' }),
		gives: { status: 'cancelled' },
	},
	{ operation: 'floatAccount.getBalance', gives: { accountNumber: '1234567890' } },
];

describe('a service without young fields', () => {
	it.each(rows.map((row) => ({ how: '', ...row })))(
		'runs $operation $how',
		async ({ operation, before, parameters, row, gives }) => {
			const made = (await before?.()) ?? {};
			// What there was already is older than what is made now.
			await control().advance(10_000);
			await client().change({ lacksYoungFields: true });
			const [resource, value] = operation.split('.');
			const own = parameters?.(made) ?? { id: made.id };
			expect(await one({ ...own, resource, operation: value }, row)).toMatchObject(gives);
		},
	);

	it('fills the lists of the editor', async () => {
		const { id } = await refunded();
		const payout = await paidOut();
		const [request] = (await client().ledger()).paymentRequests;
		await client().change({ lacksYoungFields: true });
		for (const [method, value] of [
			['searchPaymentRequests', request?.id],
			['searchDisbursements', payout.id],
			['searchRefunds', id],
		] as const) {
			expect((await searchList(method, ofClient(scopes))).results).toMatchObject([{ value }]);
		}
	});

	it('cannot be searched for a payout by its reference, and the message does not ask the user to fix it', async () => {
		await paidOut();
		await client().change({ lacksYoungFields: true });
		for (const parameters of [
			{ operation: 'getAll', filters: { externalReference: 'PAY-1' } },
			{ operation: 'get', disbursementId: { ...byReference, value: 'PAY-1' } },
		]) {
			await expect(one({ resource: 'disbursement', ...parameters })).rejects.toMatchObject({
				message: expect.stringMatching(/^This version of the node asks Stitch for something/),
			});
		}
	});

	it('reports payments, payouts and refunds by polling', async () => {
		await client().change({ lacksYoungFields: true });
		const workflow = new Polled(ofClient(scopes));
		const events = ['paymentConfirmation.received', 'refund.completed', 'disbursement.completed'];
		workflow.parameters = { events, options: {} };
		await workflow.publish();
		await refunded();
		await pay('PAY-1', '10.00');
		await control().advance(3 * 24 * 60 * 60_000);
		const changes = await workflow.poll();
		expect(changes.map(({ event }) => event).sort()).toEqual(events.sort());
	});
});
