import type { IDataObject } from 'n8n-workflow';

import { graphqlService } from './graphqlService.mts';

const { client, control, payable, run } = graphqlService(12);

const get = { resource: 'paymentRequest', operation: 'get' };
const getAll = { resource: 'paymentRequest', operation: 'getAll', returnAll: true };

async function order(): Promise<string> {
	const { id } = await payable('order-1', 100.1);
	return String(id);
}

async function refunded(id: string, amount: string): Promise<IDataObject> {
	const { records } = await run({
		resource: 'refund',
		operation: 'create',
		refundOf: 'paymentRequest',
		paymentRequestId: id,
		amount,
		beneficiaryReference: 'Refund',
		nonceSource: 'itemContent',
	});
	return records[0] ?? {};
}

describe('Payment Request → Get', () => {
	it('says whether the money has arrived', async () => {
		const id = await order();
		await control().payer('pay', id);
		const paid = await run({ ...get, paymentRequestId: id });
		expect(paid.records[0]).toMatchObject({
			status: 'completed',
			amount: 100.1,
			paymentConfirmation: 'pending',
		});
		await control().advance(180_000);
		const arrived = await run({ ...get, paymentRequestId: id });
		expect(arrived.records[0]).toMatchObject({
			status: 'completed',
			paymentConfirmation: 'received',
		});
	});

	it('says why the payer has not paid', async () => {
		const id = await order();
		await control().payer('fail', id);
		const { records } = await run({ ...get, paymentRequestId: id });
		expect(records[0]).toMatchObject({
			status: 'pending',
			reasonText: expect.stringMatching(/^The payer\'s bank declined the payment\. /),
		});
	});

	it('fails where GraphQL does not answer: nobody knows whether the money has arrived', async () => {
		const id = await order();
		await client().addFaults({
			kind: 'status',
			status: 400,
			match: { path: '/graphql' },
			requests: [1],
		});
		const { records, error } = await run({ ...get, paymentRequestId: id });
		expect(error).toBeDefined();
		expect(records).toEqual([]);
	});

	it('gives the address that brings the payer back', async () => {
		const id = await order();
		const redirectUrl = 'https://shop.test/back';
		const { records } = await run({ ...get, paymentRequestId: id, options: { redirectUrl } });
		const { searchParams } = new URL(String(records[0]?.paymentUrl));
		expect(searchParams.get('redirect_uri')).toBe(redirectUrl);
	});
});

it('Payment Request → Get Many gives the columns of Get, and what was given back', async () => {
	const id = await order();
	await control().payer('pay', id);
	await control().advance(180_000);
	await refunded(id, '40.20');
	const listed = await run(getAll);
	const read = await run({ ...get, paymentRequestId: id });
	expect(listed.error).toBeUndefined();
	expect(listed.records).toEqual(read.records);
	expect(listed.records[0]).toMatchObject({ refundedAmount: 40.2 });
});

it('Payment Request → Get Many finds what has changed lately', async () => {
	const id = await order();
	await control().advance(3_600_000);
	await payable('order-2', 100);
	const updatedAfter = String((await run({ ...getAll, simplify: false })).records[0]?.updatedAt);
	const find = async () =>
		(await run({ ...getAll, filters: { updatedAfter } })).records.map(
			({ externalReference }) => externalReference,
		);
	expect(await find()).toEqual(['order-2']);
	await control().payer('pay', id);
	expect(await find()).toEqual(['order-2', 'order-1']);
});

describe('a refund of a payment request', () => {
	it('has the same columns from Create, Get and Get Many', async () => {
		const id = await order();
		await control().payer('pay', id);
		const { alreadyExisted, ...made } = await refunded(id, '40.20');
		expect(alreadyExisted).toBe(false);
		expect(made).toMatchObject({
			externalReference: 'order-1',
			amount: 40.2,
			status: 'pending',
			refundOf: id,
		});
		const refundId = { __rl: true, mode: 'id', value: made.id };
		const read = await run({ resource: 'refund', operation: 'get', refundId });
		expect(read.error).toBeUndefined();
		expect(read.records).toEqual([made]);
		const listed = await run({
			resource: 'refund',
			operation: 'getAll',
			refundsOf: 'paymentRequest',
			filters: { paymentRequestId: id, status: ['pending'] },
		});
		expect(listed.error).toBeUndefined();
		expect(listed.records).toEqual([made]);
	});
});
