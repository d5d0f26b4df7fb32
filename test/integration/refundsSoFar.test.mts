import type { IDataObject } from 'n8n-workflow';

import { graphqlService } from './graphqlService.mts';

const { client, control, payable, run } = graphqlService(21);

const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });

/** The ID of a payment of R89.00 that was made. */
async function paid(): Promise<string> {
	const { id } = await payable('order-1', 89);
	await control().payer('pay', String(id));
	return String(id);
}

/** The payment, as somebody sees it who decides about a refund of it. */
async function read(): Promise<IDataObject> {
	const parameters = { resource: 'paymentRequest', operation: 'getAll', simplify: false };
	const [payment = {}] = (await run(parameters)).records;
	return payment;
}

const giveBack = async (
	id: string,
	amount: number,
	refundsSoFar: unknown,
	options: IDataObject = {},
	more: IDataObject = {},
) =>
	await run({
		resource: 'refund',
		operation: 'create',
		refundOf: 'paymentRequest',
		paymentRequestId: byId(id),
		amount,
		beneficiaryReference: 'Refund 1017',
		nonceSource: 'itemContent',
		options: { refundsSoFar: refundsSoFar as IDataObject[], ...options },
		...more,
	});

const amounts = async () =>
	(await client().ledger()).paymentRefunds.map((refund) => (refund as { cents: number }).cents);

const changed = "What was given back of this payment has changed since 'Refunds So Far' was read";

describe('a refund that was approved after certain refunds', () => {
	it('is sent, and a second one of the same amount after it, each once', async () => {
		const id = await paid();
		const before = await read();
		expect(before).toMatchObject({ refunds: [], leftToRefund: 89 });
		for (let time = 0; time < 2; time++) await giveBack(id, 40, before.refunds);
		expect(await amounts()).toEqual([4000]);
		const after = await read();
		expect(after).toMatchObject({ leftToRefund: 49 });
		for (let time = 0; time < 2; time++) await giveBack(id, 40, after.refunds);
		expect(await amounts()).toEqual([4000, 4000]);
	});

	it('is found, and not sent again, when n8n runs all of it again after a lost answer', async () => {
		const id = await paid();
		const { refunds } = await read();
		const lost = { kind: 'lost-answer', match: { operation: 'clientRefundInitiate' } } as const;
		await client().addFaults(lost);
		await giveBack(id, 89, refunds, { retrySeconds: 0 });
		expect(await amounts()).toEqual([8900]);
		await control().advance(3_600_000);
		const { records, error } = await giveBack(id, 89, refunds);
		expect([error, records[0]?.alreadyExisted]).toEqual([undefined, true]);
		expect(await amounts()).toEqual([8900]);
	});

	it('is not sent, nor passed by a dry run, once what was given back is different', async () => {
		const id = await paid();
		const { refunds } = await read();
		await giveBack(id, 40, refunds, {}, { nonceSource: 'custom', customNonce: 'by-hand' });
		for (const options of [{}, { dryRun: true }]) {
			const { error } = await giveBack(id, 45, refunds, options);
			expect(error).toMatchObject({
				message: expect.stringContaining(changed),
				description: expect.stringContaining('Nothing was sent for this item.'),
				context: { data: { kind: 'notSent' } },
			});
		}
		expect(await amounts()).toEqual([4000]);
	});

	it('is one of those that were approved after the same refunds, whatever their amounts', async () => {
		const id = await paid();
		const { refunds } = await read();
		await giveBack(id, 40, refunds);
		await control().advance(3_600_000);
		const { error } = await giveBack(id, 45, refunds);
		expect(error).toMatchObject({ context: { data: { kind: 'alreadySentWithOtherValues' } } });
		expect(await amounts()).toEqual([4000]);
	});

	it('is no more than what is left, in a dry run as well', async () => {
		const id = await paid();
		const { refunds } = await read();
		for (const options of [{}, { dryRun: true }]) {
			const { error } = await giveBack(id, 89.01, refunds, options);
			expect(error?.message).toContain('Only R89.00 of this payment is left to give back');
		}
		expect(await amounts()).toEqual([]);
	});

	it('is not sent where Stitch does not return the payment', async () => {
		const id = await paid();
		const { refunds } = await read();
		const match = { operation: 'paymentInitiationRequests' };
		await client().addFaults({ kind: 'status', status: 403, match });
		const { error } = await giveBack(id, 40, refunds);
		expect(error?.description).toContain('Nothing was sent for this item.');
		expect(await amounts()).toEqual([]);
	});
});
