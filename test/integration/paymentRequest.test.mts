import { paymentRequestService, simple } from './payable.mts';

const { created, run, service } = paymentRequestService();

describe('Create', () => {
	it('creates one per row, in order, each linked to its row', async () => {
		const rows = [{ order: 'a' }, { order: 'b' }, { order: 'c' }];
		const { outputs, error } = await run('create', simple, { rows });
		expect(error).toBeUndefined();
		expect(outputs[0]).toHaveLength(3);
		outputs[0]?.forEach(({ json, pairedItem }, item) => {
			expect(json).toMatchObject({ status: 'pending', externalReference: rows[item]?.order });
			expect(pairedItem).toEqual({ item });
		});
	});

	it('is accepted by the service with every field filled in', async () => {
		const request = await created({
			paymentMethods: ['absaEft', 'capitecPay', 'card', 'crypto', 'eft'],
			payerId: 'customer-204',
			redirectUrl: 'http://localhost:5678/back?x=1',
			additionalFields: {
				beneficiaryReference: 'Order 1 shop',
				expireAt: '={{ $now.plus({ days: 3 }) }}',
				failureRedirectUrl: 'http://localhost:5678/sorry',
				metadata: { entry: [{ key: 'department', value: 'sales' }] },
				metadataJson: '={{ { basket: { items: [1, 2] } } }}',
				payerAccountCreatedDate: '={{ $today.minus({ years: 1 }) }}',
				payerEmail: 'name@example.com',
				payerFullName: 'N Test',
				payerIdentifyingDocument: {
					document: { type: 'passport', country: 'ZA', number: 'A0000000' },
				},
				payerMobileNumber: '+27820000000',
				restrictPayerBank: 'capitec',
				splitSettlement: { part: { merchantId: 'merchant-2', amount: '50.25' } },
			},
		});
		expect(request).toMatchObject({
			status: 'pending',
			amount: 150.5,
			currency: 'ZAR',
		});
		const days = (Date.parse(String(request.expireAt)) - Date.now()) / 86_400_000;
		expect(days).toBeGreaterThan(2.9);
		expect(days).toBeLessThan(3.1);
	});

	it('makes one link for a reference, however often the workflow runs, until nobody can pay it', async () => {
		const once = { options: { oneLinkPerReference: true } };
		const first = await created(once);
		expect(first.alreadyExisted).toBe(false);
		expect(await created(once)).toMatchObject({ id: first.id, alreadyExisted: true });
		await service.simulator.control.payer('pay', first.id);
		expect(await created(once)).toMatchObject({ id: first.id, status: 'completed' });
		const other = await run('create', { ...simple, ...once, amount: '99' });
		expect(other.error?.message).toContain('Amount was 150.50 and is now 99.00');

		const second = await created({ ...once, externalReference: 'order-2' });
		await run('cancel', { paymentRequestId: second.id, reason: 'Mistyped' });
		const third = await created({ ...once, externalReference: 'order-2', amount: '99' });
		expect(third).toMatchObject({ status: 'pending', alreadyExisted: false });
		expect((await service.client.summary()).paymentRequests).toBe(3);
	});

	it('settles to a merchant of the client', async () => {
		const request = await created({
			settleTo: 'merchant',
			merchantId: 'merchant-1',
			simplify: false,
		});
		expect(request.merchantId).toBe('merchant-1');
	});

	it('works without Pay by Bank and its fields', async () => {
		const { outputs, error } = await run('create', {
			amount: 10,
			externalReference: 'order-2',
			paymentMethods: ['card'],
		});
		expect(error).toBeUndefined();
		expect(outputs[0]?.[0]?.json).toMatchObject({ status: 'pending' });
	});

	it('can choose the way to pay and the destination by expression', async () => {
		const rows = [
			{ order: 'order-1', methods: ['eft'], to: 'bankAccount' },
			{ order: 'order-2', methods: ['card'], to: 'merchant' },
		];
		const choose = {
			externalReference: '={{ $json.order }}',
			paymentMethods: '={{ $json.methods }}',
			settleTo: '={{ $json.to }}',
			merchantId: 'merchant-1',
			simplify: false,
		};
		const { outputs, error } = await run('create', { ...simple, ...choose }, { rows });
		expect(error).toBeUndefined();
		expect(outputs[0]?.map(({ json }) => json.merchantId)).toEqual([undefined, 'merchant-1']);
	});

	it('lets the payer come back to the right address from its paymentUrl', async () => {
		const ways = {
			redirectUrl: 'http://localhost:5678/thanks?lang=en',
			additionalFields: { failureRedirectUrl: 'http://localhost:5678/sorry' },
		};
		for (const [action, address, status] of [
			['pay', '/thanks', 'complete'],
			['fail', '/sorry', 'failed'],
		]) {
			const { id, paymentUrl } = await created(ways);
			const answer = await fetch(String(paymentUrl), {
				method: 'POST',
				body: new URLSearchParams({ action: String(action) }),
				redirect: 'manual',
			});
			expect(answer.status).toBe(303);
			const back = new URL(String(answer.headers.get('location')));
			expect(back.pathname).toBe(address);
			expect(back.searchParams.get('id')).toBe(id);
			expect(back.searchParams.get('status')).toBe(status);
		}
	});

	it('sends nothing for a bad row and says why on the error output', async () => {
		const rows = [{ amount: '1000.005' }, { amount: 10 }];
		const { outputs } = await run('create', simple, { rows, onError: 'continueErrorOutput' });
		const [made = [], failed = []] = outputs;
		expect(made).toHaveLength(1);
		expect(failed).toHaveLength(1);
		expect(JSON.stringify(failed[0]?.json)).toContain(
			'Amount has more than two decimals: 1000.005',
		);
		expect((await service.client.summary()).paymentRequests).toBe(1);
	});

	it('is never sent a second time when the answer is lost', async () => {
		await service.client.addFaults({
			kind: 'lost-answer',
			match: { path: '/v2/payment-requests' },
		});
		const { error } = await run('create', simple);
		expect(error?.description).toContain('may or may not have been carried out');
		expect(error?.description).not.toContain('Already carried out');
		expect((await service.client.summary()).paymentRequests).toBe(1);
	});

	it('names the others of which nobody knows whether they were created', async () => {
		await service.client.addFaults({
			kind: 'lost-answer',
			match: { path: '/v2/payment-requests' },
		});
		const { error } = await run(
			'create',
			{ ...simple, options: { concurrency: 3 } },
			{ rows: [{ order: 'a' }, { order: 'b' }, { order: 'c' }] },
		);
		expect(error?.message).toContain('[item 0: a]');
		expect(error?.description).toMatch(/ Possibly carried out, so look them up: items 1-2\.$/);
	});

	it('refuses Retry On Fail, with which n8n would ask payers again', async () => {
		const { error } = await run('create', simple, { retryOnFail: true });
		expect(error?.message).toMatch(/^Retry On Fail would ask payers twice/);
		expect((await service.client.summary()).requests).toBe(0);
	});

	it('tells how many were created when a later one stops the run', async () => {
		await service.client.addFaults({
			kind: 'status',
			status: 500,
			match: { path: '/v2/payment-requests' },
			requests: [3],
		});
		const { error } = await run(
			'create',
			{ ...simple, options: { concurrency: 1 } },
			{ rows: [{ order: 'a' }, { order: 'b' }, { order: 'c' }, { order: 'd' }] },
		);
		expect(error?.message).toContain('[item 2: c]');
		expect(error?.description).toMatch(/ Already carried out: items 0-1\.$/);
		expect((await service.client.summary()).paymentRequests).toBe(2);
	});
});

it('Create → Wait Until Final keeps the paymentUrl', async () => {
	const made = created({ options: { waitUntilFinal: true, maxWaitSeconds: 1 } });
	expect(await made).toMatchObject({
		status: 'pending',
		paymentUrl: expect.stringContaining('/pay/'),
	});
});

describe('Cancel', () => {
	it('calls a pending one off', async () => {
		const { id } = await created();
		const { outputs } = await run('cancel', {
			paymentRequestId: id,
			reason: 'Order was withdrawn',
		});
		expect(outputs[0]?.[0]?.json).toEqual({ id });
		const read = await run('get', { paymentRequestId: id });
		expect(read.outputs[0]?.[0]?.json).toMatchObject({ status: 'cancelled' });
	});

	it('says that a payment is under way', async () => {
		const { id } = await created();
		await service.simulator.control.payer('start', id);
		const { error } = await run('cancel', { paymentRequestId: id, reason: 'Too late' });
		expect(error?.message).toContain('A transaction is in flight');
	});
});
