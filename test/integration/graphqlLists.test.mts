import { graphqlService } from './graphqlService.mts';

const { client, control, ofClient, pay, payable, run } = graphqlService(9);

describe('the lists of the client', () => {
	it('Disbursement → Get Many finds by status, nonce and external reference', async () => {
		for (let number = 1; number <= 5; number++) await pay(`PAY-${number}`, '10.00');
		const paused = await pay('PAY-6', '500.00');
		const list = { resource: 'disbursement', operation: 'getAll', returnAll: true };

		const all = await run(list);
		expect(all.error).toBeUndefined();
		expect(all.records).toHaveLength(6);
		const [newest] = all.records;
		expect(newest).toMatchObject({ beneficiaryName: 'Payee', bank: 'fnb' });

		const byReference = await run({ ...list, filters: { externalReference: 'PAY-3' } });
		expect(byReference.records).toEqual([expect.objectContaining({ externalReference: 'PAY-3' })]);
		const byNonce = await run({ ...list, filters: { nonce: 'nonce-of-PAY-2' } });
		expect(byNonce.records).toEqual([expect.objectContaining({ externalReference: 'PAY-2' })]);

		await control().setDisbursementStatus(String(paused.id), 'paused', 'insufficient_funds');
		const byStatus = await run({ ...list, filters: { status: ['paused'] } });
		expect(byStatus.error).toBeUndefined();
		expect(byStatus.records).toEqual([
			expect.objectContaining({
				externalReference: 'PAY-6',
				status: 'paused',
				reasonText: expect.stringMatching(/^There is too little money in the float account/),
			}),
		]);
	});

	it('Payment Request → Get Many finds by status and external reference', async () => {
		const request = await payable('order-1', 100);
		await payable('order-2', 100);
		await control().payer('pay', String(request.id));
		const list = { resource: 'paymentRequest', operation: 'getAll', returnAll: true };

		const all = await run(list);
		expect(all.error).toBeUndefined();
		expect(all.records.map(({ externalReference }) => externalReference)).toEqual([
			'order-2',
			'order-1',
		]);
		const completed = await run({ ...list, filters: { status: ['completed'] } });
		expect(completed.records).toEqual([
			expect.objectContaining({ id: request.id, status: 'completed' }),
		]);
		const byReference = await run({ ...list, filters: { externalReference: 'order-2' } });
		expect(byReference.records).toEqual([
			expect.objectContaining({
				status: 'pending',
				paymentUrl: expect.stringMatching(/^http/),
			}),
		]);
	});

	it('Payment Request → Get Many finds what was completed by hand, which nobody paid', async () => {
		const request = await payable('order-1', 100);
		await control().payer('pay', String((await payable('order-2', 100)).id));
		await control().completeByHand(String(request.id));
		const list = { resource: 'paymentRequest', operation: 'getAll', returnAll: true };
		const found = await run({ ...list, filters: { status: ['manually_completed'] } });
		expect(found.error).toBeUndefined();
		expect(found.records).toEqual([
			expect.objectContaining({ id: request.id, status: 'manually_completed' }),
		]);
		expect(found.records[0]?.paymentConfirmation).toBeNull();
	});

	it('Float Account → Get Balance tells what disbursements can be paid from', async () => {
		await client().change({ float: 1_000_000 });
		const { records, error } = await run({ resource: 'floatAccount', operation: 'getBalance' });
		expect(error).toBeUndefined();
		expect(records).toEqual([
			expect.objectContaining({
				accountFunction: 'float',
				availableBalance: 1_000_000,
				currency: 'ZAR',
			}),
		]);
	});

	it('Bank → Get Many tells which banks are down today', async () => {
		await client().change({ banks: { capitec: 'unavailable', absa: 'not-a-bank' } });
		const list = { resource: 'bank', operation: 'getAll', returnAll: true };
		const { records, error } = await run(list);
		expect(error).toBeUndefined();
		const of = (id: string) => records.find(({ bank }) => bank === id);
		expect(of('capitec')).toMatchObject({ payments: 'unavailable', supported: true });
		expect(of('fnb')).toMatchObject({ payments: 'operational', supported: true });
		expect(of('absa')).toMatchObject({ payments: null, supported: false });
	});

	it('says which scope is missing', async () => {
		const { error } = await run(
			{ resource: 'disbursement', operation: 'getAll' },
			ofClient(['client_paymentrequest']),
		);
		expect(error?.message).toContain('lacks the scope Disbursements (client_disbursement)');
	});
});
