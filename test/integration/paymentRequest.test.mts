import type { IDataObject } from 'n8n-workflow';

import type { TestClient } from '../simulator/control-client.mts';
import { startSimulator, type RunningSimulator } from '../simulator/start.mts';
import { runStitch } from './harness.mts';
import { credentialFor } from './payout.mts';

let simulator: RunningSimulator;
let client: TestClient;

beforeAll(async () => {
	// The service's clock stands still until a test moves it.
	simulator = await startSimulator({ seed: 4, timeScale: 0 });
});

afterAll(async () => {
	await simulator.stop();
});

beforeEach(async () => {
	client = await simulator.control.createClient();
});

/** Runs an operation of Payment Request over some rows. */
async function run(
	operation: string,
	parameters: IDataObject,
	more: { rows?: IDataObject[]; onError?: 'continueErrorOutput' } = {},
) {
	return await runStitch({
		parameters: { resource: 'paymentRequest', operation, ...parameters },
		credential: credentialFor(simulator, client, ['client_paymentrequest']),
		rows: [{}],
		...more,
	});
}

const simple = {
	amount: '={{ $json.amount ?? "150.50" }}',
	externalReference: '={{ $json.order ?? "order-1" }}',
	payerReference: 'Order 1',
	beneficiaryName: 'Example Shop',
	bank: 'fnb',
	accountNumber: '1234567890',
};

/** Creates one payment request and returns what the node put out. */
async function created(more: IDataObject = {}): Promise<IDataObject & { id: string }> {
	const { outputs, error } = await run('create', { ...simple, ...more });
	expect(error).toBeUndefined();
	return outputs[0]?.[0]?.json as IDataObject & { id: string };
}

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
			amount: { currency: 'ZAR', quantity: 150.5 },
		});
		const days = (Date.parse(String(request.expireAt)) - Date.now()) / 86_400_000;
		expect(days).toBeGreaterThan(2.9);
		expect(days).toBeLessThan(3.1);
	});

	it('settles to a merchant of the client', async () => {
		const request = await created({ settleTo: 'merchant', merchantId: 'merchant-1' });
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
			{ methods: ['eft'], to: 'bankAccount' },
			{ methods: ['card'], to: 'merchant' },
		];
		const choose = {
			paymentMethods: '={{ $json.methods }}',
			settleTo: '={{ $json.to }}',
			merchantId: 'merchant-1',
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
		const rows = [{ amount: '1.005' }, { amount: 10 }];
		const { outputs } = await run('create', simple, { rows, onError: 'continueErrorOutput' });
		const [made = [], failed = []] = outputs;
		expect(made).toHaveLength(1);
		expect(failed).toHaveLength(1);
		expect(JSON.stringify(failed[0]?.json)).toContain('Amount has more than two decimals: 1.005');
		expect((await client.summary()).paymentRequests).toBe(1);
	});

	it('is never sent a second time when the answer is lost', async () => {
		await client.addFaults({ kind: 'lost-answer', match: { path: '/v2/payment-requests' } });
		const { error } = await run('create', simple);
		expect(error?.description).toContain('may or may not have been carried out');
		expect((await client.summary()).paymentRequests).toBe(1);
	});
});

