import { graphqlService } from './graphqlService.mts';

const { client, control, payable, run } = graphqlService(10);

describe('Refund → Create for a payment request', () => {
	const refund = {
		resource: 'refund',
		operation: 'create',
		refundOf: 'paymentRequest',
		amount: '40.50',
		reason: 'requested_by_customer',
		beneficiaryReference: 'Refund 1017',
		nonceSource: 'itemContent',
	};

	async function paid(): Promise<string> {
		const { id } = await payable('order-1', 100);
		await control().payer('pay', String(id));
		return String(id);
	}

	it('refunds once, however often it runs', async () => {
		const paymentRequestId = await paid();
		const first = await run({ ...refund, paymentRequestId });
		expect(first.error).toBeUndefined();
		expect(first.records).toEqual([
			expect.objectContaining({
				refundOf: paymentRequestId,
				status: 'pending',
				alreadyExisted: false,
			}),
		]);
		const second = await run({ ...refund, paymentRequestId });
		expect(second.records).toEqual([
			expect.objectContaining({ id: first.records[0]?.id, alreadyExisted: true }),
		]);
		expect(await client().summary()).toMatchObject({ refunds: 1 });
	});

	it('refunds once when the answer was lost', async () => {
		const paymentRequestId = await paid();
		await client().addFaults({
			kind: 'lost-answer',
			match: { path: '/graphql' },
			requests: [1],
			processed: true,
		});
		const { records, error } = await run({ ...refund, paymentRequestId });
		expect(error).toBeUndefined();
		// Nobody knows whether this run has made it, so it is not told as one of before.
		expect(records).toEqual([expect.objectContaining({ alreadyExisted: null })]);
		expect(await client().summary()).toMatchObject({ refunds: 1 });
	});

	it('says in the words of the service why it refuses', async () => {
		const { id } = await payable('order-1', 100);
		const { error } = await run({ ...refund, paymentRequestId: String(id) });
		expect(error?.message).toContain('the payment request is pending');
		expect(await client().summary()).toMatchObject({ refunds: 0 });
	});

	it('is stopped by the amount limits before anything is sent', async () => {
		const paymentRequestId = await paid();
		const { error } = await run({
			...refund,
			paymentRequestId,
			options: { maxAmountPerItem: '40' },
		});
		expect(error?.message).toContain('Maximum Amount per Item');
		expect(await client().summary()).toMatchObject({ refunds: 0 });
	});
});
