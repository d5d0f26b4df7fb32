import type { IDataObject } from 'n8n-workflow';

import { runStitch } from './harness.mts';
import { paymentRequestService } from './payable.mts';

const { created, run, service } = paymentRequestService();

describe('Get', () => {
	it('reads the current status', async () => {
		const { id } = await created();
		await service.simulator.control.payer('pay', id);
		const { outputs } = await run('get', { paymentRequestId: id });
		expect(outputs[0]?.[0]?.json).toMatchObject({ id, status: 'completed' });
	});

	it('waits until somebody has paid', async () => {
		const { id } = await created();
		const options = { waitUntilFinal: true, maxWaitSeconds: 30 };
		const waiting = run('get', { paymentRequestId: id, options });
		await service.simulator.control.payer('pay', id);
		const { outputs } = await waiting;
		expect(outputs[0]?.[0]?.json).toMatchObject({ id, status: 'completed' });
	});

	it('waits no longer for a request that was completed by hand, without a payment', async () => {
		const { id } = await created();
		await service.simulator.control.completeByHand(id);
		const options = { waitUntilFinal: true, maxWaitSeconds: 30 };
		const { outputs } = await run('get', { paymentRequestId: id, options });
		expect(outputs[0]?.[0]?.json).toMatchObject({ status: 'manually_completed' });
	});

	it('gives the last state when nobody has paid in time', async () => {
		const { id } = await created();
		const options = { waitUntilFinal: true, maxWaitSeconds: 1 };
		const { outputs } = await run('get', { paymentRequestId: id, options });
		expect(outputs[0]?.[0]?.json).toMatchObject({ id, status: 'pending' });
	});

	it('takes the error output when asked, with the reference and the ID, where nobody has paid in time', async () => {
		const { id } = await created();
		const options = { waitUntilFinal: true, maxWaitSeconds: 1, onTimeout: 'fail' };
		const { outputs } = await run(
			'get',
			{ paymentRequestId: id, options },
			{ onError: 'continueErrorOutput' },
		);
		expect(outputs[0]).toEqual([]);
		const told = JSON.stringify(outputs[1]?.[0]?.json);
		expect(told).toContain(`The payment request order-1 was still pending after 1 second`);
		expect(told).toContain(`"id":"${id}"`);
	});
});

describe('Confirm Return', () => {
	const callback = (id: string, status: string): IDataObject => ({
		query: { id, status, externalReference: 'order-1' },
	});

	it('takes what a Webhook node received, and finds out about a forged status', async () => {
		const paid = await created();
		const unpaid = await created();
		await service.simulator.control.payer('pay', paid.id);
		const rows = [callback(paid.id, 'complete'), callback(unpaid.id, 'complete')];
		const { outputs, error } = await run('confirmReturn', {}, { rows });
		expect(error).toBeUndefined();
		expect(outputs[0]?.map(({ json }) => json)).toMatchObject([
			{ id: paid.id, status: 'completed', returnedStatusAgrees: true },
			{ id: unpaid.id, status: 'pending', returnedStatusAgrees: false },
		]);
	});

	it('shows when somebody comes back with the ID of another payment', async () => {
		const { id } = await created();
		await service.simulator.control.payer('pay', id);
		const { outputs } = await run(
			'confirmReturn',
			{ externalReference: 'order-99' },
			{ rows: [callback(id, 'complete')] },
		);
		expect(outputs[0]?.[0]?.json).toMatchObject({
			status: 'completed',
			externalReference: 'order-1',
			externalReferenceAgrees: false,
		});
	});
});

describe('Wait for Payment', () => {
	const wait = (id: string, more: IDataObject = {}) =>
		runStitch({
			parameters: {
				resource: 'paymentRequest',
				operation: 'waitForPayment',
				awaitedPaymentRequestId: id,
				...more,
			},
			credential: service.credential(['client_paymentrequest']),
			rows: [{ order: 7 }],
		});

	it('goes on at once with a request that is paid', async () => {
		const { id } = await created();
		await service.simulator.control.payer('pay', id);
		const { outputs, run: execution } = await wait(id);
		expect(execution.waitTill).toBeUndefined();
		expect(outputs[0]?.[0]?.json).toMatchObject({
			order: 7,
			waitForPayment: { outcome: 'paid', paymentRequest: { id, status: 'completed' } },
		});
	});

	it('lets the execution wait until a minute after the request expires', async () => {
		const { id, expireAt } = await created();
		const { run: execution } = await wait(id);
		expect(execution.status).toBe('waiting');
		const waitTill = execution.waitTill?.getTime();
		expect(waitTill).toBe(Date.parse(String(expireAt)) + 60_000);
	});

	it('leaves for the end of the time what n8n then hands on, without touching the node before', async () => {
		const { id } = await created();
		const { run: execution } = await wait(id);
		const [stacked] = execution.data.executionData?.nodeExecutionStack ?? [];
		expect(stacked?.data.main[0]?.[0]?.json).toMatchObject({
			order: 7,
			waitForPayment: { outcome: 'timedOut', paymentRequest: { id } },
		});
		const [rows] = execution.data.resultData.runData.Rows ?? [];
		expect(rows?.data?.main[0]?.[0]?.json).toEqual({ order: 7 });
	});

	it('does not wait for a request that does not exist', async () => {
		const { error, run: execution } = await wait('nobody-knows-it');
		expect(error?.message).toContain('Stitch does not know this ID');
		expect(execution.waitTill).toBeUndefined();
	});
});