describe('Get', () => {
	it('reads the current status', async () => {
		const { id } = await created();
		await simulator.control.payer('pay', id);
		const { outputs } = await run('get', { id });
		expect(outputs[0]?.[0]?.json).toMatchObject({ id, status: 'completed' });
	});

	it('waits until somebody has paid', async () => {
		const { id } = await created();
		const options = { waitUntilFinal: true, maxWaitSeconds: 30 };
		const waiting = run('get', { id, options });
		await simulator.control.payer('pay', id);
		const { outputs } = await waiting;
		expect(outputs[0]?.[0]?.json).toMatchObject({ id, status: 'completed', final: true });
	});

	it('gives the last state when nobody has paid in time', async () => {
		const { id } = await created();
		const options = { waitUntilFinal: true, maxWaitSeconds: 1 };
		const { outputs } = await run('get', { id, options });
		expect(outputs[0]?.[0]?.json).toMatchObject({ id, status: 'pending', final: false });
	});

	it('takes the error output when asked, with the ID, where nobody has paid in time', async () => {
		const { id } = await created();
		const options = { waitUntilFinal: true, maxWaitSeconds: 1, onWaitTimeout: 'fail' };
		const { outputs } = await run('get', { id, options }, { onError: 'continueErrorOutput' });
		expect(outputs[0]).toEqual([]);
		const told = JSON.stringify(outputs[1]?.[0]?.json);
		expect(told).toContain(`The payment request ${id} was still pending after 1 second`);
		expect(told).toContain(`"id":"${id}"`);
	});
});

it('Create → Wait Until Final keeps the paymentUrl', async () => {
	const made = created({ options: { waitUntilFinal: true, maxWaitSeconds: 1 } });
	expect(await made).toMatchObject({
		status: 'pending',
		final: false,
		paymentUrl: expect.stringContaining('/pay/'),
	});
});

describe('Cancel', () => {
	it('calls a pending one off', async () => {
		const { id } = await created();
		const { outputs } = await run('cancel', { id, reason: 'Order was withdrawn' });
		expect(outputs[0]?.[0]?.json).toEqual({ id });
		const read = await run('get', { id });
		expect(read.outputs[0]?.[0]?.json).toMatchObject({ status: 'cancelled' });
	});

	it('says that a payment is under way', async () => {
		const { id } = await created();
		await simulator.control.payer('start', id);
		const { error } = await run('cancel', { id, reason: 'Too late' });
		expect(error?.message).toContain('A transaction is in flight');
	});
});

describe('Confirm Return', () => {
	const callback = (id: string, status: string): IDataObject => ({
		query: { id, status, externalReference: 'order-1' },
	});

	it('takes what a Webhook node received, and finds out about a forged status', async () => {
		const paid = await created();
		const unpaid = await created();
		await simulator.control.payer('pay', paid.id);
		const rows = [callback(paid.id, 'complete'), callback(unpaid.id, 'complete')];
		const { outputs, error } = await run('confirmReturn', {}, { rows });
		expect(error).toBeUndefined();
		expect(outputs[0]?.map(({ json }) => json)).toMatchObject([
			{ id: paid.id, status: 'completed', returnedStatus: 'complete', returnedStatusAgrees: true },
			{ id: unpaid.id, status: 'pending', returnedStatus: 'complete', returnedStatusAgrees: false },
		]);
	});

	it('shows when somebody comes back with the ID of another payment', async () => {
		const { id } = await created();
		await simulator.control.payer('pay', id);
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
			parameters: { resource: 'paymentRequest', operation: 'waitForPayment', id, ...more },
			credential: credentialFor(simulator, client, ['client_paymentrequest']),
			rows: [{ order: 7 }],
		});

	it('goes on at once with a request that is paid', async () => {
		const { id } = await created();
		await simulator.control.payer('pay', id);
		const { outputs, run: execution } = await wait(id);
		expect(execution.waitTill).toBeUndefined();
		expect(outputs[0]?.[0]?.json).toMatchObject({ id, status: 'completed', outcome: 'paid' });
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
		expect(stacked?.data.main[0]?.[0]?.json).toMatchObject({ order: 7, id, outcome: 'timedOut' });
		const [rows] = execution.data.resultData.runData.Rows ?? [];
		expect(rows?.data?.main[0]?.[0]?.json).toEqual({ order: 7 });
	});

	it('does not wait for a request that does not exist', async () => {
		const { error, run: execution } = await wait('nobody-knows-it');
		expect(error?.message).toContain('The service does not know this ID');
		expect(execution.waitTill).toBeUndefined();
	});
});
