import { graphqlService } from './graphqlService.mts';
import { payoutParameters, payoutRow } from './payout.mts';

const { control, payable, run } = graphqlService(12);

it('gives a payout the same columns and types from Create, Get and Get Many', async () => {
	const row = payoutRow('salary-1', { amount: '1500.10' });
	const created = await run(payoutParameters(), undefined, [row]);
	expect(created.error).toBeUndefined();
	const [made = {}] = created.records;
	expect(made).toMatchObject({
		externalReference: 'salary-1',
		beneficiaryName: 'N Test',
		amount: 1500.1,
		currency: 'ZAR',
		bank: 'fnb',
		alreadyExisted: false,
	});

	const id = String(made.id);
	await control().setDisbursementStatus(id, 'error', 'inactive_account');
	const read = await run({ resource: 'disbursement', operation: 'get', disbursementId: id });
	const listed = await run({ resource: 'disbursement', operation: 'getAll' });
	for (const [one = {}] of [read.records, listed.records]) {
		const { alreadyExisted, ...columns } = made;
		const { createdAt, ...shown } = one;
		expect([alreadyExisted, typeof createdAt]).toEqual([false, 'string']);
		expect(Object.keys(shown)).toEqual(Object.keys(columns));
		expect(one).toMatchObject({
			id,
			amount: 1500.1,
			status: 'error',
			reasonText: 'The account is not active. Ask the recipient for another account',
		});
	}
});

it('gives a payment request the same columns from Get and Get Many, and a refund of it as well', async () => {
	const { id } = await payable('order-1', 100.1);
	await control().payer('pay', String(id));
	await control().advance(180_000);
	const refund = { resource: 'refund', refundOf: 'paymentRequest', paymentRequestId: id };
	const created = await run({
		...refund,
		operation: 'create',
		amount: '40.20',
		beneficiaryReference: 'Refund',
		nonceSource: 'itemContent',
	});
	const [{ alreadyExisted, ...made } = {}] = created.records;
	expect(alreadyExisted).toBe(false);

	const paymentRequest = { resource: 'paymentRequest', returnAll: true };
	const listed = await run({ ...paymentRequest, operation: 'getAll' });
	const read = await run({ ...paymentRequest, operation: 'get', paymentRequestId: id });
	expect(listed.records).toEqual(read.records);
	expect(listed.records[0]).toMatchObject({ refundedAmount: 40.2 });

	const refundId = { __rl: true, mode: 'id', value: made.id };
	const again = await run({ resource: 'refund', operation: 'get', refundId });
	const refunds = await run({
		resource: 'refund',
		operation: 'getAll',
		refundsOf: 'paymentRequest',
	});
	expect([again.records, refunds.records]).toEqual([[made], [made]]);
});
